import { list } from '@backoffice/contract/list'
import { type View, viewEndpoints } from '@backoffice/contract/views'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { expectAccessible } from '../../testing/axe.ts'
import { shownAddress as address, serve, show, testServer } from '../../testing/screen.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Toasts } from '../feedback/toasts.tsx'
import { usePreferences } from '../preferences/preferences.ts'
import type { List } from './columns.ts'
import { ListPage } from './list-page.tsx'
import { useList } from './use-list.ts'

type Sample = { id: string; code: string; name: string; state: 'IN' | 'OUT' }
const both = { filter: true, sort: true } as const
const samples = list({
  name: 'tenders',
  title: 'Samples',
  fields: {
    code: { label: 'Code', type: 'code', ...both },
    name: { label: 'Name', type: 'text', ...both },
    state: { label: 'State', type: 'choice', options: { IN: 'In force', OUT: 'Ended' }, ...both },
    since: { label: 'Since', type: 'date', ...both },
  },
  sort: ['code:asc'],
})

const SAMPLES: List<Sample, typeof samples> = {
  declaration: samples,
  noun: 'sample',
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  open: () => ({ to: '/lookup' }),
  columns: [
    { field: 'code', always: true, cell: ({ code }) => code },
    { field: 'name', cell: ({ name }) => name },
    { field: 'state', cell: ({ state }) => state },
    { field: 'since', hidden: true, cell: () => '2026' },
  ],
}

const ROWS = Array.from(
  { length: 30 },
  (_, index): Sample => ({ id: `id-${index}`, code: `C${index}`, name: `Sample ${index}`, state: 'IN' }),
)

