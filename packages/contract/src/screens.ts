import { type Module, type Permission, REVIEW_READERS } from './access.ts'
import { TABLE_HEADERS, type TableName } from './tables/headers.ts'

/** Layout of a screen: a card, the sidebar, or the sidebar with tabs of its siblings. */
export type Layout = 'default' | 'login' | 'lookup' | 'users'

/** Groups of the sidebar. */
export const NAVIGATION_GROUPS = ['Operate', 'Lookup', 'Glass', 'Access'] as const
export type NavigationGroup = (typeof NAVIGATION_GROUPS)[number]

export type Screen = {
  name: string
  /** `{name}` stands for one segment. */
  path: string
  layout: Layout
  /** Heading; null for the name of the record. */
  title: string | null
  /** Module required to show the screen. */
  module?: Module
  /** Permission required to open the screen; without it the screen shows 403 and a click on its tab explains why. */
  permission?: Permission
  /** Any of these permissions opens the screen; without one the sidebar does not list it. */
  anyPermission?: readonly [Permission, ...Permission[]]
  group?: NavigationGroup
  /** Unique shortcut that opens it. */
  keys?: `g ${string}`
}

/* Common properties of each family. */
const login = { layout: 'login' } as const
const operate = { layout: 'default', group: 'Operate' } as const
const lookup = { layout: 'lookup', module: 'Lookup', group: 'Lookup' } as const
const glass = { layout: 'default', module: 'Glass', group: 'Glass' } as const
const users = { layout: 'users', module: 'Users', group: 'Access' } as const
/** Screens in a pane next to the list, under its heading. */
const userPane = { layout: 'users', module: 'Users' } as const

type Header = (typeof TABLE_HEADERS)[TableName]
type NameOf<Path> = Path extends `/${infer Family}/${infer Table}` ? `${Family}-${Table}` : never
type FamilyOf<Path> = Path extends `/lookup/${string}` ? typeof lookup : typeof glass
type ListScreen<H> = H extends Header
  ? FamilyOf<H['path']> & {
      name: NameOf<H['path']>
      path: H['path']
      keys: H['keys']
      title: H['title']
      permission: `${H['resource']}:view`
    }
  : never
type RecordScreen<H> = H extends Header
  ? Omit<FamilyOf<H['path']>, 'group'> & { title: H['title'] } & (
        | { name: `${NameOf<H['path']>}-create`; path: `${H['path']}/create` }
        | { name: `${NameOf<H['path']>}-id`; path: `${H['path']}/{id}` }
      )
  : never

const tables = Object.values(TABLE_HEADERS).map(({ path, keys, title, resource }) => {
  const { group, ...family } = path.startsWith('/lookup/') ? lookup : glass
  const permission = `${resource}:view` as const
  return { name: path.slice(1).replaceAll('/', '-'), path, keys, title, group, permission, family }
})

// Only these types let the compiler follow the composed names.
const TABLE_LISTS = tables.map(
  ({ family, ...list }) => ({ ...list, ...family }) satisfies Screen,
) as unknown as readonly ListScreen<Header>[]

/** Forms of new and existing records, next to their list. */
const TABLE_RECORDS = tables.flatMap(
  ({ name, path, title, family }) =>
    [
      { name: `${name}-create`, path: `${path}/create`, title, ...family },
      { name: `${name}-id`, path: `${path}/{id}`, title, ...family },
    ] satisfies Screen[],
) as unknown as readonly RecordScreen<Header>[]

