import { type Access, MODULES, may, type Permission } from '@backoffice/contract/access'
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
 * Of what a change really gives, by `accessChange`: a module that is held can put to work a statement that is not, when
 * the other user has it already. Throws `not_held`. `byRole`: a role is given, which `role:grant` may allow.
 */
export function requireGained(
  held: Access,
  gained: readonly string[],
  { byRole }: { byRole: boolean },
): void {
  const missing = gained.filter((name) => {
    if (byRole && isLentBy(held, [name])) return false
    return isModule(name)
      ? missingOf(held, { modules: [name], statements: [] }).length > 0
      : !mayDo(held, name)
  })
  refuseMissing(missing)
}

function isLentBy(held: Access, statements: readonly string[]): boolean {
  return may(held, 'role:grant') && !isAboutAccess(statements)
}

const isModule = (name: string) => MODULES.some((each) => each === name)

// What is gained and no module is a permission of the access table.
const mayDo = (held: Access, name: string) => may(held, name as Permission)