/** Thirty rows; none with a search. */
function Samples() {
  const state = useList(SAMPLES)
  const { page, page_size, search } = state.query
  const rows = search ? [] : ROWS.slice((page - 1) * page_size, page * page_size)
  return (
    <ListPage
      state={state}
      result={{
        data: { total: search ? 0 : 30, total_estimated: false, page_size, items: rows },
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

const table = () => within(screen.getByRole('table', { name: 'Samples' }))
const heads = () => table().getAllByRole('columnheader')
const head = (name: string) => heads().find(({ textContent }) => textContent?.startsWith(name))
const shown = () => heads().flatMap(({ textContent }) => textContent || [])
const button = (name: string) => screen.getByText(name, { selector: 'button, button *' })
const labelled = (name: string | RegExp) => screen.getByLabelText(name, { selector: 'button, input' })
const checkbox = (at: number) =>
  table().getByLabelText<HTMLInputElement>(new RegExp(`Sample ${at}$`), { selector: 'input' })
const chip = (text: string) =>
  screen.getByText((_, element) => element?.tagName === 'BUTTON' && element.textContent === text)
const selected = () =>
  screen.queryAllByRole('status').find(({ textContent }) => textContent?.endsWith('selected'))
const links = () => table().getAllByRole('link')

const user = userEvent.setup()
const open = (search = '') => show(`/samples${search}`, () => <Samples />)

testServer()
beforeEach(() => {
  usePreferences.setState({ pending: {} })
  serve(viewEndpoints.list, () => ({ items: [] }))
})

async function filter(field: string) {
  await user.click(button('Filter'))
  const panel = await screen.findByRole('toolbar', { name: 'Fields' })
  await user.click(within(panel).getByText(field))
}

test('filters show as chips and in the address', async () => {
  await open('?page=2&size=10')
  await filter('State')
  await user.click(screen.getByLabelText('Ended'))
  expect(address()).toBe('/samples?page=2&size=10')
  await user.click(button('Apply'))
  await waitFor(() => expect(address()).toBe('/samples?size=10&f.state=OUT'))
  expect(chip('State is Ended')).toBeDefined()

  await filter('Name')
  await user.type(screen.getByLabelText('Text'), 'no such name{Enter}')
  await waitFor(() => expect(address()).toBe('/samples?size=10&f.state=OUT&f.name=*no%20such%20name'))
  await filter('Since')
  await user.type(screen.getByLabelText('From'), '2026-01-31')
  await user.click(screen.getByLabelText('Include open'))
  await user.click(button('Apply'))
  await waitFor(() => expect(address()).toContain('f.since=2026-01-31..'))
  // A chip opens its own editor, as it is set.
  await user.click(screen.getByText('Ended', { selector: 'strong' }))
  expect(screen.getByLabelText<HTMLInputElement>('Ended').checked).toBe(true)
  await expectAccessible(document.body)
  await user.click(button('Remove'))
  await waitFor(() => expect(address()).not.toContain('f.state'))
  await user.click(labelled(/^Remove the filter Name/))
  await waitFor(() => expect(address()).not.toContain('f.name'))
})

test('a list in which nothing matches is cleared', async () => {
  await open('?q=zzz&f.state=OUT')
  expect(screen.getByText('No sample matches')).toBeDefined()
  await user.click(button('Clear'))
  await waitFor(() => expect(address()).toBe('/samples'))
  expect(screen.queryByText('No sample matches')).toBeNull()
})

test('drops invalid parts of an address, and a card number', async () => {
  await open('?f.state=OUT~constructor&f.nothing=1&sort=-nothing&page=x&q=9990000000000011')
  expect(chip('State is Ended')).toBeDefined()
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('')
  await user.click(labelled(/^Remove the filter State/))
  await waitFor(() => expect(address()).not.toContain('f.state'))
  expect(address()).not.toContain('9990')
})

test('a press on a heading sorts; Shift adds up to three numbered sorts', async () => {
  await open()
  const sort = async (name: string, isAdded = false) => {
    if (isAdded) await user.keyboard('{Shift>}')
    await user.click(within(head(name) ?? document.body).getByRole('button'))
    if (isAdded) await user.keyboard('{/Shift}')
  }
  await sort('Name')
  await waitFor(() => expect(address()).toBe('/samples?sort=name'))
  expect(head('Name')?.getAttribute('aria-sort')).toBe('ascending')
  await sort('State', true)
  await sort('State', true)
  await sort('Code', true)
  await waitFor(() => expect(address()).toBe('/samples?sort=name,-state,code'))
  expect(head('State')?.getAttribute('aria-sort')).toBe('descending')
  expect(head('Code')?.textContent).toBe('Code3')
  await sort('Name')
  await waitFor(() => expect(address()).toBe('/samples?sort=-name'))
  await sort('Name')
  await waitFor(() => expect(address()).toBe('/samples'))
})

test('columns are hidden, added, moved and reset for the user', async () => {
  await open()
  expect(shown()).toEqual(['Code', 'Name', 'State'])
  await user.click(labelled('Columns of samples'))
  expect((await screen.findByLabelText<HTMLInputElement>(/^Code/, { selector: 'input' })).disabled).toBe(true)
  await user.click(labelled('State'))
  await user.click(labelled('Since'))
  await user.click(labelled('Move Since up'))
  await user.click(labelled('Move Since up'))
  expect(shown()).toEqual(['Code', 'Since', 'Name'])
  expect(document.activeElement).toBe(labelled('Move Since up'))
  expect(usePreferences.getState().pending).toEqual({
    columns: { tenders: [{ id: 'code' }, { id: 'since' }, { id: 'name' }] },
  })
  await user.click(button('Reset'))
  expect(shown()).toEqual(['Code', 'Name', 'State'])
  expect(usePreferences.getState().pending).toEqual({ columns: { tenders: null } })
})

const VIEW: View = {
  id: '00000000-0000-4000-8000-000000000001',
  version: 1,
  list: 'tenders',
  name: 'Month-end',
  audience: 'MINE',
  role: null,
  content: { filters: { state: { in: ['OUT'] } }, sort: ['name:asc'] },
  owner: { id: '00000000-0000-4000-8000-000000000002', name: 'Alma Dizon' },
  is_mine: true,
  is_default: false,
}

const openViews = () => user.click(button('View'))

test('saves, changes, shares and deletes a view, and makes it the default', async () => {
  await open('?f.state=OUT&sort=name')
  await openViews()
  await user.click(await screen.findByText('Save as a new view…'))
  await user.click(button('Save'))
  expect(screen.getByText('Enter a name.')).toBeDefined()
  await user.type(screen.getByLabelText('Name'), 'Month-end')
  await user.click(screen.getByLabelText('A role'))
  const created = serve(viewEndpoints.create, () => ({ ...VIEW, audience: 'ROLE' }) satisfies View)
  await user.click(button('Save'))
  await waitFor(() => expect(address()).toContain(`view=${VIEW.id}`))
  expect(created[0]?.body).toEqual({
    list: 'tenders',
    name: 'Month-end',
    audience: 'ROLE',
    content: VIEW.content,
  })

  await user.click(labelled(/^Remove the filter State/))
  await waitFor(() => expect(button('changed')).toBeDefined())
  await user.click(await screen.findByText('Discard changes'))
  await waitFor(() => expect(address()).toContain('f.state=OUT'))

  await openViews()
  const defaults = serve(viewEndpoints.setDefault, () => ({ list: 'tenders', id: VIEW.id }))
  await user.click(labelled('Use Month-end as default view'))
  await waitFor(() =>
    expect(labelled('Use Month-end as default view').getAttribute('aria-pressed')).toBe('true'),
  )
  expect(defaults[0]?.body).toEqual({ list: 'tenders', id: VIEW.id })
  await user.click(button('All samples'))
  await waitFor(() => expect(address()).toBe('/samples?view=all'))

  await openViews()
  await user.click(labelled('Edit Month-end'))
  await user.click(screen.getByLabelText('Everyone'))
  const updated = serve(
    viewEndpoints.update,
    () => ({ ...VIEW, version: 2, audience: 'EVERYONE' }) satisfies View,
  )
  await user.click(button('Save'))
  await waitFor(() => expect(screen.getByText('shared with everyone')).toBeDefined())
  expect(updated[0]?.body).toEqual({ version: 1, name: 'Month-end', audience: 'EVERYONE' })
  await user.click(labelled('Edit Month-end'))
  serve(viewEndpoints.delete, () => ({ id: VIEW.id }))
  await user.click(button('Delete'))
  await waitFor(() => expect(screen.queryByText('Month-end')).toBeNull())
})

test('a view saved after its list was left does not change the address', async () => {
  let leave = () => {}
  await show('/samples?f.state=OUT', () => {
    const [isOpen, setOpen] = useState(true)
    leave = () => act(() => setOpen(false))
    return [isOpen && <Samples key="list" />, <Toasts key="toasts" />]
  })
  await openViews()
  await user.click(await screen.findByText('Save as a new view…'))
  await user.type(screen.getByLabelText('Name'), 'Month-end')
  serve(viewEndpoints.create, () => {
    leave()
    return VIEW
  })
  await user.click(button('Save'))
  await screen.findByText('View Month-end saved')
  expect(address()).toBe('/samples?f.state=OUT')
})

test('a list opens with its default view, and another user’s view cannot be changed', async () => {
  const theirs = { ...VIEW, is_mine: false, is_default: true, audience: 'EVERYONE' as const }
  serve(viewEndpoints.list, () => ({ items: [theirs] }))
  await open()
  await waitFor(() => expect(address()).toBe(`/samples?sort=name&f.state=OUT&view=${VIEW.id}`))
  await openViews()
  const region = await screen.findByRole('region', { name: 'Everyone’s' })
  expect(within(region).getByText('default, Alma Dizon')).toBeDefined()
  expect(screen.queryByLabelText('Edit Month-end')).toBeNull()
})

test('rows stay selected across pages, and can be reached and selected by keyboard', async () => {
  await open('?size=10')
  await user.click(checkbox(1))
  await user.click(labelled('Next page'))
  await waitFor(() => expect(address()).toContain('page=2'))
  await user.click(checkbox(10))
  expect(selected()?.textContent).toBe('2 selected')
  await user.click(labelled('Previous page'))
  await waitFor(() => expect(checkbox(1).checked).toBe(true))
  await user.click(button('Clear'))
  expect(selected()).toBeUndefined()

  act(() => links()[0]?.focus())
  await user.keyboard('{ArrowDown}j')
  expect(document.activeElement).toBe(links()[2])
  await user.keyboard('x{Shift>}{ArrowDown}{ArrowDown}{/Shift}')
  expect(selected()?.textContent).toBe('3 selected')
  await user.keyboard('k')
  expect(document.activeElement).toBe(links()[3])
  await user.keyboard('{Home}')
  expect(document.activeElement).toBe(links()[0])
  expect([2, 3, 4].map((at) => checkbox(at).checked)).toEqual([true, true, true])
})
