import { list } from '@backoffice/contract/list'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ApiError } from '../../net/api-error.ts'
import { show, testServer } from '../../testing/screen.tsx'
import { BulkBar } from './bulk-bar.tsx'
import type { List } from './columns.ts'
import { useList } from './use-list.ts'

type Sample = { id: string }

const declaration = list({
  name: 'tenders',
  title: 'Samples',
  fields: { code: { label: 'Code', type: 'code', filter: true, sort: true } },
  sort: ['code:asc'],
})

const SAMPLES: List<Sample, typeof declaration> = {
  declaration,
  noun: 'sample',
  idOf: ({ id }) => id,
  nameOf: ({ id }) => id,
  open: () => ({ to: '/lookup' }),
  columns: [{ field: 'code', cell: ({ id }) => id }],
}

testServer()

test('an action on all matching rows is confirmed, shows a refusal, and clears the selection', async () => {
  const user = userEvent.setup()
  const runAll = vi.fn().mockResolvedValue(undefined)
  runAll.mockRejectedValueOnce(new ApiError(409, { code: 'x', detail: 'Now 31 rows match.' }))
  function Bar() {
    const state = useList(SAMPLES)
    const total = { total: 30, total_estimated: false }
    const select = () => state.select(new Map([['a', { id: 'a' }]]))
    return (
      <>
        <button type="button" onClick={select}>
          Row
        </button>
        <BulkBar
          state={state}
          actions={[{ label: 'Delete', permission: 'tender:delete', run: vi.fn(), runAll }]}
          total={total}
        />
      </>
    )
  }
  await show('/samples?f.code=1', () => <Bar />)
  const click = (name: string) => user.click(screen.getByText(name, { selector: 'button, button *' }))
  await click('Row')
  expect(screen.getByRole('status').textContent).toBe('1 selected')
  await click('Select all 30 that match')
  await click('Delete')
  screen.getByText('Delete 30 samples?')
  await click('Delete 30')
  await screen.findByText('Now 31 rows match.')
  expect(screen.getByRole('toolbar', { hidden: true }).textContent).toContain('Only the 1 selected')
  await click('Delete 30')
  await waitFor(() => expect(screen.queryByText('Delete 30 samples?')).toBeNull())
  expect(runAll).toHaveBeenLastCalledWith({ filters: { code: { in: ['1'] } } }, 30)
  expect(screen.getByRole('toolbar').textContent).toContain('Only the 0 selected')
})
