import { type Access, may } from '@backoffice/contract/access'
import { accessOf, permanentOf } from '@backoffice/contract/grants'
import type { Reader } from '../../db/client.ts'
import { findDeciders } from '../approval-requests/deciders.store.ts'
import { grantsOfUsers } from './grants.store.ts'

/** `held`: permanent access, which decisions need. */
export type EligibleDecider = { id: string; name: string; held: Access }

/** Deciders apart from the excluded ones, sorted by name. A temporary role can take the permission away from one. */
export async function eligibleDeciders(db: Reader, excluded: readonly string[]): Promise<EligibleDecider[]> {
  const deciders = (await findDeciders(db)).filter(({ id }) => !excluded.includes(id))
  const grants = await grantsOfUsers(
    db,
    deciders.map(({ id }) => id),
  )
  return deciders.flatMap(({ id, name }) => {
    const held = grants.get(id)
    return held && may(accessOf(held), 'approval:decide')
      ? [{ id, name, held: accessOf(permanentOf(held)) }]
      : []
  })
}
