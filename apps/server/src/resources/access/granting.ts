import { type Access, hasModule, MODULES, may, type Permission } from '@backoffice/contract/access'
import { isAboutAccess } from '@backoffice/contract/grants'
import { type Given, missingOf, refuseMissing, requireHeld } from './access-lock.ts'

/**
 * Whether the holder of this access may give the role to others: they hold all of it, or `role:grant` and it says
 * nothing about access itself.
 */
export function grantableRole(held: Access, role: Given): boolean {
  return isLentBy(held, role.statements) || missingOf(held, role).length === 0
}

/** Throws `not_held`. */
export function requireGrantableRole(held: Access, role: Given): void {
  if (!grantableRole(held, role)) requireHeld(held, role)
}

/** Policies beside a role. Throws `not_held`; `role:grant` is about roles alone. */
export function requireGrantablePolicies(
  held: Access,
  policies: readonly { readonly statements: readonly string[] }[],
): void {
  requireHeld(held, { modules: [], statements: policies.flatMap(({ statements }) => statements) })
}

/**
 * Of what a change really gives, by `accessChange`: a module can put to work a statement that came from elsewhere.
 * Throws `not_held`. `newRole`: what a role that is given holds, which `role:grant` may lend, alone and no more.
 */
export function requireGained(held: Access, gained: readonly string[], newRole?: Access): void {
  const lent = newRole && isLentBy(held, newRole.policies) ? newRole : undefined
  refuseMissing(gained.filter((name) => !has(held, name) && !(lent && has(lent, name))))
}

function isLentBy(held: Access, statements: readonly string[]): boolean {
  return may(held, 'role:grant') && !isAboutAccess(statements)
}

function has(access: Access, name: string): boolean {
  const module = MODULES.find((each) => each === name)
  // What is gained and no module is a permission of the access table.
  return module ? hasModule(access, module) : may(access, name as Permission)
}
