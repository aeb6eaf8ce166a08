import { DEFAULT_REPLACEMENT } from '@backoffice/contract/reviews'
import type { Reader } from '../../db/client.ts'
import { findUserAccess } from '../access/access.store.ts'
import { missingOf } from '../access/access-lock.ts'
import { readOffers } from '../access/break-glass-offers.store.ts'
import { findAllRoles } from '../access/grants.store.ts'
import { statementsOf } from '../users/user-values.ts'

export type Replacement = { id: string; name: string; isDefault: boolean }

/**
 * Roles that can replace the role of a user, the default first, then by name: a review grants nothing, so the user must hold all of
 * their access permanently, and be able to take the same roles in an emergency.
 */
export async function allowedReplacements(
  db: Reader,
  { userId, roleId }: { userId: string; roleId: string },
): Promise<Replacement[]> {
  const held = (await findUserAccess(db, userId))?.permanent ?? { modules: [], policies: [] }
  const offers = await readOffers(db)
  const takeable = (id: string) => offers.flatMap((offer) => (offer.taker_id === id ? offer.role_id : []))
  const had = takeable(roleId)
  const byDefault = await findDefault(db)
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

/** The starter role, not another one of its name. */
function findDefault(db: Reader): Promise<{ id: string; name: string } | undefined> {
  return db
    .selectFrom('roles')
    .select(['id', 'name'])
    .where('name', '=', DEFAULT_REPLACEMENT)
    .where('is_system', '=', true)
    .executeTakeFirst()
}
