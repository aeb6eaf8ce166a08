import { searchEndpoints } from '@backoffice/contract/search'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { setPalette, usePaletteState } from '../../kit/palette/state.ts'
import { expectAccessible } from '../../testing/axe.ts'
import { allowOnly, type Call, serve, show, shownAddress, testServer } from '../../testing/screen.tsx'
import { AppPalette } from './palette.tsx'

const ID = '01900000-0000-7000-8000-000000000001'
const MARIA = {
  kind: 'users',
  id: ID,
  label: 'Maria Reyes',
  note: 'maria@backoffice.test · Agent',
  keywords: 'maria@backoffice.test',
} as const
const TENDER = {
  kind: 'tenders',
  id: ID,
  label: 'KIOSK 0012 QR wallet',
  note: 'All companies',
  keywords: '',
} as const

const server = testServer()
const user = userEvent.setup()
let searches: Call[]
let items: (typeof MARIA | typeof TENDER)[]
beforeEach(() => {
  usePaletteState.setState({ recent: [] })
  setPalette(true)
  items = [MARIA, TENDER]
  searches = serve(searchEndpoints.find, () => ({ items, complete: true }))
})

const open = () => show('/', () => <AppPalette />)
const type = async (text: string) => user.type(await screen.findByRole('combobox'), text)
const options = (group: string) =>
  within(screen.getByRole('group', { name: group }))
    .getAllByRole('option')
    .map(({ textContent }) => textContent)

test('finds people and records with one call, each in its group, and opens the chosen one', async () => {
  const path = await open()
  await type('Reyes')
  await waitFor(() => expect(options('Users')).toEqual(['Maria Reyesmaria@backoffice.test · Agent']))
  expect(options('Tenders')).toEqual(['KIOSK 0012 QR walletAll companies'])
  expect(searches.map(({ body }) => body)).toEqual([{ search: 'Reyes' }])
  await expectAccessible(screen.getByRole('dialog'))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(path()).toBe(`/users/users_list/${ID}`))
})

test('shows five matches of a list, and leads to all of them', async () => {
  items = Array.from({ length: 6 }, (_, index) => ({ ...TENDER, id: `${index}` }) as never)
  await open()
  await type('QR')
  await waitFor(() => expect(options('Tenders')).toHaveLength(6))
  await user.click(screen.getByRole('option', { name: 'Show all in Tenders' }))
  await waitFor(() => expect(shownAddress()).toBe('/lookup/tenders?q=QR'))
})

test('does not search without a record that the user may read', async () => {
  allowOnly(['All'], ['audit:export'])
  await open()
  await type('audit')
  await screen.findByRole('option', { name: 'Export audit events' })
  expect(screen.getByRole('status').textContent).toMatch(/result/)
  expect(searches).toEqual([])
})

test('while typing keeps only those former results that still match', async () => {
  await open()
  await type('re')
  await waitFor(() => expect(options('Users')).toHaveLength(1))
  expect(options('Tenders')).toHaveLength(1)
  const { promise: arrival, resolve: arrive } = Promise.withResolvers<void>()
  const { fetch } = globalThis
  vi.stubGlobal('fetch', async (...call: Parameters<typeof fetch>) => {
    await arrival
    return fetch(...call)
  })
  items = []
  await type('y')
  expect(options('Users')).toHaveLength(1)
  expect(screen.queryByRole('group', { name: 'Tenders' })).toBeNull()
  arrive()
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Users' })).toBeNull())
})

test('sends nothing of a card number', async () => {
  await open()
  const field = await screen.findByRole('combobox')
  field.focus()
  await user.paste('9990 0000 0000 0011')
  await screen.findByRole('option', { name: 'Run inquiry for card •••• 0011' })
  await new Promise((resolve) => setTimeout(resolve, 400))
  expect([...searches, ...server.calls]).toEqual([])
})

test('says that the search failed or is incomplete', async () => {
  const refused = { refusal: { status: 422, code: 'invalid', detail: 'Try a shorter text.' } }
  serve(searchEndpoints.find, () => refused)
  await open()
  await type('Reyes')
  await screen.findByText('Records could not be searched. Try a shorter text.')
  serve(searchEndpoints.find, () => ({ items: [MARIA], complete: false }))
  await user.click(screen.getByRole('option', { name: 'Search again' }))
  await screen.findByText(/The search took too long/)
  expect(screen.queryByRole('alert')).toBeNull()
  expect(options('Users')).toHaveLength(1)
})

test('lists the actions that the user may run', async () => {
  allowOnly(['All'], ['tender:create', 'terminal:upsert', 'inquiry:run', 'file:upload'])
  await open()
  const labels = () => options('Actions').slice(0, -5)
  await waitFor(() =>
    expect(labels()).toEqual(['Upload file', 'Look up several cards', 'Create tender', 'Create terminal']),
  )
})

test('opens the import and the export of a list that the user may run', async () => {
  allowOnly(['All'], ['glass-branch:import', 'file:upload', 'tender:export'])
  await open()
  await waitFor(() => expect(options('Actions')).not.toContain('Export tenders'))
  await type('import')
  expect(options('Actions')).toEqual(['Import branches'])
  await user.clear(screen.getByRole('combobox'))
  await type('export')
  expect(options('Actions')).toEqual(['Export tenders'])
  await user.keyboard('{Enter}')
  await waitFor(() => expect(shownAddress()).toBe('/lookup/tenders'))
})
