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

export type GrantingRole = {
  readonly id: string
  readonly name: string
  readonly modules: readonly string[]
  readonly policies: readonly GrantingPolicy[]
}

/** Either a role, or a policy with the modules that come with it. */
export type TemporaryGrant = {
  readonly role: GrantingRole | null
  readonly policy: GrantingPolicy | null
  readonly modules: readonly string[]
  /** ISO time. */
  readonly until: string
}

/** A user's permanent role and extra policies, and the temporary access in force. */
export type Grants = {
  readonly role: GrantingRole
  readonly extra_policies: readonly GrantingPolicy[]
  readonly temporary?: readonly TemporaryGrant[]
}

/** `until`: end of a temporary role or policy, as ISO time. */
type Temporary<Item> = Item & { readonly until?: string }

export type GrantsInForce = {
  readonly role: Temporary<GrantingRole>
  readonly extra_policies: readonly Temporary<GrantingPolicy>[]
}

/** The grants in force. A temporary role replaces the permanent one; temporary policies are added. */
export function inForce(grants: Grants): GrantsInForce {
  const { role: permanent, extra_policies, temporary = [] } = grants
  if (temporary.length === 0) return grants
  const [role = permanent] = temporary.flatMap(({ role, until }) => (role ? { ...role, until } : []))
  const policies = temporary.flatMap(({ policy, until }) => (policy ? { ...policy, until } : []))
  const modules = [...new Set([...role.modules, ...temporary.flatMap((each) => each.modules)])]
  return { role: { ...role, modules }, extra_policies: [...extra_policies, ...policies] }
}

/** The grants that remain when all temporary access has ended. */
export function permanentOf({ role, extra_policies }: Grants): Grants {
  return { role, extra_policies }
}

/** A statement that allows a permission, and its source. */
export type Origin = {
  readonly via: 'role' | 'extra'
  readonly policy: { readonly id: string; readonly name: string }
  readonly statement: string
  /** End of the temporary role or policy; null if permanent. */
  readonly until: string | null
}

/** Access in force. */
export function accessOf(grants: Grants): Access {
  const { role, extra_policies } = inForce(grants)
  return effectiveAccess(role, extra_policies)
}

/** All statements that allow the action, regardless of the module. */
export function originsOf(grants: Grants, permission: Permission): Origin[] {
  const { role, extra_policies } = inForce(grants)
  const from = (via: Origin['via'], { id, name, statements }: GrantingPolicy, until: string | null) =>
    [...new Set(statements)]
      .filter((statement) => hasAction({ modules: [], policies: [statement] }, permission))
      .map((statement) => ({ via, policy: { id, name }, statement, until }))
  return [
    ...role.policies.flatMap((policy) => from('role', policy, role.until ?? null)),
    ...extra_policies.flatMap((policy) => from('extra', policy, policy.until ?? null)),
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

/** Modules that a policy with these statements needs to take full effect. */
export function modulesNeeded(statements: readonly string[]): Module[] {
  const needed = new Set(coveredBy(statements).map(moduleOf))
  return MODULES.filter((module) => needed.has(module))
}

const HIGH_RISK_PERMISSIONS = [
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
  'review:manage',
  'review:decide',
  'card:unmask',
  'file:view-all',
  'inquiry:view-all',
  'case:export',
  'terminal:move',
  'audit:export',
] as const satisfies readonly Permission[]

export type HighRiskPermission = (typeof HIGH_RISK_PERMISSIONS)[number]

/** Permissions to see whole card numbers, change access, or export data of every user. */
export const HIGH_RISK: ReadonlySet<Permission> = new Set(HIGH_RISK_PERMISSIONS)

export type Risk = 'LOW' | 'HIGH'

/** Risk of a policy: high if a statement covers a high-risk permission. */
export function riskOf(statements: readonly string[]): Risk {
  return coveredBy(statements).some((permission) => HIGH_RISK.has(permission)) ? 'HIGH' : 'LOW'
}

/** True for statements about access itself. Granting roles with them requires more than `role:grant`. */
export function isAboutAccess(statements: readonly string[]): boolean {
  return statements.some((statement) =>
    ['user', 'role', 'policy', 'approval', 'review', '*'].includes(statement.split(':', 1)[0] ?? ''),
  )
}

export type Explanation = {
  readonly permission: Permission
  readonly allowed: boolean
  /** `until`: end of the module if only temporary access includes it; null otherwise. */
  readonly module: { readonly name: string; readonly held: boolean; readonly until: string | null }
  /** Empty if no statement allows the action. */
  readonly origins: readonly Origin[]
}

/** Explains whether a user has a permission. */
export function explain(grants: Grants, permission: Permission): Explanation {
  const access = accessOf(grants)
  const name = moduleOf(permission)
  const held = hasModule(access, name)
  const origins = originsOf(grants, permission)
  const until = held ? endOfModule(grants, name) : null
  return { permission, allowed: held && origins.length > 0, module: { name, held, until }, origins }
}

/** Null if the permanent role is in force and includes the module; otherwise the last end. */
function endOfModule({ role: permanent, temporary = [] }: Grants, name: Module): string | null {
  const includes = (modules: readonly string[]) => hasModule({ modules, policies: [] }, name)
  const isReplaced = temporary.some(({ role }) => role !== null)
  if (!isReplaced && includes(permanent.modules)) return null
  const ends = temporary.filter(({ role, modules }) => includes(role?.modules ?? modules))
  return (
    ends
      .map(({ until }) => until)
      .toSorted()
      .at(-1) ?? null
  )
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
