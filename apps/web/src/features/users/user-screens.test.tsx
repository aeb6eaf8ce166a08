import { EXCEEDS_CALLER } from '@backoffice/contract/exceeding'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { Toasts } from '../../kit/feedback/toasts.tsx'
import { useSession } from '../../session/store.ts'
import { expectAccessible } from '../../testing/axe.ts'
import { allowOnly, screenOf, show, testServer } from '../../testing/screen.tsx'
import { Route as CreateUserRoute } from './create-user.route.tsx'
import { ID, ROLE, reply, USER, userReplies } from './user-fixture.ts'
import { UserScreen } from './user-screen.tsx'
import { Route as UsersRoute } from './users.route.tsx'

const CreateUser = screenOf(CreateUserRoute)
const UsersScreen = screenOf(UsersRoute)

const server = testServer()
beforeEach(() => {
  server.replies = userReplies()
})

const user = userEvent.setup()
const click = async (name: string) => user.click(await screen.findByRole('button', { name }))
const sent = (method: string) =>
  server.calls.filter((call) => call.method === method).map(({ path, body }) => ({ path, body }))

test('lists users with links to them', async () => {
  await show('/users/users_list', () => <UsersScreen />)
  const link = await screen.findByRole('link', { name: /Ana Cruz/ })
  expect(link.getAttribute('href')).toBe(`/users/users_list/${ID}`)
})

test('sends only changed fields and returns to the record', async () => {
  const place = await show('/edit', () => <UserScreen id={ID} tab="edit" />)
  const department = await screen.findByLabelText('Department')
  await user.clear(department)
  await user.type(department, 'Audit')
  server.replies[`PATCH /${ID}`] = reply({ ...USER, version: 4, department: 'Audit' })
  await click('Save')
  await waitFor(() => expect(place()).toBe(`/users/users_list/${ID}`))
  expect(sent('PATCH')).toEqual([{ path: `/${ID}`, body: { version: 3, department: 'Audit' } }])
})

test('a form keeps its input after saving is no longer allowed, and sends nothing', async () => {
  await show('/edit', () => <UserScreen id={ID} tab="edit" />)
  const department = await screen.findByLabelText<HTMLInputElement>('Department')
  await user.type(department, ' and points')
  const save = screen.getByRole('button', { name: 'Save' })
  expect(save.getAttribute('aria-disabled')).toBeNull()
  act(() => allowOnly(['Users'], ['user:view']))
  await waitFor(() => expect(save.getAttribute('aria-disabled')).toBe('true'))
  await user.click(save)
  expect(department.value).toBe('Cards and points')
  expect(sent('PATCH')).toEqual([])
})

test('compares the version of another administrator field by field', async () => {
  await show('/edit', () => <UserScreen id={ID} tab="edit" />)
  await user.type(await screen.findByLabelText('Employee no.'), '17')
  const current = { ...USER, version: 4, department: 'Audit' }
  server.replies[`PATCH /${ID}`] = () => ({
    status: 409,
    body: { code: 'version_conflict', detail: 'Changed.', current },
  })
  await click('Save')
  const dialog = await screen.findByRole('dialog', { name: 'Someone else saved this user first' })
  expect(dialog.textContent).toContain('Benito Cruz saved Ana Cruz')
  expect(dialog.textContent).toContain('only Benito Cruz changed it')
  await user.click(within(dialog).getByText('Use this result'))
  server.replies[`PATCH /${ID}`] = reply({ ...current, version: 5, employee_no: '17' })
  await click('Save')
  await waitFor(() =>
    expect(sent('PATCH').at(-1)).toEqual({ path: `/${ID}`, body: { version: 4, employee_no: '17' } }),
  )
})

const withToasts = (tab?: string) =>
  show('/one', () => (
    <>
      <UserScreen id={ID} tab={tab} />
      <Toasts />
    </>
  ))

