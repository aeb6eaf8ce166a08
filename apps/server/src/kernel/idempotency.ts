import { createHash } from 'node:crypto'
import type { Database, Tx } from '../db/client.ts'
import { HttpError } from './errors.ts'

export const MAX_KEY_CHARS = 100

/** A write claims its Idempotency-Key in its transaction; every repetition, even a concurrent one, gets the first reply. */
export type IdempotencyClaim = { userId: string; endpoint: string; key: string; requestHash: Buffer }

export function idempotencyClaim(
  userId: string,
  endpoint: string,
  key: unknown,
  request: unknown,
): IdempotencyClaim | null {
  if (key === undefined) return null
  if (typeof key !== 'string' || key.length === 0 || key.length > MAX_KEY_CHARS) {
    throw new HttpError('invalid', { detail: `An Idempotency-Key has 1 to ${MAX_KEY_CHARS} characters.` })
  }
  const requestHash = createHash('sha256').update(JSON.stringify(request)).digest()
  return { userId, endpoint, key, requestHash }
}

/** Null when the key is new. Throws when it was used for another request. */
export async function findReply(
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
  if (!claim.requestHash.equals(row.request_hash)) throw new HttpError('idempotency_key_reused')
  return { reply: row.reply }
}

/** False when another call has claimed the key. Waits for the end of that call's transaction. */
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

export async function storeReply(tx: Tx, claim: IdempotencyClaim, reply: unknown): Promise<void> {
  await tx
    .updateTable('idempotency_keys')
    .set({ reply: JSON.stringify(reply) })
    .where('user_id', '=', claim.userId)
    .where('endpoint', '=', claim.endpoint)
    .where('key', '=', claim.key)
    .execute()
}
