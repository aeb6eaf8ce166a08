import type { accessSchemas } from './access.schemas.ts'
import { addresses } from './endpoint.ts'
import { keysOf } from './objects.ts'
import { TABLE_HEADERS } from './tables/headers.ts'

/** Permissions and the access decision, enforced by the server and reflected by the browser. Denies by default. */

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

/** Resources of the lookup tables below a path, except terminals, which have different actions. */
function tableResources<F extends 'lookup' | 'glass', M extends Module>(family: F, module: M) {
  const resources = Object.values(TABLE_HEADERS)
    .filter(({ name, path }) => path.startsWith(`/${family}/`) && name !== 'terminals')
    .map(({ name, resource }) => [resource, { module, label: inWords(name), actions: TABLE_ACTIONS }])
  // `Object.fromEntries` loses the types of the names.
  return Object.fromEntries(resources) as TableResources<F, M>
}

/** Formats `company_groups` as `Company groups`. */
const inWords = (name: string) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ')

/** Resources of the lookup tables, derived from the headers. */
export const TABLE_RESOURCES = {
  ...tableResources('lookup', 'Lookup'),
  terminal: { module: 'Lookup', label: 'Terminals', actions: ['view', 'upsert', 'move', 'import', 'export'] },
  ...tableResources('glass', 'Glass'),
} as const

/** All resources with their module and actions. */
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
  approval: { module: 'Users', label: 'Approvals', actions: ['decide', 'manage'] },
  review: { module: 'Users', label: 'Reviews', actions: ['view', 'manage', 'decide'] },
  ...TABLE_RESOURCES,
  inquiry: { module: 'SMAC Inquiry', label: 'Inquiries', actions: ['run', 'view-all', 'export'] },
  card: { module: 'SMAC Inquiry', label: 'Cards', actions: ['unmask'] },
  file: {
    module: 'Files',
    label: 'Files',
    actions: ['upload', 'view', 'view-all', 'download', 'cancel', 'retry', 'export'],
  },
  case: {
    module: 'SMAC Inquiry',
    label: 'Cases',
    actions: ['view', 'view-all', 'create', 'assign', 'update', 'resolve', 'export'],
  },
  audit: { module: 'Audit', label: 'Audit', actions: ['view', 'export'] },
} as const satisfies Record<string, { module: Module; label: string; actions: readonly string[] }>

export type Resource = keyof typeof RESOURCES
export type Permission = { [R in Resource]: `${R}:${(typeof RESOURCES)[R]['actions'][number]}` }[Resource]

/** A user's access, as `GET /role/access-policy` returns it. */
export type Access = { readonly modules: readonly string[]; readonly policies: readonly string[] }

/** In the order of the resource's actions. */
export function permissionsOf(resource: Resource): Permission[] {
  // The union derives from the same table.
  return RESOURCES[resource].actions.map((action) => `${resource}:${action}` as Permission)
}

export const PERMISSIONS: readonly Permission[] = keysOf(RESOURCES).flatMap(permissionsOf)

/** Any of these permissions shows access reviews. Reviews of other reviewers need one of the first two. */
export const REVIEW_READERS = ['review:view', 'review:manage', 'review:decide'] as const

export function isPermission(name: string): name is Permission {
  return PERMISSIONS.some((each) => each === name)
}

/** All valid policy statements: `*:*`, `resource:*` and `resource:action`, in the order of RESOURCES. */
export const STATEMENTS: readonly string[] = [
  '*:*',
  ...Object.entries(RESOURCES).flatMap(([resource, { actions }]) =>
    ['*', ...actions].map((action) => `${resource}:${action}`),
  ),
]

export function resourceOf(permission: Permission): Resource {
  // A permission is `resource:action`, and no resource contains a colon.
  return permission.slice(0, permission.indexOf(':')) as Resource
}

export function moduleOf(permission: Permission): Module {
  return RESOURCES[resourceOf(permission)].module
}

/** True if the access has 'All' or one of the modules. */
export function hasModule(access: Access, wanted: Module | readonly Module[]): boolean {
  const any: readonly string[] = typeof wanted === 'string' ? [wanted] : wanted
  return access.modules.includes('All') || any.some((name) => access.modules.includes(name))
}

/** True if a statement is `*:*`, `resource:*` or the permission itself; `*:action` is not a wildcard. */
export function hasAction(access: Access, permission: Permission): boolean {
  return (
    access.policies.includes('*:*') ||
    access.policies.includes(`${resourceOf(permission)}:*`) ||
    access.policies.includes(permission)
  )
}

/** The access decision, which requires both the permission's module and its action. */
export function may(access: Access, permission: Permission): boolean {
  return hasModule(access, moduleOf(permission)) && hasAction(access, permission)
}

/** Union of a role's modules and policies and a user's extra policies, sorted and without duplicates. */
export function effectiveAccess(
  role: { modules: readonly string[]; policies: readonly { statements: readonly string[] }[] },
  extraPolicies: readonly { statements: readonly string[] }[],
): { modules: string[]; policies: string[] } {
  const statements = [...role.policies, ...extraPolicies].flatMap((policy) => policy.statements)
  return { modules: [...new Set(role.modules)].sort(), policies: [...new Set(statements)].sort() }
}

export const accessEndpoints = addresses<typeof accessSchemas>('user')({
  getAccessPolicy: { method: 'GET', path: '/role/access-policy', access: 'signed-in', effect: 'read' },
})
