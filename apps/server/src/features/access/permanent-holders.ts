import { type Access, may, moduleOf, type Permission, resourceOf } from '@backoffice/contract/access'
import { accessOf } from '@backoffice/contract/grants'
import type { Reader } from '../../db/client.ts'
import { findHolders, grantsFrom, grantsOfUsers, readTables } from './grants.store.ts'

/** `held` is permanent access. Users with equal grants share the object. */
export type PermanentHolder = { id: string; name: string; held: Access }

/** Active users who hold the permission permanently, sorted by name. */
export async function permanentHolders(db: Reader, permission: Permission): Promise<PermanentHolder[]> {
  const holders = await findHolders(db, {
    modules: ['All', moduleOf(permission)],
    statements: ['*:*', `${resourceOf(permission)}:*`, permission],
  })
  const tables = await readTables(db, holders)
  const known = new Map<string, Access>()
  return holders.flatMap(({ id, name, role_id, extra_ids }) => {
    const key = [role_id, ...extra_ids].join()
    const held = known.get(key) ?? accessOf(grantsFrom(tables, { role_id, extra_ids }))
    known.set(key, held)
    return may(held, permission) ? [{ id, name, held }] : []
  })
}

/** Deciders apart from the excluded ones, sorted by name. A temporary role can take the permission away from one. */
export async function eligibleDeciders(db: Reader, excluded: readonly string[]): Promise<PermanentHolder[]> {
  const deciders = (await permanentHolders(db, 'approval:decide')).filter(({ id }) => !excluded.includes(id))
  const grants = await grantsOfUsers(
    db,
    deciders.map(({ id }) => id),
  )
  return deciders.filter(({ id }) => {
    const held = grants.get(id)
    return held && may(accessOf(held), 'approval:decide')
  })
}
