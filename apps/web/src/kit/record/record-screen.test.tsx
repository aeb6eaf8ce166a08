import { tenders } from '@backoffice/contract/tables/tenders'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { queryClient } from '../../net/query-client.ts'
import { allowOnly, show, shownAddress, testServer } from '../../testing/screen.tsx'
import { CreateScreen } from './create-screen.tsx'
import { recordKeys } from './record-queries.ts'
import { RecordScreen } from './record-screen.tsx'

const ID = '01900000-0000-7000-8000-000000000001'
const ROW = {
  id: ID,
  version: 2,
  // A select of this DOM shows its first option.
  source_system: 'POS',
  tender_id: '0041',
  tender_name: 'Fuel card',
  payment_method_code: 'AR',
  card_scheme: null,
  bin_from: null,
  bin_to: null,
  company_code: 'NLF',
  status: 'ACTIVE',
  effective_from: '2025-07-15',
  effective_to: null,
  created_at: '2026-11-20T08:00:00Z',
  created_by: 'Benito Cruz',
  updated_at: '2026-11-24T08:00:00Z',
  updated_by: 'Benito Cruz',
  in_use_since: null,
}

const server = testServer()
const options = (code: string) => ({ body: { resource: { items: [{ code, name: code, in_force: true }] } } })
beforeEach(() => {
  server.replies = {
    [`GET /lookup/tenders/${ID}`]: () => ({ body: { resource: ROW } }),
    [`GET /history/tender/${ID}`]: () => ({ body: { resource: { items: [], next: null } } }),
    'POST /lookup/company_groups/options': () => options('NLF'),
    'POST /lookup/payment_methods/options': () => options('AR'),
  }
})

const user = userEvent.setup()
const click = async (name: string) => user.click(await screen.findByRole('button', { name }))
const open = () => show(`/lookup/tenders/${ID}`, () => <RecordScreen table={tenders} id={ID} />)
const rename = async (text: string) => {
  const name = await screen.findByLabelText('Tender name')
  await user.clear(name)
  await user.type(name, text)
}
const sent = (verb: string) => server.calls.filter(({ path }) => path.endsWith(verb)).map(({ body }) => body)

test('sends the changed fields with the version, then shows the list', async () => {
  server.replies['POST /lookup/tenders/update'] = () => ({
    body: { resource: { items: [{ id: ID, outcome: 'done', row: { ...ROW, version: 3 } }] } },
  })
  const place = await open()
  await rename('Diesel card')
  await click('Save')
  await waitFor(() => expect(place()).toBe('/lookup/tenders'))
  expect(sent('update')).toEqual([{ items: [{ id: ID, version: 2, tender_name: 'Diesel card' }] }])
})

test('closes an unchanged tender without a call', async () => {
  const place = await open()
  await screen.findByLabelText('Tender name')
  await click('Save')
  await waitFor(() => expect(place()).toBe('/lookup/tenders'))
  expect(sent('update')).toEqual([])
})

test('a tender in use keeps its key', async () => {
  server.replies[`GET /lookup/tenders/${ID}`] = () => ({
    body: { resource: { ...ROW, in_use_since: '2026-01-02' } },
  })
  await open()
  await screen.findByText(/^In use since 2 Jan 2026/)
  for (const [label, isLocked] of [
    ['Tender ID', true],
    ['Tender name', false],
  ] as const)
    expect([label, screen.getByLabelText(label).hasAttribute('readonly')]).toEqual([label, isLocked])
})

test('merges another user’s version and saves it immediately', async () => {
  const current = { ...ROW, version: 3, card_scheme: 'VISA' }
  server.replies['POST /lookup/tenders/update'] = () => ({
    status: 409,
    body: { code: 'version_conflict', detail: 'Changed.', current },
  })
  const place = await open()
  await rename('Diesel card')
  await click('Save')
  const dialog = await screen.findByRole('dialog', { name: 'Someone else saved this tender first' })
  expect(dialog.textContent).toContain('Benito Cruz saved POS 0041')
  server.replies['POST /lookup/tenders/update'] = () => ({
    body: { resource: { items: [{ id: ID, outcome: 'done', row: { ...current, version: 4 } }] } },
  })
  const saves = await screen.findAllByRole('button', { name: 'Save' })
  await user.click(saves.find((each) => dialog.contains(each)) ?? dialog)
  await waitFor(() => expect(place()).toBe('/lookup/tenders'))
  expect(sent('update').at(-1)).toEqual({
    items: [{ id: ID, version: 3, tender_name: 'Diesel card' }],
  })
})

