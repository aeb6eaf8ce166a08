import type { Module, Permission } from './access.ts'

/** What stands around a screen: nothing but a card (narrow or wide), the sidebar, or the sidebar and tabs over its siblings. */
export type Layout = 'default' | 'login' | 'lookup' | 'users'

/** Where the sidebar lists a screen. */
export const NAVIGATION_GROUPS = ['Operate', 'Lookup', 'Glass', 'Access'] as const
export type NavigationGroup = (typeof NAVIGATION_GROUPS)[number]

export type Screen = {
  name: string
  /** `{name}` stands for one segment. */
  path: string
  layout: Layout
  /** The heading; null where it is the name of the record shown. */
  title: string | null
  /** Without it the screen is not shown. */
  module?: Module
  /** Without it the screen answers 403; its tab stays, and a click on it says why it leads nowhere. */
  permission?: Permission
  group?: NavigationGroup
  /** Whether there is such a screen yet: the server answers 404 to the others. */
  built: boolean
}

/* What the screens of one family have in common. */
const login = { layout: 'login', built: true } as const
const operate = { layout: 'default', group: 'Operate', built: true } as const
const lookup = { layout: 'lookup', module: 'Lookup', group: 'Lookup', built: false } as const
const glass = { layout: 'default', module: 'Glass', group: 'Glass', built: false } as const
const users = { layout: 'users', module: 'Users', group: 'Access', built: true } as const
/** Beside the list, under its heading. */
const besideUsers = { layout: 'users', module: 'Users', built: true } as const

/** The 25 routes of the specification, in its order. */
export const SPECIFIED_SCREENS = [
  { name: 'login', path: '/login', title: 'Sign in', ...login },
  { name: 'reset', path: '/reset', title: 'Reset password', ...login },
  { name: 'forgot-password', path: '/forgot-password', title: 'Forgot password', ...login },
  { name: 'components', path: '/components', title: 'Components', ...login },
  { name: 'lookup', path: '/lookup', title: 'Lookup', layout: 'default', module: 'Lookup', built: false },
  { name: 'lookup-tenders', path: '/lookup/tenders', title: 'Tenders', ...lookup, built: true },
  { name: 'lookup-shell_tid', path: '/lookup/shell_tid', title: 'Shell TID', ...lookup },
  { name: 'lookup-trancodes', path: '/lookup/trancodes', title: 'Trancodes', ...lookup },
  { name: 'lookup-company_group', path: '/lookup/company_group', title: 'Company Group', ...lookup },
  { name: 'glass-branch', path: '/glass/branch', title: 'Branch', ...glass },
  { name: 'glass-establishment', path: '/glass/establishment', title: 'Establishment', ...glass },
  { name: 'glass-payment_method', path: '/glass/payment_method', title: 'Payment Method', ...glass },
  { name: 'glass-transaction_code', path: '/glass/transaction_code', title: 'Transaction Code', ...glass },
  { name: 'smac_inquiry', path: '/smac_inquiry', title: 'SMAC Inquiry', ...operate, module: 'SMAC Inquiry' },
  {
    name: 'operational_dashboard',
    path: '/operational_dashboard',
    title: 'Operational Dashboard',
    ...operate,
    module: 'Operational Dashboard',
  },
  {
    name: 'users-users_list',
    path: '/users/users_list',
    title: 'Users',
    permission: 'user:view',
    ...users,
    built: true,
  },
  {
    name: 'users-users_list-create',
    path: '/users/users_list/create',
    title: 'Users',
    ...besideUsers,
    built: true,
  },
  {
    name: 'users-users_list-id',
    path: '/users/users_list/{id}',
    title: 'Users',
    ...besideUsers,
    built: true,
  },
  {
    name: 'users-users_roles',
    path: '/users/users_roles',
    title: 'Roles',
    permission: 'role:view',
    ...users,
  },
  { name: 'users-users_roles-create', path: '/users/users_roles/create', title: 'Roles', ...besideUsers },
  { name: 'users-users_roles-id', path: '/users/users_roles/{id}', title: 'Roles', ...besideUsers },
  {
    name: 'users-users_policies',
    path: '/users/users_policies',
    title: 'Policies',
    permission: 'policy:view',
    ...users,
  },
  {
    name: 'users-users_policies-create',
    path: '/users/users_policies/create',
    title: 'Policies',
    ...besideUsers,
  },
  { name: 'users-users_policies-id', path: '/users/users_policies/{id}', title: 'Policies', ...besideUsers },
  {
    name: 'files-source_filekey',
    path: '/files/{source_filekey}',
    title: null,
    layout: 'default',
    module: 'Files',
    built: true,
  },
] as const satisfies readonly Screen[]

/** Beyond the specification. */
export const OWN_SCREENS = [
  { name: 'index', path: '/', title: null, layout: 'default', built: true },
  /** Leads to the list of users. */
  { name: 'users', path: '/users', title: null, layout: 'users', module: 'Users', built: true },
  {
    name: 'audit',
    path: '/audit',
    title: 'Audit',
    layout: 'default',
    module: 'Audit',
    group: 'Access',
    permission: 'audit:view',
    built: true,
  },
  {
    name: 'lookup-tenders-create',
    path: '/lookup/tenders/create',
    title: 'Tenders',
    layout: 'lookup',
    module: 'Lookup',
    built: true,
  },
  {
    name: 'lookup-tenders-id',
    path: '/lookup/tenders/{id}',
    title: 'Tenders',
    layout: 'lookup',
    module: 'Lookup',
    built: true,
  },
  { name: 'account', path: '/account', title: 'Account', layout: 'default', built: true },
] as const satisfies readonly Screen[]

/** The start screen after sign-in. */
export const HOME_PATH = '/operational_dashboard'

const SCREENS = [...SPECIFIED_SCREENS, ...OWN_SCREENS]
export type AnyScreen = (typeof SCREENS)[number]
export type ScreenName = AnyScreen['name']
type BuiltScreen = Extract<AnyScreen, { built: true }>
/** Where a signed-in person can be led by the path alone. */
export type OpenPath = Exclude<Exclude<BuiltScreen, { layout: 'login' }>['path'], `${string}{${string}`>

/** The screens there are. The server answers these paths with the page and anything else with a 404. */
export const BUILT_SCREENS: readonly BuiltScreen[] = SCREENS.filter((screen) => screen.built)

/** Words before parameters: `/users/users_list/create` is no user's id. */
const patterns = SCREENS.toSorted((a, b) => Number(a.path.includes('{')) - Number(b.path.includes('{'))).map(
  (screen) => ({ screen, pattern: new RegExp(`^${screen.path.replace(/\{\w+\}/g, '[^/]+')}/?$`) }),
)

/** The screen at a path, whether or not there is one yet; undefined for any other path. */
export function screenAt(path: string): AnyScreen | undefined {
  return patterns.find(({ pattern }) => pattern.test(path))?.screen
}
