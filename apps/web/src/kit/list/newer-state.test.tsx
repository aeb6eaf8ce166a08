import { list } from '@backoffice/contract/list'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { show } from '../../testing/screen.tsx'
import type { List } from './columns.ts'
import { DataTable } from './data-table.tsx'
import { useList } from './use-list.ts'

type Sample = { name: string; state: 'IN' | 'OUT' }
const samples = list({
  name: 'tenders',
  title: 'Samples',
  fields: {
    name: { label: 'Name', type: 'text', filter: true, sort: true },
    state: { label: 'State', type: 'choice', options: { IN: 'In force', OUT: 'Ended' }, sort: true },
  },
  sort: ['name:asc'],
})
const WORDS = { IN: { text: 'In force' }, OUT: { text: 'Ended' } }
const SAMPLES: List<Sample, typeof samples> = {
  declaration: samples,
  noun: 'sample',
  idOf: ({ name }) => name,
  nameOf: ({ name }) => name,
  columns: [
    { field: 'name', always: true, cell: ({ name }) => name },
    { field: 'state', cell: ({ state }) => WORDS[state].text },
  ],
}
const ROWS: Sample[] = [
  { name: 'Ada', state: 'IN' },
  { name: 'Ben', state: 'ARCHIVED' as never },
  { name: 'Cid', state: 'OUT' },
]

function Samples() {
  const state = useList(SAMPLES)
  return (
    <>
      <DataTable state={state} rows={ROWS} busy={false} selectable menu={() => []} />
      <output>{[...state.selected.keys()].join()}</output>
    </>
  )
}

test('a row with a state of a newer release has no actions; the others keep theirs', async () => {
  await show('/samples', () => <Samples />)
  const rows = screen.getAllByRole('row').slice(1)
  expect(rows.map(({ textContent }) => textContent)).toEqual(['AdaIn force', 'BenNewer release', 'CidEnded'])
  const actions = rows.map((row) => within(row).queryAllByLabelText(/^(Select|Actions of)/).length)
  expect(actions).toEqual([2, 0, 2])
  const user = userEvent.setup()
  await user.click(screen.getByLabelText('Select the rows of this page'))
  expect(screen.getByText('Ada,Cid')).toBeDefined()
})