test('explains actions that are refused on the own account', async () => {
  const { auth } = useSession.getState()
  useSession.setState({ auth: { ...auth, userDetails: { ...auth.userDetails, email: USER.email } } })
  await withToasts()
  const button = await screen.findByRole('button', { name: 'Off-board…' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  button.focus()
  await user.keyboard('{Enter}')
  await screen.findByText('You can’t off-board yourself. Ask another administrator.')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the own role and policies are locked', async () => {
  const { auth } = useSession.getState()
  useSession.setState({ auth: { ...auth, userDetails: { ...auth.userDetails, email: USER.email } } })
  await withToasts('edit')
  await screen.findByText('You can’t change your own role and policies. Ask another administrator.')
  expect(screen.getByLabelText<HTMLInputElement>('Role').disabled).toBe(true)
})

test('users with more access cannot be managed, and roles with more cannot be assigned', async () => {
  server.replies[`GET /${ID}`] = reply({ ...USER, exceeds: { manage: true, account: true } })
  await withToasts()
  await click('Reset password')
  await screen.findByText(EXCEEDS_CALLER)
  for (const name of ['Reset password', 'Off-board…', 'Edit'])
    expect(screen.getByRole('button', { name }).getAttribute('aria-disabled')).toBe('true')
  expect(sent('PATCH')).toEqual([])
})

test('creates a user, with roles that the caller cannot assign disabled', async () => {
  server.replies['GET /role/options'] = reply({
    items: [
      { ...ROLE, description: '', is_grantable: true },
      { id: 'r2', name: 'Administrator', description: '', is_grantable: false },
    ],
  })
  const place = await show('/create', () => <CreateUser />)
  await user.type(await screen.findByLabelText('Email'), 'lito@example.com')
  await user.type(screen.getByLabelText('Given name'), 'Lito')
  await user.type(screen.getByLabelText('Family name'), 'Uy')
  await user.click(screen.getByLabelText('Role', { selector: 'input' }))
  const locked = await screen.findByText('Administrator (you can’t assign it)')
  expect(locked.closest('[role=option]')?.getAttribute('aria-disabled')).toBe('true')
  await user.click(await screen.findByRole('option', { name: /^Agent/ }))
  server.replies['POST /'] = () => ({ status: 201, body: { resource: USER } })
  await click('Save')
  await waitFor(() => expect(place()).toBe(`/users/users_list/${ID}`))
  expect(sent('POST').at(-1)?.body).toMatchObject({ email: 'lito@example.com', role_id: ROLE.id })
})

test('saves a user and begins the next one with the same role', async () => {
  const place = await show('/create', () => <CreateUser />)
  const email = await screen.findByLabelText<HTMLInputElement>('Email')
  expect(document.activeElement).toBe(email)
  await user.keyboard('lito@example.com{Tab}Lito{Tab}Uy')
  await user.type(screen.getByLabelText('Department'), 'Cards')
  await user.click(screen.getByLabelText('Role', { selector: 'input' }))
  await user.click(await screen.findByRole('option', { name: /^Agent/ }))
  server.replies['POST /'] = () => ({ status: 201, body: { resource: USER } })
  await click('Save and new')
  await waitFor(() => expect(email.value).toBe(''))
  expect(document.activeElement).toBe(email)
  expect(place()).toBe('/create')
  await user.keyboard('dan@example.com{Tab}Dan{Tab}Uy')
  await click('Save')
  await waitFor(() => expect(place()).toBe(`/users/users_list/${ID}`))
  const { role, ...shared } = { role: ROLE.id, department: 'Cards' }
  expect(sent('POST').filter(({ path }) => path === '/')).toMatchObject([
    { body: { email: 'lito@example.com', role_id: role, ...shared } },
    { body: { email: 'dan@example.com', role_id: role, ...shared } },
  ])
})

test('filters the list by a role', async () => {
  await show('/users/users_list', () => <UsersScreen />)
  await click('Filter')
  await user.click(within(await screen.findByRole('toolbar', { name: 'Fields' })).getByText('Role'))
  await user.click(await screen.findByLabelText('Agent'))
  await click('Apply')
  await waitFor(() =>
    expect(sent('POST').at(-1)).toMatchObject({
      path: '/list',
      body: { filters: { role: { in: ['Agent'] } } },
    }),
  )
  await screen.findByRole('button', { name: 'Role is Agent' })
})

test('disables users together with a reason and an outcome each', async () => {
  const other = { ...USER, id: 'u3', given_name: 'Bea' }
  const page = { total: 2, total_estimated: false, page: 1, page_size: 50, next: null, previous: null }
  server.replies['POST /list'] = reply({ ...page, items: [USER, other] })
  await show('/users/users_list', () => <UsersScreen />)
  for (const name of ['Ana Cruz', 'Bea Cruz'])
    await user.click(await screen.findByRole('checkbox', { name: new RegExp(name) }))
  const bar = await screen.findByRole('toolbar')
  await user.click(within(bar).getByRole('button', { name: 'Disable' }))
  const dialog = await screen.findByRole('dialog', { name: 'Disable 2 users?' })
  expect(within(dialog).queryByLabelText('Reassign to')).toBeNull()
  await user.type(within(dialog).getByLabelText('Reason'), 'Left the desk')
  const detail = 'Alma Dizon saved this user in the meantime.'
  server.replies['PATCH /user-status'] = reply({
    items: [
      { id: ID, outcome: 'done', row: { ...USER, version: 4, status: 'DISABLED' } },
      { id: 'u3', outcome: 'refused', code: 'version_conflict', detail },
    ],
  })
  await user.click(within(dialog).getByRole('button', { name: 'Disable', hidden: true }))
  const outcomes = await screen.findByRole('dialog', { name: '1 of 2 users was not disabled' })
  expect(outcomes.textContent).toContain(detail)
  await expectAccessible(outcomes)
  const items = [ID, 'u3'].map((id) => ({ id, version: 3 }))
  expect(sent('PATCH')).toEqual([
    { path: '/user-status', body: { items, status: 'DISABLED', reason: 'Left the desk' } },
  ])
})

test('enables a disabled user, whose history has the reason and the approver', async () => {
  server.replies[`GET /${ID}`] = reply({ ...USER, status: 'DISABLED' })
  const event = {
    id: '1',
    at: '2026-11-24T08:00:00Z',
    actor: { id: null, name: 'Benito Cruz' },
    approved_by: { id: null, name: 'Carla Lim' },
    action: 'user.update-status',
    outcome: 'done',
    changes: { status: ['ACTIVE', 'DISABLED'] },
    reason: 'Left the desk',
    count: 1,
    request_id: null,
  }
  server.replies[`GET /history/user/${ID}`] = reply({ items: [event], next: null })
  await withToasts()
  server.replies['PATCH /user-status'] = reply({ items: [{ id: ID, outcome: 'done', row: USER }] })
  await user.click(await screen.findByRole('tab', { name: /^History/ }))
  await screen.findByText(/Left the desk/)
  screen.getByText(/Approved by Carla Lim/)
  await click('Enable')
  await screen.findByText('Ana Cruz enabled')
  expect(sent('PATCH').map(({ body }) => body)).toEqual([
    { items: [{ id: ID, version: 3 }], status: 'ACTIVE' },
  ])
})

test('opens a user whose status only a newer release knows', async () => {
  server.replies[`GET /${ID}`] = reply({ ...USER, status: 'SUSPENDED' })
  await show('/users', () => <UserScreen id={ID} tab={undefined} />)
  expect((await screen.findAllByText('Newer release')).length).toBeGreaterThan(0)
})
