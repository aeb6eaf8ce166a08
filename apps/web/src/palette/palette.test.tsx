import { caseEndpoints } from '@backoffice/contract/endpoints/cases'
import { fileEndpoints } from '@backoffice/contract/endpoints/files'
import { tableEndpoints } from '@backoffice/contract/endpoints/tables'
import { userEndpoints } from '@backoffice/contract/endpoints/users'
import { tenders } from '@backoffice/contract/tables/tenders'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { allowOnly, type Call, serve, show, shownAddress, testServer } from '../dom-tests/screen.tsx'
import { setPalette, usePaletteState } from '../kit/palette/state.ts'
import { AppPalette } from './palette.tsx'

const ID = '01900000-0000-7000-8000-000000000001'
const MARIA = { id: ID, name: 'Maria Reyes', email: 'maria@backoffice.test', status: 'ACTIVE', role: 'Agent' }
const NONE = {
  items: [],
  total: 0,
  total_estimated: false,
  page: 1,
  page_size: 10,
  next: null,
  previous: null,
}
const TENDER = {
  id: ID,
  version: 1,
  source_system: 'KIOSK',
  tender_id: '0012',
  tender_name: 'QR wallet',
  company_code: '*',
  status: 'ACTIVE',
  effective_from: null,
  effective_to: null,
}

const server = testServer()
const user = userEvent.setup()
let searches: Call[][]
beforeEach(() => {
  usePaletteState.setState({ recent: [] })
  setPalette(true)
  searches = [
    serve(userEndpoints.search, () => ({ items: [MARIA] })),
    serve(caseEndpoints.list, () => NONE as never),
    serve(fileEndpoints.list, () => NONE as never),
  ]
})

const open = () => show('/', () => <AppPalette />)
const type = async (text: string) => user.type(await screen.findByRole('combobox'), text)
const options = (group: string) =>
  within(screen.getByRole('group', { name: group }))
    .getAllByRole('option')
    .map(({ textContent }) => textContent)

test('finds people and records, each in its group, and opens the chosen one', async () => {
  allowOnly(['Users', 'Lookup'], ['user:view', 'tender:view'])
  const list = serve(tableEndpoints(tenders).list, () => ({ ...NONE, items: [TENDER] }) as never)
  const path = await open()
  await type('Reyes')
  await waitFor(() => expect(options('Users')).toEqual(['Maria Reyesmaria@backoffice.test · Agent']))
  expect(options('Tenders')).toEqual(['KIOSK 0012 QR walletAll companies'])
  expect(list.map(({ body }) => body)).toEqual([{ page: 1, page_size: 10, search: 'Reyes' }])
  await user.keyboard('{Enter}')
  await waitFor(() => expect(path()).toBe(`/users/users_list/${ID}`))
})

test('shows five matches of a list, and leads to all of them', async () => {
  allowOnly(['Lookup'], ['tender:view'])
  const items = Array.from({ length: 6 }, (_, at) => ({ ...TENDER, id: `${at}` }))
  serve(tableEndpoints(tenders).list, () => ({ ...NONE, items }) as never)
  await open()
  await type('QR')
  await waitFor(() => expect(options('Tenders')).toHaveLength(6))
  await user.click(screen.getByRole('option', { name: 'Show all in Tenders' }))
  await waitFor(() => expect(shownAddress()).toBe('/lookup/tenders?q=QR'))
})

test('searches only what the user may read', async () => {
  allowOnly(['All'], ['case:view'])
  await open()
  await type('Reyes')
  await waitFor(() => expect(searches.map((calls) => calls.length)).toEqual([0, 1, 0]))
})

test('sends nothing of a card number', async () => {
  await open()
  const field = await screen.findByRole('combobox')
  field.focus()
  await user.paste('9990 0000 0000 0011')
  await screen.findByRole('option', { name: 'Run inquiry for card •••• 0011' })
  await new Promise((resolve) => setTimeout(resolve, 400))
  expect([...searches.flat(), ...server.calls]).toEqual([])
})

test('says what could not be searched, next to what was found', async () => {
  allowOnly(['All'], ['case:view', 'user:view'])
  const refused = { refusal: { status: 422, code: 'invalid', detail: 'Try a shorter text.' } }
  serve(caseEndpoints.list, () => refused)
  await open()
  await type('Reyes')
  await screen.findByText('Cases could not be searched. Try a shorter text.')
  expect(options('Users')).toHaveLength(1)
  serve(caseEndpoints.list, () => NONE as never)
  await user.click(screen.getByRole('option', { name: 'Search again' }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

test('lists the actions that the user may run', async () => {
  allowOnly(['All'], ['tender:create', 'terminal:upsert', 'inquiry:run', 'file:upload'])
  await open()
  const labels = () => options('Actions').slice(0, -5)
  await waitFor(() =>
    expect(labels()).toEqual(['Upload file', 'Look up several cards', 'Create tender', 'Create terminal']),
  )
})
