import { createHash } from 'node:crypto'
import type { Database, Tx } from '../db/client.ts'
import type { Json } from '../db/schema.generated.ts'
import { Refusal } from './errors.ts'

/**
 * A write that carries an Idempotency-Key is done once: the key is claimed in the transaction of the
 * change, and whoever comes again with it, even at the same moment, gets the first outcome.
 */
export type IdempotencyClaim = { userId: string; endpoint: string; key: string; requestHash: Buffer }

export function idempotencyClaim(
  userId: string,
  endpoint: string,
  key: unknown,
  request: unknown,
): IdempotencyClaim | null {
  if (key === undefined) return null
  if (typeof key !== 'string' || key.length === 0 || key.length > 100) {
    throw new Refusal('invalid', { detail: 'An Idempotency-Key has 1 to 100 characters.' })
  }
  const requestHash = createHash('sha256').update(JSON.stringify(request)).digest()
  return { userId, endpoint, key, requestHash }
}

/** The first outcome, if there was one. */
export async function earlierReply(
  db: Database | Tx,
  claim: IdempotencyClaim,
): Promise<{ reply: unknown } | null> {
  const row = await db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'reply'])
    .where('user_id', '=', claim.userId)
    .where('endpoint', '=', claim.endpoint)
    .where('key', '=', claim.key)
    .executeTakeFirst()
  if (!row) return null
  if (!claim.requestHash.equals(row.request_hash)) throw new Refusal('idempotency_key_reused')
  return { reply: row.reply }
}

/** True when the key is ours; false when another call has it (its transaction has ended by then). */
export async function claimKey(tx: Tx, claim: IdempotencyClaim): Promise<boolean> {
  const row = await tx
    .insertInto('idempotency_keys')
    .values({
      user_id: claim.userId,
      endpoint: claim.endpoint,
      key: claim.key,
      request_hash: claim.requestHash,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  return row !== undefined
}

export async function keepReply(tx: Tx, claim: IdempotencyClaim, reply: unknown): Promise<void> {
  await tx
    .updateTable('idempotency_keys')
    // A reply is what was just sent as JSON.
    .set({ reply: JSON.stringify(reply) as unknown as Json })
    .where('user_id', '=', claim.userId)
    .where('endpoint', '=', claim.endpoint)
    .where('key', '=', claim.key)
    .execute()
}
