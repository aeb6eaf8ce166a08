import { list } from '@backoffice/contract/list'
import { viewEndpoints } from '@backoffice/contract/views'
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { serve, show, testServer } from '../../testing/screen.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageShortcuts } from '../shell/page-shortcuts.tsx'
import type { List } from './columns.ts'
import { ListPage } from './list-page.tsx'
import { useList } from './use-list.ts'

type Sample = { id: string; code: string }
const samples = list({
  name: 'tenders',
  title: 'Samples',
  fields: { code: { label: 'Code', type: 'code', filter: true, sort: true } },
  sort: ['code:asc'],
})
const SAMPLES: List<Sample, typeof samples> = {
  declaration: samples,
  noun: 'sample',
  idOf: ({ id }) => id,
  nameOf: ({ code }) => code,
  open: () => ({ to: '/lookup' }),
  columns: [{ field: 'code', always: true, cell: ({ code }) => code }],
}
const ROWS = ['C0', 'C1', 'C2'].map((code): Sample => ({ id: code, code }))

/** Three rows; none with a search for z. */
function Samples() {
  const state = useList(SAMPLES)
  const items = state.query.search?.startsWith('z') ? [] : ROWS
  return (
    <ListPage
      state={state}
      result={{
        data: { total: items.length, total_estimated: false, page_size: 25, items },
        error: null,
        isFetching: false,
        isPlaceholderData: false,
        refetch: () => undefined,
      }}
      bulk={[]}
      empty={<EmptyState title="No samples yet" />}
    />
  )
}

const links = () => screen.getAllByRole('link')
const user = userEvent.setup()
const open = () => show('/samples', () => [<Samples key="list" />, <PageShortcuts key="keys" />])

testServer()
beforeEach(() => {
  serve(viewEndpoints.list, () => ({ items: [] }))
})

test('keys of rows work before a row has the focus', async () => {
  await open()
  await user.keyboard('j')
  expect(document.activeElement).toBe(links()[0])
  act(() => links()[0]?.blur())
  await user.keyboard('x')
  expect(screen.getByLabelText<HTMLInputElement>('Select C0').checked).toBe(true)
  act(() => links()[0]?.blur())
  await user.keyboard('{End}')
  expect(document.activeElement).toBe(links().at(-1))
  for (const key of ['{Home}', '{ArrowDown}', '{Enter}', 'k']) {
    act(() => links()[0]?.focus())
    act(() => links()[0]?.blur())
    await user.keyboard(key)
    expect(document.activeElement).toBe(links()[0])
  }
})

test('arrow down and Enter lead from the search to its result if it has one', async () => {
  await open()
  const field = screen.getByRole<HTMLInputElement>('searchbox')
  await user.click(field)
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(links()[0])
  await user.click(field)
  await user.keyboard('{Enter}')
  expect(document.activeElement).toBe(links()[0])
  await user.click(field)
  await user.keyboard('zzz{Enter}')
  await screen.findByText('No sample matches')
  expect(document.activeElement).toBe(field)
})
