import { may } from '@backoffice/contract/access'
import { accessOf } from '@backoffice/contract/grants'
import type { Reader } from '../../db/client.ts'
import { grantsOfUsers } from './grants.store.ts'
import { type PermanentHolder, permanentHolders } from './permanent-holders.ts'

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
