import { effectiveAccess, may } from '@backoffice/contract/access'
import { type GrantingRole, permissionsOf } from '@backoffice/contract/grants'
import { DEFAULT_REPLACEMENT } from '@backoffice/contract/reviews'
import type { Reader } from '../../db/client.ts'
import { missingOf } from '../access/access-lock.ts'
import { readOffers } from '../access/break-glass-offers.store.ts'
import { findAllRoles, grantsOf } from '../access/grants.store.ts'
import { rolesWithSecondFactor } from '../access/second-factor.store.ts'
import { statementsOf } from '../users/user-values.ts'
import { findStarterRole } from './review-roles.store.ts'

export type Replacement = { id: string; name: string; isDefault: boolean }

type RemovedRole = {
  userId: string
  roleId: string
  /** Extra policies that the user loses by the same review. */
  lostPolicyIds?: readonly string[]
}

/**
 * Roles that can replace the role of a user, the default first, then by name. A review only removes, so the user must
 * hold all of their access permanently, be able to take them in an emergency already, lose a permission, and still need
 * an authenticator. The default, the smallest role, always qualifies, so that every other role can be removed. It may give
 * what the user did not hold, and no role names it as a taker in an emergency.
 */
export async function allowedReplacements(
  db: Reader,
  { userId, roleId, lostPolicyIds = [] }: RemovedRole,
): Promise<Replacement[]> {
  const grants = await grantsOf(db, userId)
  const extra = (grants?.extra_policies ?? []).filter(({ id }) => !lostPolicyIds.includes(id))
  const accessWith = (role: GrantingRole) => effectiveAccess(role, extra)
  const held = grants ? accessWith(grants.role) : { modules: [], policies: [] }
  const permissions = permissionsOf(held)
  const isLess = (role: GrantingRole) => {
    const after = accessWith(role)
    return (
      missingOf(held, { modules: role.modules, statements: statementsOf(role.policies) }).length === 0 &&
      permissions.some((permission) => !may(after, permission))
    )
  }
  const secured = await rolesWithSecondFactor(db)
  const isAsSecure = (id: string) => !secured.has(roleId) || secured.has(id)
  const offers = await readOffers(db)
  const takeable = (id: string) => offers.flatMap((offer) => (offer.taker_id === id ? offer.role_id : []))
  const had = takeable(roleId)
  const byDefault = await findStarterRole(db, DEFAULT_REPLACEMENT)
  const byName = (await findAllRoles(db))
    .filter((role) => role.id !== byDefault?.id && isLess(role) && isAsSecure(role.id))
    .filter(({ id }) => takeable(id).every((each) => had.includes(each)))
    .toSorted((a, b) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1))
  return [...(byDefault ? [byDefault] : []), ...byName]
    .filter(({ id }) => id !== roleId)
    .map(({ id, name }) => ({ id, name, isDefault: id === byDefault?.id }))
}
