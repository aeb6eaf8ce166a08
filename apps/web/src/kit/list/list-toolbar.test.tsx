import { list } from '@backoffice/contract/list'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { show, testServer } from '../../testing/screen.tsx'
import type { List } from './columns.ts'
import { FilterPanel } from './list-toolbar.tsx'
import { useList } from './use-list.ts'

const both = { filter: true, sort: true } as const
const events = list({
  name: 'audit',
  title: 'Events',
  fields: {
    at: { label: 'Time', type: 'time', ...both },
    address: { label: 'Address', type: 'code', ...both },
    action: { label: 'Action', type: 'code', ...both },
  },
  sort: ['at:desc'],
})
const EVENTS: List<{ id: string }, typeof events> = {
  declaration: events,
  noun: 'event',
  idOf: ({ id }) => id,
  nameOf: ({ id }) => id,
  columns: [{ field: 'at', always: true, cell: ({ id }) => id }],
}

testServer()

function Panel() {
  const state = useList(EVENTS)
  return <FilterPanel state={state} filters={[]} field={undefined} onSet={() => {}} onClose={() => {}} />
}

test('typing moves to the field that starts so, and Enter chooses it', async () => {
  const user = userEvent.setup()
  await show('/audit', () => <Panel />)
  const time = await screen.findByRole('button', { name: 'Time' })
  expect(document.activeElement).toBe(time)
  await user.keyboard('act')
  expect(document.activeElement?.textContent).toBe('Action')
  await user.keyboard('{Enter}')
  expect(await screen.findByRole('form', { name: 'Filter Action' })).toBeTruthy()
})
