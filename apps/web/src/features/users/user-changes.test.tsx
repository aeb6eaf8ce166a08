import { EXCEEDS_CALLER } from '@backoffice/contract/exceeding'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { Toasts } from '../../kit/feedback/toasts.tsx'
import { expectAccessible } from '../../testing/axe.ts'
import { allowOnly, screenOf, show, testServer } from '../../testing/screen.tsx'
import { ID, reply, USER, userReplies } from './user-fixture.ts'
import { UserScreen } from './user-screen.tsx'
import { Route } from './users.route.tsx'

const UsersScreen = screenOf(Route)

const server = testServer()
beforeEach(() => {
  server.replies = userReplies()
})

const user = userEvent.setup()
const click = async (name: string) => user.click(await screen.findByRole('button', { name }))
const sent = (method: string) =>
  server.calls.filter((call) => call.method === method).map(({ path, body }) => ({ path, body }))

const withToasts = (tab?: string) =>
  show('/one', () => (
    <>
      <UserScreen id={ID} tab={tab} />
      <Toasts />
    </>
  ))

const offBoard = async () => {
  await click('Off-board…')
  return screen.findByRole('dialog', { name: 'Off-board Ana Cruz' })
}

test('deletes a user who leaves only with a receiver of the open work', async () => {
  const place = await show('/one', () => <UserScreen id={ID} tab={undefined} />)
  const dialog = await offBoard()
  await user.click(await within(dialog).findByLabelText('Delete the account'))
  const receiver = await within(dialog).findByLabelText('Reassign to')
  const submit = () => user.click(within(dialog).getByRole('button', { name: 'Delete user', hidden: true }))
  await submit()
  await within(dialog).findByText('Select Reassign to')
  await within(dialog).findByText('Enter Reason')
  expect(sent('POST').map(({ path }) => path)).not.toContain('/off-board')
  await user.type(receiver, 'dan')
  server.replies['GET /similar-names'] = reply({
    items: [{ id: 'u3', name: 'Dán Uy', email: 'uy.d@example.com', similarity: 'equal' }],
  })
  await user.click(await screen.findByText(/^Dan Uy, .*@/))
  await within(dialog).findByText(/Dán Uy, uy\.d@example\.com\. Compare the email/)
  await user.type(within(dialog).getByLabelText('Reason'), 'Left the desk')
  const done = { files: 1, inquiries: 0, cases: 0, requests: 0, temporary_access: 0 }
  server.replies['POST /off-board'] = reply({ id: ID, ...done })
  await submit()
  await waitFor(() => expect(place()).toBe('/users/users_list'))
  expect(sent('POST').filter(({ path }) => path === '/off-board')).toEqual([
    {
      path: '/off-board',
      body: { id: ID, version: 3, mode: 'delete', to: 'u2', reason: 'Left the desk' },
    },
  ])
})

test('disables a user who leaves, shows what is open, and says what was done', async () => {
  server.replies[`GET /open-work/${ID}`] = reply({
    ...{ files: 1, inquiries: 0, cases: 0, requests: 1, temporary_access: 1, total: 1 },
    items: [{ source_filekey: 'f1', name: 'leaver.csv', state: 'AWAITING_CONFIRMATION', inquiry: null }],
  })
  const at = '2026-11-24T08:00:00Z'
  server.replies[`GET /sessions/${ID}`] = reply({
    is_available: true,
    items: [{ id: 's1', created_at: at, last_used_at: at, user_agent: null }],
  })
  await withToasts()
  const dialog = await offBoard()
  await within(dialog).findByText(/^1 open file\. What isn’t reassigned stays/)
  expect(within(dialog).getByRole('listitem', { hidden: true }).textContent).toBe(
    'leaver.csv Awaiting confirmation',
  )
  await within(dialog).findByText(
    '1 session and 1 temporary grant of access end. 1 pending request is withdrawn.',
  )
  await user.type(within(dialog).getByLabelText('Reason'), 'Left the desk')
  await expectAccessible(dialog)
  const done = { files: 0, inquiries: 0, cases: 0, requests: 1, temporary_access: 1 }
  server.replies['POST /off-board'] = reply({ id: ID, ...done })
  await user.click(within(dialog).getByRole('button', { name: 'Disable user', hidden: true }))
  await screen.findByText('Ana Cruz disabled: 1 session ended, 1 temporary grant ended, 1 request withdrawn')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(sent('POST')).toContainEqual({
    path: '/off-board',
    body: { id: ID, version: 3, mode: 'disable', reason: 'Left the desk' },
  })
})

test.each([
  { status: 503, body: { status: 503, code: 'unavailable', detail: 'Unavailable' } },
  { body: { resource: { is_available: false, items: [] } } },
])('a user is off-boarded only once the dialog shows what it does, $body', async (sessions) => {
  const held = Promise.withResolvers<void>()
  server.replies[`GET /sessions/${ID}`] = async () => {
    await held.promise
    return sessions
  }
  await withToasts()
  const dialog = await offBoard()
  await within(dialog).findByText(/open file/)
  const submit = () => within(dialog).getByRole('button', { name: 'Disable user', hidden: true })
  expect(submit().getAttribute('aria-disabled')).toBe('true')
  expect(within(dialog).queryByText(/session/)).toBeNull()
  held.resolve()
  await within(dialog).findByText('Every session ends.')
  expect(submit().getAttribute('aria-disabled')).toBeNull()
})

