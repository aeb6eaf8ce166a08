import type { UserDetail } from '@backoffice/contract/users'
import { userEndpoints } from '@backoffice/contract/users'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { Toasts } from '../../kit/feedback/toasts.tsx'
import { useSession } from '../../session/store.ts'
import { expectAccessible } from '../../testing/axe.ts'
import { allowOnly, serve, show, testServer } from '../../testing/screen.tsx'
import { AccessTab } from './access-tab.tsx'

const id = (at: number) => `01900000-0000-7000-8000-00000000000${at}`
const GRANT = {
  id: id(5),
  role: null,
  policy: { id: id(6), name: 'Card reveal', risk: 'HIGH' as const, statements: ['card:unmask'] },
  modules: ['SMAC Inquiry'],
  until: '2026-11-26T06:05:00.000Z',
  reason: 'Calls of the night',
  ticket_no: 'OPS-7',
  is_break_glass: false,
  granted_by: 'Benito Cruz',
}
const USER = {
  id: id(1),
  version: 3,
  email: 'ana@example.com',
  given_name: 'Ana',
  family_name: 'Cruz',
  contact: null,
  employee_no: null,
  department: null,
  role: { id: id(2), name: 'Agent' },
  extra_policies: [],
  status: 'ACTIVE',
  is_locked: false,
  second_factor: 'NONE',
  last_sign_in_at: null,
  is_dormant: false,
  invitation_expires_at: null,
  created_at: '2026-11-20T08:00:00Z',
  updated_at: '2026-11-24T08:00:00Z',
  updated_by: null,
  provider_action: null,
  exceeds: { manage: false, account: false },
  mfa_enabled: false,
  must_change_password: false,
  grants: {
    role: { id: id(2), name: 'Agent', modules: [], policies: [], user_count: 1 },
    extra_policies: [],
    temporary: [GRANT],
  },
  open_files: 0,
  open_inquiries: 0,
  open_cases: 0,
} satisfies UserDetail

testServer()
const user = userEvent.setup()
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-24T06:00:00Z') }))

const showTab = (shown: UserDetail = USER) =>
  show('/one', () => (
    <>
      <AccessTab user={shown} />
      <Toasts />
    </>
  ))

const card = () => screen.findByRole('region', { name: 'Temporary access' })

test('lists access that ends, with the day of its end and its origin', async () => {
  await showTab()
  const text = (await card()).textContent
  expect(text).toContain('Card reveal')
  expect(text).toContain('Ends on 26 Nov, 14:05. Includes SMAC Inquiry')
  expect(text).toContain('Granted by Benito Cruz · OPS-7 · Calls of the night')
  expect(text).not.toContain('Break-glass')
  screen.getByRole('button', { name: /allowed by policy 1 until 26 Nov, 14:05/ })
  screen.getByText('until 26 Nov, 14:05')
  await expectAccessible(await card())
})

test('a role that was taken in an emergency is marked', async () => {
  const role = { id: id(7), name: 'Supervisor', modules: ['Files'], policies: [] }
  const temporary = [{ ...GRANT, role, policy: null, modules: [], is_break_glass: true, granted_by: null }]
  await showTab({ ...USER, grants: { ...USER.grants, temporary } })
  const text = (await card()).textContent
  expect(text).toContain('SupervisorRoleBreak-glass')
  expect(text).toContain('Replaces the permanent role until then')
})

test('nothing is shown without temporary access', async () => {
  await showTab({ ...USER, grants: { ...USER.grants, temporary: [] } })
  await screen.findByText('Effective access')
  expect(screen.queryByRole('region', { name: 'Temporary access' })).toBeNull()
})

test('the access of a disabled user is shown as none in force', async () => {
  const { user_count, ...role } = USER.grants.role
  const policies = [{ id: id(8), name: 'Dashboard', risk: 'LOW' as const, statements: ['dashboard:view'] }]
  const grants = {
    role: { ...role, user_count, modules: ['Operational Dashboard' as const], policies },
    extra_policies: [],
    temporary: [],
  }
  await showTab({ ...USER, status: 'DISABLED', grants })
  const matrix = await screen.findByRole('region', { name: 'Access when enabled' })
  expect(matrix.textContent).toContain('None now: the user is disabled.')
  within(matrix).getByRole('button', { name: 'view the dashboard: when enabled, allowed by policy 1' })
  expect(screen.queryByText('Effective access')).toBeNull()
})

test('access ends before its time once confirmed', async () => {
  const calls = serve(userEndpoints.endAccess, () => USER)
  await showTab()
  await user.click(within(await card()).getByRole('button', { name: 'End now Card reveal' }))
  const confirm = await screen.findByRole('alertdialog', {
    name: 'End Ana Cruz’s temporary policy Card reveal now?',
  })
  expect(calls).toEqual([])
  await user.click(within(confirm).getByRole('button', { name: 'End now', hidden: true }))
  await waitFor(() => expect(calls).toHaveLength(1))
  expect(calls[0]?.path).toBe(`/api/user/${USER.id}/temporary-access/${GRANT.id}/end`)
  await screen.findByText('Card reveal of Ana Cruz ended')
})

test('the control is denied without the permission, and on the own account', async () => {
  allowOnly(['Users'], ['user:view'])
  await showTab()
  const end = within(await card()).getByRole('button', { name: 'End now Card reveal' })
  expect(end.getAttribute('data-denied')).toBe('true')
  await user.click(end)
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('own access is ended by another administrator', async () => {
  const { auth } = useSession.getState()
  useSession.setState({ auth: { ...auth, userDetails: { ...auth.userDetails, email: USER.email } } })
  await showTab()
  await user.click(within(await card()).getByRole('button', { name: 'End now Card reveal' }))
  await screen.findByText('You can’t end your own access. Ask another administrator.')
  expect(screen.queryByRole('alertdialog')).toBeNull()
})
