import type { Address, Endpoint, HandlerResult, IsApprovable } from '@backoffice/contract/endpoint'
import { type Database, isRetryable, type Tx } from '../db/client.ts'
import { type ApprovableChange, type ApprovalGate, isPendingReply, type Proposal } from './approvals.ts'
import type { AuditEntry } from './audit.ts'
import type { Call, ConfirmAccess } from './caller.ts'
import { claimKey, findReply, type IdempotencyClaim, storeReply } from './idempotency.ts'

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
