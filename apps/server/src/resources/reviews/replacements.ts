import { DEFAULT_REPLACEMENT } from '@backoffice/contract/reviews'
import type { Reader } from '../../db/client.ts'
import { findUserAccess } from '../access/access.store.ts'
import { missingOf } from '../access/access-lock.ts'
import { readOffers } from '../access/break-glass-offers.store.ts'
import { findAllRoles } from '../access/grants.store.ts'
import { statementsOf } from '../users/user-values.ts'
import { findStarterRole } from './review-roles.store.ts'

export type Replacement = { id: string; name: string; isDefault: boolean }

/**
 * Roles that can replace the role of a user, the default first, then by name. A review grants nothing: the user must
 * already hold their access permanently, and be able to take the roles that they can take in an emergency.
 */
export async function allowedReplacements(
  db: Reader,
  { userId, roleId }: { userId: string; roleId: string },
): Promise<Replacement[]> {
  const held = (await findUserAccess(db, userId))?.permanent ?? { modules: [], policies: [] }
  const offers = await readOffers(db)
  const takeable = (id: string) => offers.flatMap((offer) => (offer.taker_id === id ? offer.role_id : []))
  const had = takeable(roleId)
  const byDefault = await findStarterRole(db, DEFAULT_REPLACEMENT)
  const others = (await findAllRoles(db)).filter(
    ({ id, modules, policies }) =>
      missingOf(held, { modules, statements: statementsOf(policies) }).length === 0 &&
      takeable(id).every((each) => had.includes(each)),
  )
  const byName = others
    .filter(({ id }) => id !== byDefault?.id)
    .toSorted((a, b) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1))
  return [...(byDefault ? [byDefault] : []), ...byName]
    .filter(({ id }) => id !== roleId)
    .map(({ id, name }) => ({ id, name, isDefault: id === byDefault?.id }))
}