test('a caller is offered only what they may do', async () => {
  allowOnly(['Users'], ['user:view', 'user:delete'])
  await show('/one', () => <UserScreen id={ID} tab={undefined} />)
  const dialog = await offBoard()
  expect(await within(dialog).findAllByRole('radio', { hidden: true })).toHaveLength(1)
  within(dialog).getByRole('button', { name: 'Delete user', hidden: true })
})

test('a pending user shows the end of the invitation, and gets another one', async () => {
  const pending = { ...USER, status: 'PENDING', invitation_expires_at: '2026-11-20T08:00:00Z' }
  server.replies[`GET /${ID}`] = reply(pending)
  await withToasts()
  await screen.findByText('Invitation expired')
  expect(screen.queryByRole('button', { name: 'Reset password' })).toBeNull()
  const action = { action: 'resend', state: 'waiting', attempts: 1, detail: null, next_attempt_at: null }
  server.replies['PATCH /reset-password'] = reply({ ...pending, provider_action: action })
  server.replies[`GET /${ID}`] = server.replies['PATCH /reset-password']
  await click('Send invitation again')
  await screen.findByText('The invitation is being sent again.')
  // The first attempt is on its way: nothing to worry about.
  expect(screen.queryByText(/Tried/)).toBeNull()
  expect(sent('PATCH')).toEqual([{ path: '/reset-password', body: { id: ID, mode: 'resend' } }])
  server.replies[`GET /${ID}`] = reply({ ...pending, invitation_expires_at: '2999-12-03T08:00:00Z' })
  await screen.findByText('Invited, expires 3 Dec', {}, { timeout: 5_000 })
})

test('changes the role of selected users with the shown impact', async () => {
  const other = { ...USER, id: '01900000-0000-7000-8000-000000000003', given_name: 'Bea' }
  const page = { total: 2, total_estimated: false, page: 1, page_size: 50, next: null, previous: null }
  server.replies['POST /list'] = reply({ ...page, items: [USER, other] })
  const role = { id: 'r2', name: 'Auditor', description: 'Reads the trail', is_grantable: true }
  server.replies['GET /role/options'] = reply({ items: [role] })
  const impact = {
    impact_version: 'v1',
    ...{ user_count: 1, unchanged_count: 0, losses: [], kept: [] },
    gains: [
      {
        ...{ type: 'permission', name: 'audit:view', label: 'view the trail', risk: 'LOW', user_count: 1 },
        users: [{ id: ID, name: 'Ana Cruz' }],
      },
    ],
    refused: [{ id: other.id, name: 'Bea Cruz', code: 'not_held', detail: EXCEEDS_CALLER }],
  }
  server.replies['POST /user-role/impact'] = reply(impact)
  await show('/users/users_list', () => <UsersScreen />)
  for (const name of ['Ana Cruz', 'Bea Cruz'])
    await user.click(await screen.findByRole('checkbox', { name: new RegExp(name) }))
  await click('Change role…')
  const dialog = await screen.findByRole('dialog', { name: 'Change role of 2 users' })
  await user.click(within(dialog).getByLabelText('New role', { selector: 'input' }))
  await user.click(await screen.findByRole('option', { name: /Auditor.*Reads the trail/ }))
  await within(dialog).findByText('1 user gets the role.')
  within(dialog).getByText('1 user gains')
  within(dialog).getByText(EXCEEDS_CALLER)
  await expectAccessible(dialog)
  const submit = () => user.click(within(dialog).getByRole('button', { name: 'Change role', hidden: true }))
  server.replies['PATCH /user-role'] = () => ({
    status: 409,
    body: { code: 'impact_changed', detail: 'Changed.' },
  })
  server.replies['POST /user-role/impact'] = reply({ ...impact, impact_version: 'v2' })
  await submit()
  await within(dialog).findByText(/the impact has changed/)
  server.replies['PATCH /user-role'] = reply({
    items: [
      { id: ID, outcome: 'done', row: { ...USER, version: 4 } },
      { id: other.id, outcome: 'refused', code: 'not_held', detail: EXCEEDS_CALLER },
    ],
  })
  await submit()
  const outcomes = await screen.findByRole('dialog', { name: '1 of 2 users was not changed' })
  expect(outcomes.textContent).toContain(EXCEEDS_CALLER)
  expect(sent('PATCH').map(({ body }) => body)).toMatchObject([
    { role_id: 'r2', impact_version: 'v1' },
    { role_id: 'r2', impact_version: 'v2', items: [{ id: ID, version: 3 }, { id: other.id }] },
  ])
})
