import { TABLE_HEADERS } from './tables/headers.ts'

/**
 * Who may do what. One catalogue, one decision, used by the server (which enforces) and the
 * browser (which hides). Deny by default: a permission that was not granted is refused, and there is
 * no way to write "everything but".
 */

export const MODULES = [
  'All',
  'Operational Dashboard',
  'Users',
  'Lookup',
  'Glass',
  'SMAC Inquiry',
  'Files',
  'Audit',
] as const
export type Module = (typeof MODULES)[number]

const TABLE_ACTIONS = ['view', 'create', 'update', 'delete', 'import', 'export'] as const

type Headers = typeof TABLE_HEADERS
type TableResources<F extends 'lookup' | 'glass', M extends Module> = {
  readonly [N in Exclude<keyof Headers, 'terminals'> as Headers[N] extends { path: `/${F}/${string}` }
    ? Headers[N]['resource']
    : never]: { module: M; label: string; actions: typeof TABLE_ACTIONS }
}

/** Resources of the lookup tables below a path. Terminals have actions of their own. */
function tableResources<F extends 'lookup' | 'glass', M extends Module>(family: F, module: M) {
  const resources = Object.values(TABLE_HEADERS)
    .filter(({ name, path }) => path.startsWith(`/${family}/`) && name !== 'terminals')
    .map(({ name, resource }) => [resource, { module, label: inWords(name), actions: TABLE_ACTIONS }])
  // The names are those of the headers, which `Object.fromEntries` forgets.
  return Object.fromEntries(resources) as TableResources<F, M>
}

/** `company_groups` as `Company groups` */
const inWords = (name: string) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ')

/** Resources of the lookup tables: they follow from the headers. */
export const TABLE_RESOURCES = {
  ...tableResources('lookup', 'Lookup'),
  terminal: { module: 'Lookup', label: 'Terminals', actions: ['view', 'upsert', 'move', 'import', 'export'] },
  ...tableResources('glass', 'Glass'),
} as const

/** Every resource with its module and its actions; there are no others. */
export const RESOURCES = {
  dashboard: { module: 'Operational Dashboard', label: 'Dashboard', actions: ['view'] },
  user: {
    module: 'Users',
    label: 'Users',
    actions: ['view', 'create', 'update', 'delete', 'update-status', 'reset-password', 'export'],
  },
  role: {
    module: 'Users',
    label: 'Roles',
    actions: ['view', 'create', 'update', 'delete', 'grant', 'export'],
  },
  policy: { module: 'Users', label: 'Policies', actions: ['view', 'create', 'update', 'delete', 'export'] },
  ...TABLE_RESOURCES,
  inquiry: { module: 'SMAC Inquiry', label: 'Inquiries', actions: ['run', 'view-all', 'export'] },
  card: { module: 'SMAC Inquiry', label: 'Cards', actions: ['unmask'] },
  file: {
    module: 'Files',
    label: 'Files',
    actions: ['upload', 'view', 'view-all', 'download', 'cancel', 'retry', 'export'],
  },
  audit: { module: 'Audit', label: 'Audit', actions: ['view', 'export'] },
} as const satisfies Record<string, { module: Module; label: string; actions: readonly string[] }>

export type Resource = keyof typeof RESOURCES
export type Permission = { [R in Resource]: `${R}:${(typeof RESOURCES)[R]['actions'][number]}` }[Resource]

/** What a person may do, as `GET /role/access-policy` returns it. */
export type Access = { readonly modules: readonly string[]; readonly policies: readonly string[] }

export const PERMISSIONS: readonly Permission[] = Object.entries(RESOURCES).flatMap(
  ([resource, { actions }]) =>
    // The union is spelled by the same table that is walked here.
    actions.map((action) => `${resource}:${action}` as Permission),
)

/** Every statement that a policy may have: `*:*`, `resource:*` or `resource:action`, in the order of the access table. */
export const STATEMENTS: readonly string[] = [
  '*:*',
  ...Object.entries(RESOURCES).flatMap(([resource, { actions }]) =>
    ['*', ...actions].map((action) => `${resource}:${action}`),
  ),
]

export function resourceOf(permission: Permission): Resource {
  // A permission is built as `resource:action`, and no resource contains a colon.
  return permission.slice(0, permission.indexOf(':')) as Resource
}

export function moduleOf(permission: Permission): Module {
  return RESOURCES[resourceOf(permission)].module
}

/** 'All', or at least one of the modules asked for. */
export function hasModule(access: Access, wanted: Module | readonly Module[]): boolean {
  const any: readonly string[] = typeof wanted === 'string' ? [wanted] : wanted
  return access.modules.includes('All') || any.some((name) => access.modules.includes(name))
}

/** `*:*`, `resource:*` or the permission itself; `*:action` is no wildcard. */
export function hasAction(access: Access, permission: Permission): boolean {
  return (
    access.policies.includes('*:*') ||
    access.policies.includes(`${resourceOf(permission)}:*`) ||
    access.policies.includes(permission)
  )
}

/** The decision: the module of the permission and its action, both. */
export function may(access: Access, permission: Permission): boolean {
  return hasModule(access, moduleOf(permission)) && hasAction(access, permission)
}

/** The union of a role's modules and policies and a person's extra policies, sorted and without repeats. */
export function effectiveAccess(
  role: { modules: readonly string[]; policies: readonly { statements: readonly string[] }[] },
  extraPolicies: readonly { statements: readonly string[] }[],
): { modules: string[]; policies: string[] } {
  const statements = [...role.policies, ...extraPolicies].flatMap((policy) => policy.statements)
  return { modules: [...new Set(role.modules)].sort(), policies: [...new Set(statements)].sort() }
}
