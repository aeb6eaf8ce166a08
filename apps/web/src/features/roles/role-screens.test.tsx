import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { Toasts } from '../../kit/feedback/toasts.tsx'
import { expectAccessible } from '../../testing/axe.ts'
import { description } from '../../testing/description.ts'
import { allowOnly, screenOf, show, testServer } from '../../testing/screen.tsx'
import { AccessRecordScreen } from '../access/access-record-screen.tsx'
import { CreateAccessRecord } from '../access/create-access-record.tsx'
import { ROLE_VIEW } from './role-screen.tsx'
import { Route } from './roles.route.tsx'

const RolesScreen = screenOf(Route)

const ID = '01900000-0000-7000-8000-000000000001'
const policy = (id: string, name: string) => ({
  id,
  name,
  description: '',
  risk: 'LOW',
  statements: ['file:upload'],
  is_grantable: true,
})
const POLICIES = [policy('p1', 'Own files'), policy('p2', 'Uploads')]
const ROLE = {
  id: ID,
  version: 3,
  name: 'Agent',
  description: '',
  is_system: false,
  created_at: '2026-11-20T08:00:00Z',
  updated_at: '2026-11-24T08:00:00Z',
  updated_by: { id: 'u1', name: 'Benito Cruz' },
  modules: ['Files'],
  policy_count: 1,
  risk: 'LOW',
  user_count: 0,
  policies: POLICIES.slice(0, 1),
  break_glass_for: [{ id: 'r2', name: 'Night desk' }],
}
const OPTIONS = [
  { id: ID, name: 'Agent' },
  { id: 'r2', name: 'Night desk' },
  { id: 'r3', name: 'Supervisor' },
  { id: 'r4', name: 'Operations viewer', is_system: true },
].map((role) => ({ is_system: false, ...role, description: '', user_count: 0, is_grantable: true }))
const PAGE = { total: 1, total_estimated: false, page: 1, page_size: 50, next: null, previous: null }
const IMPACT = { impact_version: 'i1', user_count: 0, gains: [], losses: [], kept: [] }

const server = testServer()
beforeEach(() => {
  server.replies = {
    'GET /role': () => ({ body: { resource: { ...PAGE, items: [ROLE] } } }),
    [`GET /role/${ID}`]: () => ({ body: { resource: ROLE } }),
    'GET /policy/options': () => ({ body: { resource: { items: POLICIES } } }),
    'GET /role/options': () => ({ body: { resource: { items: OPTIONS } } }),
    [`GET /history/role/${ID}`]: () => ({ body: { resource: { items: [], next: null } } }),
    'POST /access/impact': () => ({ body: { resource: IMPACT } }),
    'GET /views': () => ({ body: { resource: { items: [] } } }),
  }
})

const user = userEvent.setup()
const button = (name: string) => screen.findByRole('button', { name })

test('lists roles with their users and links', async () => {
  await show('/users/users_roles', () => <RolesScreen />)
  const link = await screen.findByRole('link', { name: /^Agent/ })
  expect(link.getAttribute('href')).toBe(`/users/users_roles/${ID}`)
  expect(screen.getByRole('link', { name: 'Create role' }).getAttribute('href')).toBe(
    '/users/users_roles/create',
  )
})

