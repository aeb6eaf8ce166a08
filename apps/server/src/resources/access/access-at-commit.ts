import { isDeepStrictEqual } from 'node:util'
import type { Access } from '@backoffice/contract/access'
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import type { ConfirmAccess } from '../../kernel/caller.ts'
import { AccessChanged } from '../../kernel/errors.ts'
import { findCaller } from './access.store.ts'
import { isSessionEnded } from './authenticate.ts'

/**
 * The access version without the moves of this transaction. No other transaction can move it until this one ends, so
 * this must be the last statement before the commit: a change of access waits.
 */
export async function accessVersionAtCommit(tx: Tx): Promise<string> {
  const { rows } = await sql<{ version: string }>`SELECT access_version_at_commit() AS version`.execute(tx)
  return String(rows[0]?.version)
}

/** One keyed read while no access changes. Otherwise the caller is compared with the user as it is now. */
export const confirmAccess: ConfirmAccess = async (tx, caller, { endsSessions }) => {
  if ((await accessVersionAtCommit(tx)) === caller.accessVersion) return
  const now = await findCaller(tx, caller.identity.sub)
  const isUnchanged =
    now?.status === 'ACTIVE' &&
    isSameAccess(now.access, caller.access) &&
    (endsSessions || !isSessionEnded(now.ended, caller.identity))
  if (!isUnchanged) throw new AccessChanged()
}

function isSameAccess(one: Access, other: Access): boolean {
  const sorted = ({ modules, policies }: Access) => [modules.toSorted(), policies.toSorted()]
  return isDeepStrictEqual(sorted(one), sorted(other))
}
