import type { Endpoint } from '@backoffice/contract/endpoint'
import type { Impact } from '@backoffice/contract/explain'
import * as z from 'zod/mini'
import type { Database, Tx } from '../../db/client.ts'
import { storeApprover } from '../../files/tracked/file-writes.store.ts'
import type { ApprovableChange, Outcome } from '../../kernel/approvals.ts'
import { recordAudit } from '../../kernel/audit.ts'
import type { Approver, ConfirmAccess, StoredContext } from '../../kernel/caller.ts'
import type { RequestIds } from '../../kernel/client.ts'
import { AccessChanged, HttpError } from '../../kernel/errors.ts'
import { authorize } from '../../kernel/mount.ts'
import { callerOfUser, hasAccessOf } from '../access/authenticate.ts'
import { describeOffers } from '../access/break-glass-offers.store.ts'
import { changedImpact, changedTakers } from './changed-impact.ts'
import { type Approvables, countRefused, effectsHash, eventsOf } from './gate.ts'
import { findCall, type StoredCall } from './requests/approvals.store.ts'

/** A request can’t be executed. It `isStale` if the records that it was based on have changed. */
export class NotExecutable extends Error {
  readonly code: string
  readonly isStale: boolean

  constructor(error: Pick<HttpError, 'code' | 'message'>, detail?: string | null) {
    super(detail ?? error.message)
    this.code = error.code
    this.isStale = STALE.has(error.code)
  }
}

const STALE: ReadonlySet<string> = new Set([
  'version_conflict',
  'selection_changed',
  'file_state_conflict',
  'case_state_conflict',
  'user_status_conflict',
  'impact_changed',
  'effects_changed',
  'terminal_would_move',
])

export type ExecutorDeps = { db: Database; approvables: Approvables; confirmAccess: ConfirmAccess }

/**
 * Applies the change of a pending request and records it with its approver. Throws `NotExecutable` and then undoes
 * nothing, so call it in a savepoint.
 */
type Execution = (tx: Tx) => Promise<void>
/** Undefined for a request that has ended. */
export type PreparedExecution = Execution | NotExecutable | undefined

type ExecutionCall = RequestIds & { approver: Approver }

/** Prepares the stored call with its own handler, as its requester. */
export async function prepareExecution(
  deps: ExecutorDeps,
  id: string,
  call: ExecutionCall,
): Promise<PreparedExecution> {
  try {
    return await prepare(deps, id, call)
  } catch (error) {
    if (error instanceof NotExecutable) return error
    throw error
  }
}

async function prepare(
  deps: ExecutorDeps,
  id: string,
  { requestId, clientRequestId, approver }: ExecutionCall,
): Promise<Execution | undefined> {
  const stored = await findCall(deps.db, id)
  if (!stored) return undefined
  // The access is already in use, so its approval is a review.
  if (stored.kind === 'BREAK_GLASS') return async () => {}
  const approvable = deps.approvables.get(stored.endpoint)
  if (!approvable) throw new NotExecutable(new HttpError('not_found', { detail: NO_ENDPOINT }))
  const { endpoint, handler } = approvable
  const requester =
    stored.identity_sub === null ? undefined : await callerOfUser(deps.db, stored.identity_sub)
  if (!requester) throw new NotExecutable(new HttpError('access_denied', { detail: NO_REQUESTER }))
  const received = validated(endpoint, stored.input)
  // The requester had signed in recently for the request, the approver for the decision.
  const call = { requestId, clientRequestId, caller: requester, approver, isRecentlySignedIn: true }
  const change = await asExecutable(endpoint, stored, async () => {
    authorize(endpoint, requester)
    return await handler(received, call)
  })
  return (tx) => execute(tx, { deps, stored, endpoint, received, call, change })
}

const NO_ENDPOINT = 'This release no longer has this kind of change. Request it again.'
const NO_REQUESTER = 'The requester’s account was not active then.'
const LOST_ACCESS = 'The requester has lost access by another request of this decision.'