test('a row deleted in the meantime can be kept as a new one', async () => {
  server.replies['POST /lookup/tenders/update'] = () => ({
    status: 404,
    body: { code: 'not_found', detail: 'Gone.' },
  })
  await open()
  await rename('Diesel card')
  await click('Save')
  await screen.findByText('This tender was deleted in the meantime.')
  await screen.findByRole('button', { name: 'Keep as a new tender' })
})

test('a create after a lost reply or a failure reuses the key, so that it creates once', async () => {
  const keys: (string | null)[] = []
  const place = await show('/lookup/tenders/create', () => <CreateScreen table={tenders} from={ID} />)
  const reply = globalThis.fetch
  globalThis.fetch = async (url, init) => {
    if (!String(url).endsWith('/create')) return reply(url, init)
    keys.push(new Headers(init?.headers).get('idempotency-key'))
    if (keys.length === 1) throw new TypeError('Failed to fetch')
    // Such a reply does not show if the write was done either.
    if (keys.length === 2) return Response.json({ code: 'unavailable', detail: 'Not now.' }, { status: 503 })
    return Response.json({ resource: { ...ROW, id: 'new' } }, { status: 201 })
  }
  await user.type(await screen.findByLabelText('Tender ID'), '0042')
  await click('Save')
  await screen.findByText(/may or may not have been done/)
  await click('Save')
  await waitFor(() => expect(keys).toHaveLength(2))
  await waitFor(() => expect(screen.queryByText(/may or may not have been done/)).toBeNull())
  await click('Save')
  await waitFor(() => expect(place()).toBe('/lookup/tenders'))
  expect(new Set(keys).size).toBe(1)
  expect(keys).toHaveLength(3)
})

test('a refused deletion of a record that is still loading shows the reason and keeps the input', async () => {
  queryClient.setQueryData([...recordKeys.lists(tenders), {}], { items: [ROW], total: 1 })
  const reply = globalThis.fetch
  const stillLoading = new Promise<Response>(() => undefined)
  globalThis.fetch = (url, init) =>
    String(url).endsWith(`/lookup/tenders/${ID}`) ? stillLoading : reply(url, init)
  server.replies['POST /lookup/tenders/delete'] = () => ({
    body: { resource: { items: [{ id: ID, outcome: 'refused', code: 'in_use', detail: 'It is in use.' }] } },
  })
  await open()
  await rename('Diesel card')
  await click('Actions of POS 0041')
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  await screen.findByRole('dialog', { name: 'POS 0041 was not deleted' })
  expect(screen.getByLabelText<HTMLInputElement>('Tender name').value).toBe('Diesel card')
})

test('a missing tender is a page not found with a link back to the list', async () => {
  server.replies[`GET /lookup/tenders/${ID}`] = () => ({
    status: 404,
    body: { code: 'not_found', detail: 'Gone.' },
  })
  await show(`/lookup/tenders/${ID}?q=Z`, () => <RecordScreen table={tenders} id={ID} />)
  await screen.findByRole('heading', { name: 'Page Not Found' })
  await screen.findByText('This tender does not exist, or was deleted.')
  await user.click(screen.getByText('Back to Tenders'))
  await waitFor(() => expect(shownAddress()).toBe('/lookup/tenders?q=Z'))
})

test('without the permission to change, a tender is read-only', async () => {
  allowOnly(['Lookup'], ['tender:view'])
  await open()
  await screen.findByRole('heading', { name: 'View tender 0041' })
  for (const label of ['Tender name', 'Company', 'Status'])
    expect([label, screen.getByLabelText(label).hasAttribute('readonly')]).toEqual([label, true])
  const button = screen.getByRole('button', { name: 'Save' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  await user.click(button)
  expect(server.calls.filter(({ path }) => path.endsWith('/update'))).toEqual([])
  await click('Actions of POS 0041')
  for (const item of ['Duplicate', 'Deactivate', 'Delete'])
    expect((await screen.findByRole('menuitem', { name: item })).getAttribute('aria-disabled')).toBe('true')
})
