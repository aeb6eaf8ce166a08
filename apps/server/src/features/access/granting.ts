import { type Access, hasModule, MODULES, may, type Permission } from '@backoffice/contract/access'
import { isAboutAccess } from '@backoffice/contract/grants'
import { type GrantSet, missingOf, refuseMissing, requireHeld } from './access-lock.ts'

/**
 * True if the holder of this access may grant the role: they hold all of it, or they hold `role:grant` and the role has
 * no permissions about access.
 */
export function grantableRole(held: Access, role: GrantSet): boolean {
  return isCoveredByGrant(held, role.statements) || missingOf(held, role).length === 0
}

/** Throws `not_held`. */
export function requireGrantableRole(held: Access, role: GrantSet): void {
  if (!grantableRole(held, role)) requireHeld(held, role)
}

/** Policies granted in addition to a role. Throws `not_held`; `role:grant` applies to roles only. */
export function requireGrantablePolicies(
  held: Access,
  policies: readonly { readonly statements: readonly string[] }[],
): void {
  requireHeld(held, { modules: [], statements: policies.flatMap(({ statements }) => statements) })
}

/**
 * Throws `not_held` unless the caller holds the effective gain of a change: a new module can activate statements that
 * the user already had. `newRole`: access of a newly granted role, which `role:grant` covers.
 */
export function requireGained(held: Access, gained: readonly string[], newRole?: Access): void {
  refuseMissing(missingGained(held, gained, newRole))
}

function missingGained(held: Access, gained: readonly string[], newRole?: Access): string[] {
  const covered = newRole && isCoveredByGrant(held, newRole.policies) ? newRole : undefined
  return gained.filter((name) => !has(held, name) && !(covered && has(covered, name)))
}

/**
 * Names that the holder of this access lacks to grant a role, or a policy with its modules, temporarily. For this
 * `role:grant` covers policies too.
 */
export function missingToGrantTemporarily(held: Access, set: GrantSet, gained: readonly string[]): string[] {
  const missing = grantableRole(held, set) ? [] : missingOf(held, set)
  const access = { modules: set.modules, policies: set.statements }
  return [...new Set([...missing, ...missingGained(held, gained, access)])]
}

function isCoveredByGrant(held: Access, statements: readonly string[]): boolean {
  return may(held, 'role:grant') && !isAboutAccess(statements)
}

function has(access: Access, name: string): boolean {
  const module = MODULES.find((each) => each === name)
  // A gain that is not a module is a permission of the access table.
  return module ? hasModule(access, module) : may(access, name as Permission)
}
