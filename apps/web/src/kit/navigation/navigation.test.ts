import { SCREENS } from '@backoffice/contract/screens'
import { TABLES } from '@backoffice/contract/tables/tables'
import { expect, it } from 'vitest'
import { destinationsFor, firstScreen, navigationFor, parentOf, startPath, tabsFor } from './navigation.ts'

const tablesBelow = (path: string) =>
  TABLES.filter((table) => table.path.startsWith(path)).map(({ title }) => title)

const access = (...modules: string[]) => ({ modules, policies: [] })

it('lists permitted screens, the start screen first', () => {
  const labels = (...modules: string[]) =>
    navigationFor(access(...modules)).map(({ label, items }) => [label, ...items.map((item) => item.label)])
  expect(labels('All')).toEqual([
    ['Operate', 'Operational Dashboard', 'SMAC Inquiry', 'Cases', 'Files', 'Status'],
    ['Lookup', 'Lookup tables', ...tablesBelow('/lookup/')],
    ['Glass', ...tablesBelow('/glass/')],
    ['Access', 'Users', 'Roles', 'Policies', 'Approvals', 'Audit'],
  ])
  expect(labels('SMAC Inquiry', 'Files')).toEqual([
    ['Operate', 'SMAC Inquiry', 'Cases', 'Files'],
    ['Access', 'Approvals'],
  ])
  expect(labels('Users')).toEqual([['Access', 'Users', 'Roles', 'Policies', 'Approvals']])
})

it('takes the keys of a screen from the table of screens', () => {
  const items = destinationsFor({ modules: ['All'], policies: ['*:*'] })
  const keys = Object.fromEntries(items.map((item) => [item.to, item.keys]))
  expect(keys).toMatchObject({ '/operational_dashboard': 'g d', '/lookup': 'g l', '/lookup/tenders': 'g t' })
  expect(Object.keys(keys)).toHaveLength(SCREENS.filter((screen) => 'keys' in screen).length)
})

it.each([
  ['/lookup/tenders/create', '/lookup/tenders'],
  ['/glass/branch/3f2b', '/glass/branch'],
  ['/users/users_roles/3f2b', '/users/users_roles'],
  ['/lookup/tenders', undefined],
  ['/lookup', undefined],
  ['/files/3f2b', undefined],
  ['/account', undefined],
  ['/nowhere/x', undefined],
])('marks for %s the list %s', (path, list) => {
  expect(parentOf(path)).toBe(list)
})

it('has tabs only in layouts with tabs', () => {
  expect(tabsFor(access('All'), 'default')).toEqual([])
})

it('has a tab for each permitted screen of the layout', () => {
  const tabs = (...modules: string[]) => tabsFor(access(...modules), 'users').map(({ to }) => to)
  expect(tabs('Users')).toEqual(['/users/users_list', '/users/users_roles', '/users/users_policies'])
  expect(tabs('All')).toEqual(tabs('Users'))
  expect(tabs('Lookup')).toEqual([])
  expect(tabsFor(access('Users'), 'users').map(({ permission }) => permission)).toEqual([
    'user:view',
    'role:view',
    'policy:view',
  ])
})

it.each([
  [['Operational Dashboard', 'Users'], ['dashboard:view', 'user:view'], '/operational_dashboard'],
  // The specification's default, although the screen is refused.
  [['Operational Dashboard', 'Users'], ['user:view'], '/operational_dashboard'],
  [['All'], ['*:*'], '/operational_dashboard'],
  [['Users'], ['user:view'], '/users/users_list'],
  [['Users'], ['policy:*'], '/users/users_policies'],
  [['SMAC Inquiry', 'Lookup'], ['tender:view'], '/smac_inquiry'],
  [['Lookup'], ['trancode:view'], '/lookup'],
  [['Files', 'Lookup'], ['file:view', 'tender:view'], '/files'],
  [['Files', 'Lookup'], ['file:upload', 'tender:view'], '/lookup'],
  [['Glass'], ['glass-payment-method:view'], '/glass/payment_method'],
  [['Users'], [], '/account'],
  [[], [], '/account'],
])('starts a user with the modules %j and the policies %j at %s', (modules, policies, path) => {
  expect(startPath({ modules, policies })).toBe(path)
})

it('links from a refused screen to one that the user may open', () => {
  expect(firstScreen({ modules: ['Operational Dashboard', 'Users'], policies: ['role:view'] }).to).toBe(
    '/users/users_roles',
  )
})

it('shows a denied screen in the sidebar and tabs, but not in the palette or the shortcuts', () => {
  const roles = { modules: ['Users'], policies: ['role:view'] }
  const listed = navigationFor(roles).flatMap(({ items }) => items)
  expect(listed.map(({ to, permission }) => [to, permission])).toEqual([
    ['/users/users_list', 'user:view'],
    ['/users/users_roles', 'role:view'],
    ['/users/users_policies', 'policy:view'],
    ['/approvals', undefined],
  ])
  const tabs = listed.flatMap(({ to, permission }) => (permission ? [to] : []))
  expect(tabsFor(roles, 'users').map(({ to }) => to)).toEqual(tabs)
  expect(destinationsFor(roles).map(({ to }) => to)).toEqual(['/users/users_roles', '/approvals'])
})
