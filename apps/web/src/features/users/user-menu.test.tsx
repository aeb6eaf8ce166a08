import { userEndpoints } from '@backoffice/contract/users'
import { viewEndpoints } from '@backoffice/contract/views'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { Toasts } from '../../kit/feedback/toasts.tsx'
import { allowOnly, type Call, screenOf, serve, show, testServer } from '../../testing/screen.tsx'
import { ID, USER } from './user-fixture.ts'
import { SessionsTab } from './user-screen.tsx'
import { Route } from './users.route.tsx'

const UsersScreen = screenOf(Route)

const SESSION = '01900000-0000-7000-8000-000000000009'
const ROW = { ...USER, status: 'ACTIVE' as const, second_factor: 'AUTHENTICATOR' as const }
const DETAIL = { ...ROW, mfa_enabled: true }
type Row = Omit<typeof ROW, 'status'> & { status: 'ACTIVE' | 'PENDING' | 'DELETED' }

const server = testServer()
const user = userEvent.setup()
let ended: Call[]

beforeEach(() => {
  server.replies = { 'GET /role/options': () => ({ body: { resource: { items: [] } } }) }
  serve(userEndpoints.get, () => DETAIL)
  // Last, because the path of a user matches it too.
  serve(viewEndpoints.list, () => ({ items: [] }))
  ended = serve(userEndpoints.endSessions, () => ({ id: ID }))
})

async function openMenu(row: Row = ROW) {
  const page = { total: 1, total_estimated: false, page: 1, page_size: 50, next: null, previous: null }
  serve(userEndpoints.list, () => ({ ...page, items: [row] }))
  await show('/users/users_list', () => (
    <>
      <UsersScreen />
      <Toasts />
    </>
  ))
  await user.click(await screen.findByRole('button', { name: /Actions.*Ana Cruz/ }))
  return screen.findByRole('menu')
}
const itemsOf = (menu: HTMLElement) =>
  within(menu)
    .getAllByRole('menuitem')
    .map((item) => `${item.textContent}${item.getAttribute('aria-disabled') ? ' (disabled)' : ''}`)

test('a row offers what applies to its user, and ends all sessions once confirmed', async () => {
  const menu = await openMenu()
  expect(itemsOf(menu)).toEqual([
    'OpenEnter',
    'Edit',
    'History',
    'Reset password…',
    'Remove authenticator…',
    'End all sessions…',
    'Off-board…',
  ])
  await user.click(within(menu).getByRole('menuitem', { name: 'End all sessions…' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'End all sessions of Ana Cruz?' })
  expect(ended).toEqual([])
  await user.click(within(dialog).getByRole('button', { name: 'End all' }))
  await screen.findByText('All sessions of Ana Cruz ended')
  expect(ended).toHaveLength(1)
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('a pending user gets another invitation', async () => {
  const items = itemsOf(await openMenu({ ...ROW, status: 'PENDING' }))
  expect(items).toContain('Send invitation again')
  expect(items).not.toContain('Reset password…')
})

test('a reset is sent once confirmed', async () => {
  const resets = serve(userEndpoints.resetPassword, () => DETAIL)
  const menu = await openMenu()
  await user.click(within(menu).getByRole('menuitem', { name: 'Reset password…' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Reset password of Ana Cruz?' })
  expect(resets).toEqual([])
  await user.click(within(dialog).getByRole('button', { name: 'Send reset code' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(resets).toEqual([expect.objectContaining({ body: { id: ID, mode: 'reset' } })])
})

test('a more powerful user is refused with a reason', async () => {
  const menu = await openMenu({ ...ROW, exceeds: { manage: true, account: true } })
  expect(itemsOf(menu)).toEqual([
    'OpenEnter',
    'Edit (disabled)',
    'History',
    'Reset password… (disabled)',
    'Remove authenticator… (disabled)',
    'End all sessions… (disabled)',
    'Off-board… (disabled)',
  ])
})

test('a deleted user only opens', async () => {
  expect(itemsOf(await openMenu({ ...ROW, status: 'DELETED' }))).toEqual(['OpenEnter'])
})

test('one session ends on its own, with device and address', async () => {
  const at = '2026-11-20T08:00:00Z'
  let items = [{ id: SESSION, created_at: at, last_used_at: at, user_agent: null, address: '203.0.113.7' }]
  serve(userEndpoints.sessions, () => ({ is_available: true, items }))
  const one = serve(userEndpoints.endSession, () => {
    items = []
    return { id: SESSION }
  })
  await show('/users', () => (
    <>
      <SessionsTab user={DETAIL} />
      <Toasts />
    </>
  ))
  const item = await screen.findByRole('listitem')
  expect(item.textContent).toContain('203.0.113.7')
  await user.click(within(item).getByRole('button', { name: /^End session of/ }))
  const dialog = await screen.findByRole('alertdialog', { name: 'End this session?' })
  await user.click(within(dialog).getByRole('button', { name: 'End session' }))
  await screen.findByText('No active sessions')
  expect(one.map(({ body }) => body)).toEqual([{ session_id: SESSION }])
})

test('a cloud pool, which lists no sessions, says so', async () => {
  allowOnly(['Users'], ['user:view'])
  serve(userEndpoints.sessions, () => ({ is_available: false, items: [] }))
  await show('/users', () => <SessionsTab user={DETAIL} />)
  await waitFor(() => expect(screen.getByText(/can’t be ended one by one/)).toBeDefined())
})
