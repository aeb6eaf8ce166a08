import {
  type Access,
  effectiveAccess,
  hasAction,
  hasModule,
  MODULES,
  type Module,
  may,
  moduleOf,
  PERMISSIONS,
  type Permission,
  resourceOf,
} from './access.ts'

/** Origins of access, for the server and the screens. */

export type GrantingPolicy = {
  readonly id: string
  readonly name: string
  readonly statements: readonly string[]
}

/** A user's role and extra policies. */
export type Grants = {
  readonly role: {
    readonly id: string
    readonly name: string
    readonly modules: readonly string[]
    readonly policies: readonly GrantingPolicy[]
  }
  readonly extra_policies: readonly GrantingPolicy[]
}

/** A statement that allows a permission, and its source. */
export type Origin = {
  readonly via: 'role' | 'extra'
  readonly policy: { readonly id: string; readonly name: string }
  readonly statement: string
}

export function accessOf({ role, extra_policies }: Grants): Access {
  return effectiveAccess(role, extra_policies)
}

/** All statements that allow the action, regardless of the module. */
export function originsOf({ role, extra_policies }: Grants, permission: Permission): Origin[] {
  const from = (via: Origin['via'], { id, name, statements }: GrantingPolicy) =>
    [...new Set(statements)]
      .filter((statement) => hasAction({ modules: [], policies: [statement] }, permission))
      .map((statement) => ({ via, policy: { id, name }, statement }))
  return [
    ...role.policies.flatMap((policy) => from('role', policy)),
    ...extra_policies.flatMap((policy) => from('extra', policy)),
  ]
}

/** Permissions whose module and action are both granted. */
export function permissionsOf(access: Access): Permission[] {
  return PERMISSIONS.filter((permission) => may(access, permission))
}

/** Permissions that statements cover, regardless of modules. */
export function coveredBy(statements: readonly string[]): Permission[] {
  return PERMISSIONS.filter((permission) => hasAction({ modules: [], policies: statements }, permission))
}

/** True if the others allow everything that the statement allows, now and later. */
export function isCovered(statement: string, by: readonly string[]): boolean {
  if (by.includes('*:*') || by.includes(statement)) return true
  return by.includes(`${statement.slice(0, statement.indexOf(':'))}:*`) && statement !== '*:*'
}

/** Permissions to see whole card numbers, change access, or export data of every user. */
export const HIGH_RISK: ReadonlySet<Permission> = new Set<Permission>([
  'user:create',
  'user:update',
  'user:delete',
  'user:update-status',
  'user:reset-password',
  'role:create',
  'role:update',
  'role:delete',
  'role:grant',
  'policy:create',
  'policy:update',
  'policy:delete',
  'approval:decide',
  'approval:manage',
  'card:unmask',
  'file:view-all',
  'inquiry:view-all',
  'case:export',
  'terminal:move',
  'audit:export',
])

export type Risk = 'LOW' | 'HIGH'

/** Risk of a policy: high if a statement covers a high-risk permission. */
export function riskOf(statements: readonly string[]): Risk {
  return coveredBy(statements).some((permission) => HIGH_RISK.has(permission)) ? 'HIGH' : 'LOW'
}

/** True for statements over access itself, whose roles `role:grant` alone does not allow to grant. */
export function isAboutAccess(statements: readonly string[]): boolean {
  return statements.some((statement) =>
    ['user', 'role', 'policy', 'approval', '*'].includes(statement.split(':', 1)[0] ?? ''),
  )
}

export type Explanation = {
  readonly permission: Permission
  readonly allowed: boolean
  readonly module: { readonly name: string; readonly held: boolean }
  /** Empty: no statement allows the action. */
  readonly origins: readonly Origin[]
}

/** Explains whether a user has a permission. */
export function explain(grants: Grants, permission: Permission): Explanation {
  const access = accessOf(grants)
  const name = moduleOf(permission)
  const held = hasModule(access, name)
  const origins = originsOf(grants, permission)
  return { permission, allowed: held && origins.length > 0, module: { name, held }, origins }
}

/** Modules and permissions that a user gains and loses by a change. */
export type AccessChange = { readonly gained: readonly string[]; readonly lost: readonly string[] }

/** Lists modules by name and permissions as `resource:action`. */
export function accessChange(before: Access, after: Access): AccessChange {
  const [old, now] = [before, after].map((access) => new Set([...access.modules, ...permissionsOf(access)]))
  if (!old || !now) return { gained: [], lost: [] }
  return {
    gained: [...now].filter((each) => !old.has(each)),
    lost: [...old].filter((each) => !now.has(each)),
  }
}

/** Groups permissions by resource, in the order of RESOURCES. */
export function byResource(permissions: readonly Permission[]): Map<string, Permission[]> {
  return Map.groupBy(permissions, resourceOf)
}

/** Modules that a user lacks and so cannot grant. */
export function missingModules(access: Access): Module[] {
  return MODULES.filter((module) => !hasModule(access, module))
}