test('saves changed policies with the impact that was shown', async () => {
  const place = await show(`/users/users_roles/${ID}`, () => (
    <AccessRecordScreen view={ROLE_VIEW} id={ID} tab={undefined} />
  ))
  await screen.findByText(/version 3, saved by Benito Cruz/)
  await user.click(await screen.findByRole('checkbox', { name: /^Uploads/ }))
  await screen.findByText('1 policy changed, not saved yet')
  await screen.findByText('No user has this role.')
  server.replies[`PATCH /role/${ID}`] = () => ({ body: { resource: { ...ROLE, version: 4 } } })
  await user.click(await button('Save'))
  await waitFor(() => expect(place()).toBe('/users/users_roles'))
  expect(server.calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([
    { version: 3, policy_ids: ['p1', 'p2'], impact_version: 'i1' },
  ])
})

test('warns about a policy without its module, until the module is chosen', async () => {
  const tenders = { ...policy('p3', 'Tenders'), statements: ['tender:*'] }
  server.replies['GET /policy/options'] = () => ({ body: { resource: { items: [...POLICIES, tenders] } } })
  await show('/', () => <AccessRecordScreen view={ROLE_VIEW} id={ID} tab={undefined} />)
  await user.click(await screen.findByRole('checkbox', { name: /^Tenders/ }))
  const warning = 'Tenders does nothing until you choose the module Lookup.'
  await screen.findByText(warning)
  await user.click(await button('Lookup'))
  expect(screen.queryByText(warning)).toBeNull()
})

test('names the roles that can take it in an emergency', async () => {
  await show('/', () => <AccessRecordScreen view={ROLE_VIEW} id={ID} tab={undefined} />)
  const select = await screen.findByRole('combobox', { name: 'Break-glass for' })
  expect(description(select)).toContain('Users of these roles can take this role at once in an emergency')
  await user.click(select)
  const offered = await within(await screen.findByRole('listbox')).findAllByRole('option')
  expect(offered.map((each) => [each.textContent, each.getAttribute('aria-disabled')])).toEqual([
    ['Night desk', null],
    ['Supervisor', null],
    ['Operations viewerReviews give this role to users whose role they remove', 'true'],
  ])
  await user.click(screen.getByRole('option', { name: 'Supervisor' }))
  await screen.findByText('1 break-glass role changed, not saved yet')
  await screen.findByText('No user has this role.')
  server.replies[`PATCH /role/${ID}`] = () => ({ body: { resource: { ...ROLE, version: 4 } } })
  await user.click(await button('Save'))
  await waitFor(() =>
    expect(server.calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([
      { version: 3, break_glass_for: ['r2', 'r3'], impact_version: 'i1' },
    ]),
  )
})

test('compares another version item by item', async () => {
  await show('/', () => <AccessRecordScreen view={ROLE_VIEW} id={ID} tab={undefined} />)
  await user.type(await screen.findByLabelText('Description'), 'Mine')
  const current = { ...ROLE, version: 4, modules: ['Files', 'Lookup'] }
  server.replies[`PATCH /role/${ID}`] = () => ({
    status: 409,
    body: { code: 'version_conflict', detail: 'Changed.', current },
  })
  await user.click(await button('Save'))
  const dialog = await screen.findByRole('dialog', { name: 'Someone else saved this role first' })
  expect(dialog.textContent).toContain('Module Lookup')
  expect(dialog.textContent).toContain('Benito Cruz saved Agent')
})

test('copies a system role without grants that the user may not give', async () => {
  const system = { ...ROLE, is_system: true, policies: POLICIES }
  server.replies[`GET /role/${ID}`] = () => ({ body: { resource: system } })
  server.replies['GET /policy/options'] = () => ({
    body: { resource: { items: POLICIES.map((each) => ({ ...each, is_grantable: each.id === 'p1' })) } },
  })
  const place = await show('/', () => <CreateAccessRecord view={ROLE_VIEW} from={ID} />)
  expect((await screen.findByLabelText<HTMLInputElement>('Name')).value).toBe('Copy of Agent')
  expect(document.body.textContent).toContain('A module or policy of the original is left out')
  server.replies['POST /role'] = () => ({ status: 201, body: { resource: { ...ROLE, id: 'new' } } })
  await user.click(await button('Save'))
  await waitFor(() => expect(place()).toBe('/users/users_roles/new'))
  expect(server.calls.find(({ path }) => path === '/role')?.body).toMatchObject({
    name: 'Copy of Agent',
    policy_ids: ['p1'],
  })
  expect(server.calls.find(({ path }) => path === '/role')?.body).not.toHaveProperty('break_glass_for')
})

test('deletes an unused role after a confirmation', async () => {
  const place = await show(`/users/users_roles/${ID}`, () => (
    <AccessRecordScreen view={ROLE_VIEW} id={ID} tab={undefined} />
  ))
  await user.click(await button('Delete'))
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete Agent?' })
  server.replies[`DELETE /role/${ID}`] = () => ({ body: { resource: {} } })
  await user.click(within(dialog).getByRole('button', { name: 'Delete', hidden: true }))
  await waitFor(() => expect(place()).toBe('/users/users_roles'))
  expect(server.calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
})

const box = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name })
const create = () => show('/create', () => <CreateAccessRecord view={ROLE_VIEW} from={undefined} />)

test('an empty form shows what is missing, and a name that the server refuses', async () => {
  await create()
  await user.click(await button('Save'))
  const name = screen.getByLabelText('Name')
  expect(document.activeElement).toBe(name)
  for (const label of ['Modules', 'Policies'])
    expect(description(screen.getByRole('group', { name: label }))).toContain(`Select ${label}`)
  await expectAccessible(document.body)

  await user.type(name, 'agent')
  await user.click(await button('All'))
  const files = await button('Files')
  expect(files.getAttribute('aria-pressed')).toBe('true')
  expect(files.getAttribute('aria-disabled')).toBe('true')
  await user.click(await box('Own files'))
  server.replies['POST /role'] = () => ({
    status: 409,
    body: {
      code: 'duplicate',
      detail: 'Taken.',
      errors: [{ field: 'name', code: 'duplicate', message: 'There is already a role named “Agent”.' }],
    },
  })
  await user.click(await button('Save'))
  await waitFor(() => expect(description(name)).toContain('There is already a role named “Agent”.'))
})

test('a caller can grant only their own access, but restore what they removed', async () => {
  allowOnly(['Users', 'Files'], ['role:update', 'role:view', 'file:upload'])
  server.replies['GET /policy/options'] = () => ({
    body: { resource: { items: POLICIES.map((each) => ({ ...each, is_grantable: false })) } },
  })
  await show('/', () => (
    <>
      <AccessRecordScreen view={ROLE_VIEW} id={ID} tab={undefined} />
      <Toasts />
    </>
  ))
  const uploads = await box('Uploads')
  expect(uploads.getAttribute('aria-disabled')).toBe('true')
  expect(description(uploads)).toContain('You don’t have all of it, so you can’t grant it')
  uploads.focus()
  await user.keyboard(' ')
  expect(uploads.checked).toBe(false)
  const glass = await button('Glass')
  glass.focus()
  await user.keyboard('{Enter}')
  await screen.findByText('You don’t have this module, so you can’t grant it.')
  expect(glass.getAttribute('aria-pressed')).toBe('false')

  const own = await box('Own files')
  await user.click(own)
  await screen.findByText('1 policy changed, not saved yet')
  await user.click(own)
  expect(own.checked).toBe(true)
  await screen.findByText('Change modules or policies to see which users gain or lose access.')
})

test('a built-in role is read-only and can be copied', async () => {
  server.replies[`GET /role/${ID}`] = () => ({ body: { resource: { ...ROLE, is_system: true } } })
  await show('/', () => <AccessRecordScreen view={ROLE_VIEW} id={ID} tab={undefined} />)
  await screen.findByText('This role is built-in and can’t be edited. Copy it and edit the copy.')
  expect(screen.getByLabelText<HTMLInputElement>('Name').readOnly).toBe(true)
  expect(screen.getByRole('group', { name: 'Break-glass for' }).textContent).toMatch(/Night desk$/)
  expect(screen.queryByRole('combobox', { name: 'Break-glass for' })).toBeNull()
  for (const name of ['Save', 'Delete']) expect(screen.queryByRole('button', { name })).toBeNull()
  const own = await box('Own files')
  expect(own.getAttribute('aria-disabled')).toBe('true')
  await user.click(own)
  expect(own.checked).toBe(true)
  await expectAccessible(document.body)
  await user.selectOptions(screen.getByLabelText('Resource'), 'files')
  await user.selectOptions(screen.getByLabelText('Action'), 'upload')
  expect(screen.getByRole('status').textContent).toContain('by policy Own files, statement file:upload')
  expect(screen.getByRole('link', { name: 'Copy' }).getAttribute('href')).toBe(
    `/users/users_roles/create?from=${ID}`,
  )
})

test('a role that got users in the meantime is not deleted, and lists them', async () => {
  await show('/', () => <AccessRecordScreen view={ROLE_VIEW} id={ID} tab={undefined} />)
  await user.click(await button('Delete'))
  const holder = { id: 'u7', given_name: 'Ana', family_name: 'Cruz', department: null }
  server.replies[`DELETE /role/${ID}`] = () => {
    server.replies[`GET /role/${ID}`] = () => ({ body: { resource: { ...ROLE, user_count: 1 } } })
    server.replies['POST /list'] = () => ({ body: { resource: { ...PAGE, items: [holder] } } })
    const detail = 'In use by 1 user (Ana Cruz): a role in use can’t be deleted.'
    return { status: 409, body: { code: 'in_use', detail } }
  }
  const question = await screen.findByRole('alertdialog')
  await user.click(within(question).getByRole('button', { name: 'Delete', hidden: true }))
  const refused = await screen.findByRole('alertdialog', { name: 'Agent is in use' })
  expect(description(refused)).toContain('In use by 1 user (Ana Cruz)')
  const link = await within(refused).findByRole('link', { name: 'Ana Cruz', hidden: true })
  expect(link.getAttribute('href')).toBe('/users/users_list/u7')
  expect(within(refused).queryByRole('button', { name: 'Delete', hidden: true })).toBeNull()
  await expectAccessible(refused)
})
