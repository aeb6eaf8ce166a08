import { expect, it } from 'vitest'
import { SCREENS, type Screen, screenAt } from './screens.ts'
import { TABLES } from './tables/tables.ts'

/** Copied from the specification. The product chooses the layout for 'not shown' and 'none set'. */
const SPECIFIED = `
| login | /login | login |
| reset | /reset | login |
| forgot-password | /forgot-password | login |
| components | /components | login |
| lookup | /lookup | default |
| lookup-tenders | /lookup/tenders | not shown |
| lookup-shell_tid | /lookup/shell_tid | not shown |
| lookup-trancodes | /lookup/trancodes | not shown |
| lookup-company_group | /lookup/company_group | not shown |
| glass-branch | /glass/branch | not shown |
| glass-establishment | /glass/establishment | not shown |
| glass-payment_method | /glass/payment_method | not shown |
| glass-transaction_code | /glass/transaction_code | not shown |
| smac_inquiry | /smac_inquiry | not shown |
| operational_dashboard | /operational_dashboard | none set |
| users-users_list | /users/users_list | not shown |
| users-users_list-create | /users/users_list/create | not shown |
| users-users_list-id | /users/users_list/{id} | not shown |
| users-users_roles | /users/users_roles | not shown |
| users-users_roles-create | /users/users_roles/create | not shown |
| users-users_roles-id | /users/users_roles/{id} | not shown |
| users-users_policies | /users/users_policies | not shown |
| users-users_policies-create | /users/users_policies/create | not shown |
| users-users_policies-id | /users/users_policies/{id} | not shown |
| files-source_filekey | /files/{source_filekey} | not shown |`

const specified = SPECIFIED.trim()
  .split('\n')
  .map((line) => line.split('|').slice(1, 4))
  .map(([name = '', path = '', layout = '']) => ({
    name: name.trim(),
    path: path.trim(),
    layout: layout.trim(),
  }))

/** Layouts that the specification leaves open. */
const ours = { lookup: 'lookup', users: 'users', glass: 'default', files: 'default' } as const

function layoutOf({ path, layout }: { path: string; layout: string }): string {
  if (layout !== 'not shown' && layout !== 'none set') return layout
  const family = path.split('/')[1] ?? ''
  return Object.entries(ours).find(([name]) => name === family)?.[1] ?? 'default'
}

it('has the 25 routes of the specification with their names, paths and layouts, in order', () => {
  expect(specified).toHaveLength(25)
  const names = new Set(specified.map(({ name }) => name))
  const found = SCREENS.filter(({ name }) => names.has(name))
  expect(found.map(({ name, path, layout }) => ({ name, path, layout }))).toEqual(
    specified.map((row) => ({ name: row.name, path: row.path, layout: layoutOf(row) })),
  )
})

it('has few others, and unique names and paths', () => {
  const expected = new Set([
    ...specified.map(({ path }) => path),
    ...['/', '/users', '/files', '/audit', '/status', '/account'],
    ...['/cases', '/cases/create', '/cases/{id}', '/approvals', '/approvals/{id}'],
    ...['/reviews', '/reviews/{id}', '/users/users_list/invite'],
    '/operational_dashboard/transactions',
    ...TABLES.flatMap(({ path }) => [path, `${path}/create`, `${path}/{id}`]),
  ])
  expect(new Set<string>(SCREENS.map(({ path }) => path))).toEqual(expected)
  const all: readonly Screen[] = SCREENS
  for (const key of ['name', 'path'] as const)
    expect(new Set(all.map((screen) => screen[key])).size).toBe(all.length)
})

it.each(TABLES)('$title: list, form and records have the module of the family', (table) => {
  const isLookup = table.path.startsWith('/lookup/')
  const family = isLookup ? { module: 'Lookup', layout: 'lookup' } : { module: 'Glass', layout: 'default' }
  const { title } = table
  const permission = `${table.resource}:view`
  expect(screenAt(table.path)).toMatchObject({ ...family, title, permission, group: family.module })
  for (const path of [`${table.path}/create`, `${table.path}/x`]) {
    const screen = screenAt(path)
    expect(screen).toMatchObject({ ...family, title })
    expect(screen).not.toHaveProperty('permission')
    expect(screen).not.toHaveProperty('group')
  }
})

it('gates every screen by a module, except the public ones, the start, own requests and the account', () => {
  const all: readonly Screen[] = SCREENS
  expect(all.filter(({ module }) => !module).map(({ name }) => name)).toEqual([
    'login',
    'reset',
    'forgot-password',
    'components',
    'index',
    'approvals',
    'approvals-id',
    'account',
  ])
})

it.each([
  ['/login', 'login'],
  ['/login/', 'login'],
  ['/', 'index'],
  ['/reset', 'reset'],
  ['/files/3f2b', 'files-source_filekey'],
  ['/users/users_list/create', 'users-users_list-create'],
  ['/users/users_list/3f2b', 'users-users_list-id'],
  ['/audit', 'audit'],
  ['/files', 'files'],
  ['/files/', 'files'],
  ['/files/a/b', undefined],
  ['/Login', undefined],
  ['/loginx', undefined],
  ['/lookup/tenders/create', 'lookup-tenders-create'],
  ['/lookup/tenders/x', 'lookup-tenders-id'],
  ['/lookup/tenders/x/y', undefined],
])('%s is %s', (path, name) => {
  expect(screenAt(path)?.name).toBe(name)
})

it('finds every screen at its path', () => {
  for (const screen of SCREENS) expect(screenAt(screen.path.replace(/\{\w+\}/, 'x'))).toBe(screen)
})
