import { createHash } from 'node:crypto'
import type { Address, Endpoint, HandlerResult, IsApprovable } from '@backoffice/contract/endpoint'
import { type Database, isRetryable, type Tx } from '../db/client.ts'
import { type ApprovableChange, type ApprovalGate, isPendingReply, type Proposal } from './approvals.ts'
import type { AuditEntry } from './audit.ts'
import type { Call, ConfirmAccess } from './caller.ts'
import { HttpError } from './errors.ts'

/** A write returns an audit event per record, or states that nothing changed, and a proposal if it may need approval. */
export type WriteResult<E extends Address> = {
  resource: HandlerResult<E>
} & ({ audit: readonly [AuditEntry, ...AuditEntry[]] } | { unchanged: true }) &
  (IsApprovable<E> extends true ? { proposal: Proposal } : unknown)

/** `discard`: what the handler stored before, if a repeated call does not run the change. */
type Change = ((tx: Tx) => Promise<WriteResult<Endpoint>>) & { discard?: () => Promise<void> }

export type AnyWrite = (received: unknown, call: Call) => Promise<Change>

type WriteKernel = { db: Database; confirmAccess: ConfirmAccess; approvals: ApprovalGate }

type Write = {
  id: string
  endpoint: Endpoint
  received: unknown
  call: Call
  claim: IdempotencyClaim | null
  record: (tx: Tx, by: Call, entries: readonly AuditEntry[]) => Promise<void>
}

/** Runs the transaction of a write: claims its key, changes, records, and confirms the caller's access. */
export async function runWrite(
  { db, confirmAccess, approvals }: WriteKernel,
  handler: AnyWrite,
  { id, endpoint, received, call, claim, record }: Write,
): Promise<unknown> {
  const { endsSessions = false } = endpoint
  const runOrStore = approvals.prepare({ id, endpoint, received, call })
  // The handler's checks also apply to a repeated call.
  const change = await handler(received, call)
  const earlier = claim && (await findReply(db, claim))
  if (earlier) {
    await change.discard?.()
    return earlier.reply
  }
  const runTransaction = () =>
    db.transaction().execute(async (tx) => {
      if (claim && !(await claimKey(tx, claim))) {
        await change.discard?.()
        return (await findReply(tx, claim))?.reply
      }
      const outcome = endpoint.approval ? await runOrStore(tx, change as ApprovableChange) : await change(tx)
      if ('audit' in outcome) await record(tx, call, outcome.audit)
      const resource = isPendingReply(outcome) ? outcome : outcome.resource
      if (claim) await storeReply(tx, claim, resource)
      await confirmAccess(tx, call.caller, { endsSessions })
      return resource
    })
  // Retries once after a rollback; a second failure becomes a 503.
  return runTransaction().catch((error: unknown) => {
    if (isRetryable(error)) return runTransaction()
    throw error
  })
}

export const MAX_KEY_CHARS = 100

/** A write claims its Idempotency-Key in its transaction; every repetition, even a concurrent one, gets the first reply. */
type IdempotencyClaim = { userId: string; endpoint: string; key: string; requestHash: Buffer }

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
async function findReply(db: Database | Tx, claim: IdempotencyClaim): Promise<{ reply: unknown } | null> {
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
async function claimKey(tx: Tx, claim: IdempotencyClaim): Promise<boolean> {
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

async function storeReply(tx: Tx, claim: IdempotencyClaim, reply: unknown): Promise<void> {
  await tx
    .updateTable('idempotency_keys')
    .set({ reply: JSON.stringify(reply) })
    .where('user_id', '=', claim.userId)
    .where('endpoint', '=', claim.endpoint)
    .where('key', '=', claim.key)
    .execute()
}