/**
 * Expected failures of the stored call end the request as `NotExecutable`. Other failures, and what the approver may
 * not do, fail the decision.
 */
async function asExecutable<T>(
  { executesAs }: Pick<Endpoint, 'executesAs'>,
  { impact }: Pick<StoredCall, 'impact'>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof HttpError) || error instanceof AccessChanged || error.status >= 500) throw error
    if (executesAs === 'approver' && error.status === 403) throw error
    const isChanged = error.code === 'impact_changed'
    // The current impact comes with this refusal.
    throw new NotExecutable(error, isChanged ? changedWords(impact, error.current as Impact) : null)
  }
}

const EFFECTS_CHANGED = {
  code: 'effects_changed',
  message: 'The change would now affect other users or rows than requested. Request it again.',
} as const

const changedWords = (requested: Impact | null, now: Impact) =>
  changedImpact(requested, now) ?? 'The effect of this change is different now. Request it again.'

const parts = z.record(z.string(), z.unknown())

/** The stored input, validated again because another release may have stored it. */
function validated(endpoint: Parts, input: unknown) {
  const stored = parts.parse(input)
  const part = (name: 'params' | 'query' | 'body') => {
    const schema = endpoint[name]
    if (!schema) return undefined
    const read = z.safeParse(schema, stored[name])
    if (read.success) return read.data
    throw new NotExecutable(new HttpError('invalid', { detail: NO_ENDPOINT }))
  }
  return { params: part('params'), query: part('query'), body: part('body'), version: stored.version }
}
type Parts = { readonly [K in 'params' | 'query' | 'body']?: z.ZodMiniType | undefined }

type Running = {
  deps: ExecutorDeps
  stored: StoredCall
  endpoint: Endpoint
  received: unknown
  call: StoredContext & { approver: Approver }
  change: ApprovableChange
}

async function execute(tx: Tx, { deps, stored, endpoint, received, call, change }: Running) {
  const { caller } = call
  const { id, name } = call.approver
  // One of several requests of a decision can take the access that the next needs.
  if (endpoint.executesAs !== 'approver' && !(await hasAccessOf(tx, caller)))
    throw new NotExecutable(new HttpError('access_denied', { detail: LOST_ACCESS }))
  const outcome = await asExecutable(endpoint, stored, () => change(tx))
  const events = eventsOf({ endpoint, received, callerId: caller.id }, outcome)
  // Rows of a bulk call that were refused at its request may be refused again, others may not.
  if (!effectsHash(outcome).equals(stored.effects_hash) || countRefused(events) > stored.refused)
    throw new NotExecutable(EFFECTS_CHANGED, await changedEffects(tx, stored, outcome.proposal))
  await markFile(tx, outcome, { id, name })
  const requester = { id: caller.id, name: caller.name, approvedBy: { id, name } }
  const actor = endpoint.executesAs === 'approver' ? { id, name } : requester
  await recordAudit(tx, { ...call, actor }, events)
  await deps.confirmAccess(tx, caller, { endsSessions: true })
}

async function changedEffects(
  tx: Tx,
  { impact, takers }: Pick<StoredCall, 'impact' | 'takers'>,
  { impact: now, offers = [] }: Outcome['proposal'],
): Promise<string | null> {
  const changed = [
    changedImpact(impact, now ?? null),
    changedTakers(takers, await describeOffers(tx, offers)),
  ].filter((each) => each !== null)
  return changed.length > 0 ? changed.join(' ') : null
}

/** The job of the file names the approver in its events. */
async function markFile(
  tx: Tx,
  { resource }: Outcome,
  approver: Pick<Approver, 'id' | 'name'>,
): Promise<void> {
  const { source_filekey: filekey } = Object(resource) as { source_filekey?: unknown }
  if (typeof filekey === 'string') await storeApprover(tx, filekey, approver)
}