/** Screens of the specification, in order. */
const SPECIFIED = [
  { name: 'login', path: '/login', title: 'Sign in', ...login },
  { name: 'reset', path: '/reset', title: 'Reset password', ...login },
  { name: 'forgot-password', path: '/forgot-password', title: 'Forgot password', ...login },
  { name: 'components', path: '/components', title: 'Components', ...login },
  {
    name: 'lookup',
    path: '/lookup',
    title: 'Lookup tables',
    keys: 'g l',
    layout: 'default',
    module: 'Lookup',
    group: 'Lookup',
  },
  ...TABLE_LISTS,
  {
    name: 'smac_inquiry',
    path: '/smac_inquiry',
    title: 'SMAC Inquiry',
    keys: 'g i',
    ...operate,
    module: 'SMAC Inquiry',
  },
  {
    name: 'operational_dashboard',
    path: '/operational_dashboard',
    keys: 'g d',
    title: 'Operational Dashboard',
    ...operate,
    module: 'Operational Dashboard',
    permission: 'dashboard:view',
  },
  {
    name: 'users-users_list',
    path: '/users/users_list',
    keys: 'g u',
    title: 'Users',
    permission: 'user:view',
    ...users,
  },
  { name: 'users-users_list-create', path: '/users/users_list/create', title: 'Users', ...userPane },
  { name: 'users-users_list-id', path: '/users/users_list/{id}', title: 'Users', ...userPane },
  {
    name: 'users-users_roles',
    path: '/users/users_roles',
    keys: 'g r',
    title: 'Roles',
    permission: 'role:view',
    ...users,
  },
  { name: 'users-users_roles-create', path: '/users/users_roles/create', title: 'Roles', ...userPane },
  { name: 'users-users_roles-id', path: '/users/users_roles/{id}', title: 'Roles', ...userPane },
  {
    name: 'users-users_policies',
    path: '/users/users_policies',
    keys: 'g p',
    title: 'Policies',
    permission: 'policy:view',
    ...users,
  },
  {
    name: 'users-users_policies-create',
    path: '/users/users_policies/create',
    title: 'Policies',
    ...userPane,
  },
  { name: 'users-users_policies-id', path: '/users/users_policies/{id}', title: 'Policies', ...userPane },
  {
    name: 'files-source_filekey',
    path: '/files/{source_filekey}',
    title: null,
    layout: 'default',
    module: 'Files',
  },
] as const satisfies readonly Screen[]

const OWN = [
  { name: 'index', path: '/', title: null, layout: 'default' },
  /** Transactions behind a figure of the dashboard. */
  {
    name: 'operational_dashboard-transactions',
    path: '/operational_dashboard/transactions',
    title: 'Transactions',
    layout: 'default',
    module: 'SMAC Inquiry',
  },
  /** Redirects to the first list that the user may see. */
  { name: 'users', path: '/users', title: null, layout: 'users', module: 'Users' },
  {
    name: 'cases',
    path: '/cases',
    keys: 'g k',
    title: 'Cases',
    ...operate,
    module: 'SMAC Inquiry',
    permission: 'case:view',
  },
  {
    name: 'files',
    path: '/files',
    keys: 'g f',
    title: 'Files',
    ...operate,
    module: 'Files',
    permission: 'file:view',
  },
  { name: 'cases-create', path: '/cases/create', title: 'Cases', layout: 'default', module: 'SMAC Inquiry' },
  { name: 'cases-id', path: '/cases/{id}', title: 'Cases', layout: 'default', module: 'SMAC Inquiry' },
  {
    name: 'approvals',
    path: '/approvals',
    keys: 'g v',
    title: 'Approvals',
    layout: 'default',
    group: 'Access',
  },
  { name: 'approvals-id', path: '/approvals/{id}', title: 'Approvals', layout: 'default' },
  {
    name: 'reviews',
    path: '/reviews',
    keys: 'g w',
    title: 'Reviews',
    layout: 'default',
    group: 'Access',
    module: 'Users',
    anyPermission: REVIEW_READERS,
  },
  { name: 'reviews-id', path: '/reviews/{id}', title: null, layout: 'default', module: 'Users' },
  {
    name: 'audit',
    path: '/audit',
    keys: 'g a',
    title: 'Audit',
    layout: 'default',
    module: 'Audit',
    group: 'Access',
    permission: 'audit:view',
  },
  {
    name: 'status',
    path: '/status',
    keys: 'g h',
    title: 'Status',
    layout: 'default',
    module: 'Audit',
    group: 'Operate',
    permission: 'audit:view',
  },
  { name: 'users-users_list-invite', path: '/users/users_list/invite', title: 'Users', ...userPane },
  ...TABLE_RECORDS,
  { name: 'account', path: '/account', title: 'Account', layout: 'default' },
] as const satisfies readonly Screen[]

/** Every screen. The server replies 404 to any other path. */
export const SCREENS = [...SPECIFIED, ...OWN]

/** The start screen after sign-in. */
export const HOME_PATH = '/operational_dashboard'

export type AnyScreen = (typeof SCREENS)[number]
export type ScreenName = AnyScreen['name']
/** Paths of signed-in screens without parameters. */
export type OpenPath = Exclude<Exclude<AnyScreen, { layout: 'login' }>['path'], `${string}{${string}`>

/** Fixed paths before parameters, so that `/users/users_list/create` is not a user's id. */
const patterns = SCREENS.toSorted((a, b) => Number(a.path.includes('{')) - Number(b.path.includes('{'))).map(
  (screen) => ({ screen, pattern: new RegExp(`^${screen.path.replace(/\{\w+\}/g, '[^/]+')}/?$`) }),
)

/** The screen at a path; undefined for any other path. */
export function screenAt(path: string): AnyScreen | undefined {
  return patterns.find(({ pattern }) => pattern.test(path))?.screen
}
