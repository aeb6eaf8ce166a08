import { list } from '@backoffice/contract/list'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { expectAccessible } from '../../testing/axe.ts'
import { show, shownAddress } from '../../testing/screen.tsx'
import { stacked } from './column-layout.ts'
import type { List } from './columns.ts'
import { DataTable } from './data-table.tsx'
import { useList } from './use-list.ts'

test('a column stacks under a shown one; without it, or under a stacked one, it stands alone', () => {
  const [id, kind, card, ticket] = [
    { field: 'id' },
    { field: 'kind', under: 'id' },
    { field: 'card' },
    { field: 'ticket', under: 'card' },
  ] as const
  expect(stacked([kind, card, id, ticket])).toEqual([
    { ...card, below: [ticket] },
    { ...id, below: [kind] },
  ])
  expect(stacked([kind, ticket])).toEqual([kind, ticket])
  const chained = { field: 'due', under: 'kind' }
  expect(stacked([id, kind, chained])).toEqual([{ ...id, below: [kind] }, chained])
})

afterEach(() => vi.restoreAllMocks())

const declaration = list({
  name: 'tenders',
  title: 'Samples',
  fields: {
    code: { label: 'Code', type: 'code', sort: true },
    state: { label: 'State', type: 'text', sort: true },
  },
  sort: ['code:asc'],
})

const SAMPLES: List<{ code: string }, typeof declaration> = {
  declaration,
  noun: 'sample',
  idOf: ({ code }) => code,
  nameOf: ({ code }) => code,
  columns: [
    { field: 'code', cell: ({ code }) => code },
    { field: 'state', under: 'code', cell: () => 'In force' },
  ],
}

const Samples = () => <DataTable state={useList(SAMPLES)} rows={[{ code: 'C1' }]} busy={false} />

test('a narrow list sorts by both columns of a cell', async () => {
  // This DOM has no layout.
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(600)
  await show('/samples', () => <Samples />)
  const head = within(screen.getByRole('table')).getByRole('columnheader')
  expect(head.textContent).toBe('Code, state')
  expect(screen.getByRole('cell').textContent).toBe('C1In force')
  await expectAccessible(document.body)
  await userEvent.click(screen.getByRole('button', { name: 'state' }))
  await waitFor(() => expect(shownAddress()).toBe('/samples?sort=state'))
  expect(head.getAttribute('aria-sort')).toBe('ascending')
})
