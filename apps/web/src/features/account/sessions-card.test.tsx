import { accountEndpoints } from '@backoffice/contract/account'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { Toasts } from '../../kit/feedback/toasts.tsx'
import { useSession } from '../../session/store.ts'
import { expectAccessible } from '../../testing/axe.ts'
import { testProvider } from '../../testing/provider.ts'
import { serve, show, testServer } from '../../testing/screen.tsx'
import { SessionsCard } from './sessions-card.tsx'

testServer()
testProvider()
const user = userEvent.setup()

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36'
const AT = '2026-11-24T08:00:00Z'
const HERE = { id: 'here', created_at: AT, last_used_at: AT, user_agent: CHROME, is_current: true }
const ELSEWHERE = { ...HERE, id: 'elsewhere', is_current: false }
const DOWN = { refusal: { status: 503, code: 'unavailable' } }

const press = async (name: string | RegExp) => user.click(await screen.findByRole('button', { name }))
const rows = () => screen.queryAllByRole('listitem')
const card = () => screen.getByRole('region', { name: 'Where you are signed in' })

async function pressInDialog(name: string) {
  const dialog = await screen.findByRole('alertdialog')
  await user.click(within(dialog).getByRole('button', { name, hidden: true }))
  return dialog
}

beforeEach(() => {
  serve(accountEndpoints.listSessions, () => ({ is_available: true, items: [HERE, ELSEWHERE] }))
})

test('a failed list can be retried; ending all sessions works without it', async () => {
  serve(accountEndpoints.listSessions, () => ({ refusal: { status: 500, code: 'internal' } }))
  await show('/account', () => <SessionsCard />)
  await screen.findByText('The list could not be loaded.')
  screen.getByRole('button', { name: 'Sign out everywhere' })
  await expectAccessible(card())
  serve(accountEndpoints.listSessions, () => ({ is_available: true, items: [HERE] }))
  await press('Try again')
  await screen.findByText('This browser')
})

test('without a list from the provider, all sessions can be ended; a failure stays in the dialog', async () => {
  serve(accountEndpoints.listSessions, () => ({ is_available: false, items: [] }))
  const ended = serve(accountEndpoints.endAllSessions, () => DOWN)
  await show('/account', () => (
    <>
      <SessionsCard />
      <Toasts />
    </>
  ))
  await screen.findByText(/doesn’t list your sessions/)
  expect(rows()).toEqual([])
  await press('Sign out everywhere')
  const dialog = await pressInDialog('Sign out everywhere')
  await within(dialog).findByText(/busy or restarting/)
  expect(screen.getAllByText(/busy or restarting/)).toHaveLength(1)
  expect(ended.length).toBeGreaterThan(0)
  await pressInDialog('Cancel')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(useSession.getState()).toMatchObject({ isAuthenticated: true, end: undefined })
})

test('another session is ended after a question, and leaves the list', async () => {
  await show('/account', () => <SessionsCard />)
  await waitFor(() => expect(rows()).toHaveLength(2))
  await expectAccessible(card())
  const ended = serve(accountEndpoints.endSession, ({ body }) => ({ id: String(body.id) }))
  const [, other] = rows()
  if (!other) throw new Error('Two sessions are listed.')
  await user.click(within(other).getByRole('button', { name: /^End session of Chrome on Linux/ }))
  serve(accountEndpoints.listSessions, () => ({ is_available: true, items: [HERE] }))
  await pressInDialog('End session')
  await waitFor(() => expect(rows()).toHaveLength(1))
  expect(ended.map(({ body }) => body)).toEqual([{ id: 'elsewhere' }])
})
