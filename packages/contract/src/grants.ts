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

/** Where access comes from: pure functions that the server and the screens share. */

export type GrantingPolicy = {
  readonly id: string
  readonly name: string
  readonly statements: readonly string[]
}

/** What a user was given: a role and extra policies. */
export type Grants = {
  readonly role: {
    readonly id: string
    readonly name: string
    readonly modules: readonly string[]
    readonly policies: readonly GrantingPolicy[]
  }
  readonly extra_policies: readonly GrantingPolicy[]
}

/** A statement that allows a permission, and how the user got it. */
export type Origin = {
  readonly via: 'role' | 'extra'
  readonly policy: { readonly id: string; readonly name: string }
  readonly statement: string
}

export function accessOf({ role, extra_policies }: Grants): Access {
  return effectiveAccess(role, extra_policies)
}

/** Every statement that allows the action; the module is a matter of the role and not looked at. */
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

/** Every permission that a call would be allowed with: module and action. */
export function permissionsOf(access: Access): Permission[] {
  return PERMISSIONS.filter((permission) => may(access, permission))
}

/** The permissions that statements name, whatever the modules: what a wildcard covers today. */
export function coveredBy(statements: readonly string[]): Permission[] {
  return PERMISSIONS.filter((permission) => hasAction({ modules: [], policies: statements }, permission))
}

/** Everything a statement allows, now and later, is allowed by the others. */
export function isCovered(statement: string, by: readonly string[]): boolean {
  if (by.includes('*:*') || by.includes(statement)) return true
  return by.includes(`${statement.slice(0, statement.indexOf(':'))}:*`) && statement !== '*:*'
}

/** Permissions that let their holder see whole card numbers, decide over access, or take out what everybody does. */
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
  'card:unmask',
  'file:view-all',
  'inquiry:view-all',
  'terminal:move',
  'audit:export',
])

export type Risk = 'LOW' | 'HIGH'

/** Of a policy: high as soon as one of its statements covers a permission of high risk. */
export function riskOf(statements: readonly string[]): Risk {
  return coveredBy(statements).some((permission) => HIGH_RISK.has(permission)) ? 'HIGH' : 'LOW'
}

/** Roles that `role:grant` does not let one give away: what they hold decides over access itself. */
export function isAboutAccess(statements: readonly string[]): boolean {
  return statements.some((statement) =>
    ['user', 'role', 'policy', '*'].includes(statement.split(':', 1)[0] ?? ''),
  )
}

export type Explanation = {
  readonly permission: Permission
  readonly allowed: boolean
  readonly module: { readonly name: string; readonly held: boolean }
  /** Empty: no statement allows the action. */
  readonly origins: readonly Origin[]
}

/** Why a user may, or may not, do something. */
export function explain(grants: Grants, permission: Permission): Explanation {
  const access = accessOf(grants)
  const name = moduleOf(permission)
  const held = hasModule(access, name)
  const origins = originsOf(grants, permission)
  return { permission, allowed: held && origins.length > 0, module: { name, held }, origins }
}

/** What a change of access does to one user: modules and permissions. */
export type AccessChange = { readonly gained: readonly string[]; readonly lost: readonly string[] }

/** Modules by their name, permissions as `resource:action`. */
export function accessChange(before: Access, after: Access): AccessChange {
  const [old, now] = [before, after].map((access) => new Set([...access.modules, ...permissionsOf(access)]))
  if (!old || !now) return { gained: [], lost: [] }
  return {
    gained: [...now].filter((each) => !old.has(each)),
    lost: [...old].filter((each) => !now.has(each)),
  }
}

/** By resource, in the order of the access table. */
export function byResource(permissions: readonly Permission[]): Map<string, Permission[]> {
  return Map.groupBy(permissions, resourceOf)
}

/** Modules that a user does not hold, and so cannot give. */
export function missingModules(access: Access): Module[] {
  return MODULES.filter((module) => !hasModule(access, module))
}
