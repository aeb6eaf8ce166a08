import { list } from '@backoffice/contract/list'
import { createEvent, fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { shownAddress as address, show, testServer } from '../../testing/screen.tsx'
import { recordLink } from '../record/record-links.ts'
import type { List } from './columns.ts'
import { DataTable } from './data-table.tsx'
import { useList } from './use-list.ts'

type Sample = { id: string; name: string }

const declaration = list({
  name: 'tenders',
  title: 'Samples',
  fields: {
    code: { label: 'Code', type: 'code', filter: true, sort: true },
    name: { label: 'Name', type: 'text', filter: true, sort: true },
  },
  sort: ['code:asc'],
})
const onOpen = vi.fn()
const SAMPLES: List<Sample, typeof declaration> = {
  declaration,
  noun: 'sample',
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  open: ({ id }) => recordLink({ path: '/samples' }, id),
  onOpen,
  columns: [
    { field: 'code', cell: ({ id }) => id },
    { field: 'name', cell: ({ name }) => name },
  ],
}
const ROWS: Sample[] = [
  { id: 'a', name: 'Apples' },
  { id: 'b', name: 'Bananas' },
]

function Samples() {
  return <DataTable state={useList(SAMPLES)} rows={ROWS} busy={false} />
}

testServer()
const open = () => show('/samples?q=fruit', () => <Samples />)
const link = (name: string) => screen.getByRole('link', { name })

test('the address of a row has the search of its list', async () => {
  await open()
  expect(link('Bananas').getAttribute('href')).toBe('/samples/b?q=fruit')
})

test('a press on a row or its link opens the record in this page', async () => {
  await open()
  fireEvent.click(link('Apples'))
  await vi.waitFor(() => expect(address()).toBe('/samples/a?q=fruit'))
  fireEvent.click(screen.getByText('Bananas'))
  await vi.waitFor(() => expect(address()).toBe('/samples/b?q=fruit'))
  expect(onOpen.mock.calls).toEqual([[ROWS[0]], [ROWS[1]]])
})

test.each(['ctrlKey', 'metaKey', 'shiftKey'])('a press with %s is left to the browser', async (key) => {
  await open()
  onOpen.mockClear()
  const press = createEvent.click(link('Apples'), { [key]: true })
  fireEvent(link('Apples'), press)
  expect(press.defaultPrevented).toBe(false)
  expect(onOpen).not.toHaveBeenCalled()
  expect(address()).toBe('/samples?q=fruit')
})
