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
const lookup = { layout: 'lookup', module: 'Lookup', group: 'Lookup', built: true } as const
const glass = { layout: 'default', module: 'Glass', group: 'Glass', built: true } as const
const users = { layout: 'users', module: 'Users', group: 'Access', built: true } as const
/** Beside the list, under its heading. */
const besideUsers = { layout: 'users', module: 'Users', built: true } as const

/** The 25 routes of the specification, in its order. */
export const SPECIFIED_SCREENS = [
  { name: 'login', path: '/login', title: 'Sign in', ...login },
  { name: 'reset', path: '/reset', title: 'Reset password', ...login },
  { name: 'forgot-password', path: '/forgot-password', title: 'Forgot password', ...login },
  { name: 'components', path: '/components', title: 'Components', ...login },
  { name: 'lookup', path: '/lookup', title: 'Lookup', layout: 'default', module: 'Lookup', built: true },
  {
    name: 'lookup-tenders',
    path: '/lookup/tenders',
    title: 'Tenders',
    permission: 'tender:view',
    ...lookup,
  },
  {
    name: 'lookup-shell_tid',
    path: '/lookup/shell_tid',
    title: 'Shell TID',
    permission: 'terminal:view',
    ...lookup,
  },
  {
    name: 'lookup-trancodes',
    path: '/lookup/trancodes',
    title: 'Trancodes',
    permission: 'trancode:view',
    ...lookup,
  },
  {
    name: 'lookup-company_group',
    path: '/lookup/company_group',
    title: 'Company Group',
    permission: 'company-group:view',
    ...lookup,
  },
  {
    name: 'glass-branch',
    path: '/glass/branch',
    title: 'Branch',
    permission: 'glass-branch:view',
    ...glass,
  },
  {
    name: 'glass-establishment',
    path: '/glass/establishment',
    title: 'Establishment',
    permission: 'glass-establishment:view',
    ...glass,
  },
  {
    name: 'glass-payment_method',
    path: '/glass/payment_method',
    title: 'Payment Method',
    permission: 'glass-payment-method:view',
    ...glass,
  },
  {
    name: 'glass-transaction_code',
    path: '/glass/transaction_code',
    title: 'Transaction Code',
    permission: 'glass-transaction-code:view',
    ...glass,
  },
  { name: 'smac_inquiry', path: '/smac_inquiry', title: 'SMAC Inquiry', ...operate, module: 'SMAC Inquiry' },
  {
    name: 'operational_dashboard',
    path: '/operational_dashboard',
    title: 'Operational Dashboard',
    ...operate,
    module: 'Operational Dashboard',
    permission: 'dashboard:view',
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

/** The form of a new record of a table and that of one that is there, beside its list. */
function besideList<
  const N extends string,
  const P extends string,
  const F extends Pick<Screen, 'layout' | 'module'>,
>(list: N, path: P, title: string, { layout, module }: F) {
  const common = { title, layout, module, built: true } as const
  type Family = { title: string; layout: F['layout']; module: F['module']; built: true }
  // The names are composed, which the compiler follows by these types alone.
  return [
    { name: `${list}-create`, path: `${path}/create`, ...common },
    { name: `${list}-id`, path: `${path}/{id}`, ...common },
  ] as unknown as readonly [
    { name: `${N}-create`; path: `${P}/create` } & Family,
    { name: `${N}-id`; path: `${P}/{id}` } & Family,
  ]
}

/** Beyond the specification. */
export const OWN_SCREENS = [
  { name: 'index', path: '/', title: null, layout: 'default', built: true },
  /** Leads to the first list that the user may see. */
  { name: 'users', path: '/users', title: null, layout: 'users', module: 'Users', built: true },
  {
    name: 'files',
    path: '/files',
    title: 'Files',
    ...operate,
    module: 'Files',
    permission: 'file:view',
  },
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
    name: 'status',
    path: '/status',
    title: 'Status',
    layout: 'default',
    module: 'Audit',
    group: 'Operate',
    permission: 'audit:view',
    built: true,
  },
  ...besideList('lookup-tenders', '/lookup/tenders', 'Tenders', lookup),
  ...besideList('lookup-shell_tid', '/lookup/shell_tid', 'Shell TID', lookup),
  ...besideList('lookup-trancodes', '/lookup/trancodes', 'Trancodes', lookup),
  ...besideList('lookup-company_group', '/lookup/company_group', 'Company Group', lookup),
  ...besideList('glass-branch', '/glass/branch', 'Branch', glass),
  ...besideList('glass-establishment', '/glass/establishment', 'Establishment', glass),
  ...besideList('glass-payment_method', '/glass/payment_method', 'Payment Method', glass),
  ...besideList('glass-transaction_code', '/glass/transaction_code', 'Transaction Code', glass),
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
