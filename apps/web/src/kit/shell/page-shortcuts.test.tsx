import { list } from '@backoffice/contract/list'
import { viewEndpoints } from '@backoffice/contract/views'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { expectAccessible } from '../../testing/axe.ts'
import { serve, show, testServer } from '../../testing/screen.tsx'
import type { List } from '../list/columns.ts'
import { ListPage } from '../list/list-page.tsx'
import { useList } from '../list/use-list.ts'
import { openSheet } from '../shortcuts/shortcuts.ts'
import { PageShortcuts } from './page-shortcuts.tsx'

testServer()
const user = userEvent.setup()
afterEach(() => openSheet(false))

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

function Samples() {
  const state = useList(SAMPLES)
  return (
    <main>
      <ListPage
        state={state}
        result={{
          data: { total: 1, total_estimated: false, page_size: 25, items: [{ id: '1', code: 'C1' }] },
          error: null,
          isFetching: false,
          isPlaceholderData: false,
          refetch: () => undefined,
        }}
        menu={() => [{ label: 'Copy', onSelect: () => undefined }]}
        empty={null}
      />
      <PageShortcuts />
    </main>
  )
}

async function shortcuts(group: string) {
  const region = await waitFor(() => {
    const found = screen.queryByRole('heading', { name: group, hidden: true })?.closest('section')
    if (!found) throw new Error(`There is no group ${group}`)
    return found
  })
  return within(region)
    .getAllByRole('term', { hidden: true })
    .map(({ textContent }) => textContent)
}

test('lists what works on the screen, and opens the actions of a row by its key', async () => {
  serve(viewEndpoints.list, () => ({ items: [] }))
  await show('/samples', () => <Samples />)
  const row = await screen.findByRole('link', { name: 'C1' })
  openSheet()
  expect(await shortcuts('Rows')).toEqual([
    'Next row',
    'Previous row',
    'First row',
    'Last row',
    'Open the row',
    'Actions of the row',
  ])
  expect(await shortcuts('This screen')).toEqual(['Search'])
  expect(screen.queryByRole('heading', { name: 'Record', hidden: true })).toBeNull()
  await expectAccessible(await screen.findByRole('dialog', { name: 'Shortcuts' }))
  openSheet(false)
  row.focus()
  await user.keyboard('m')
  await screen.findByRole('menu', { name: 'Actions of C1', hidden: true })
})

test('a screen without a list lists only what works everywhere', async () => {
  await show('/', () => <PageShortcuts />)
  openSheet()
  expect(await shortcuts('Everywhere')).toEqual(['Search or jump to', 'Shortcuts'])
  for (const group of ['Rows', 'This screen'])
    expect(screen.queryByRole('heading', { name: group, hidden: true })).toBeNull()
})
