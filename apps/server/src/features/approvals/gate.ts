import { createHash } from 'node:crypto'
import { APPROVAL_KINDS, type ApprovalKind } from '@backoffice/contract/approvals'
import { keysOf } from '@backoffice/contract/objects'
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import type { SendJob } from '../../jobs/queue.ts'
import type { Approvable, ApprovableCall, ApprovalGate, Outcome, Proposal } from '../../kernel/approvals.ts'
import { type AuditEvent, declaredEvent, doneEvents } from '../../kernel/audit.ts'
import type { Clock } from '../../kernel/clock.ts'
import { HttpError } from '../../kernel/errors.ts'
import { measured } from './proposals/proposal.ts'
import { statedReason } from './proposals/stated-reason.ts'
import { findOwnImport } from './request-rows.store.ts'
import { findOwn } from './requests/pending.store.ts'
import type { RequestLimits } from './requests/request-limits.ts'
import { addCount, countRecent, findRules } from './requests/rules.store.ts'
import { storeRequest } from './store-request.ts'

type GateDeps = { clock: Clock; sendJob: SendJob; limits: RequestLimits }

/** Endpoints whose calls can be stored and executed later, by name. */
export type Approvables = ReadonlyMap<string, Approvable>

export function createApprovalGate({
  clock,
  sendJob,
  limits,
}: GateDeps): ApprovalGate & { approvables: Approvables } {
  const approvables = new Map<string, Approvable>()
  return {
    approvables,
    register: (id, approvable) => void approvables.set(id, approvable),
    prepare(call) {
      const stated = statedReason(call.call.request.headers)
      const callerId = call.call.caller.id
      return async (tx, change) => {
        await sql`SAVEPOINT proposal`.execute(tx)
        const outcome = await change(tx)
        requireDeclared(call, outcome)
        const events = eventsOf({ ...call, callerId }, outcome)
        const kind = await requiredApproval(tx, callerId, outcome.proposal)
        if (kind) {
          const hash = effectsHash(outcome)
          const held = { kind, stated, proposal: outcome.proposal, events, hash }
          return storeRequest(tx, call, held, { sendJob, limits, now: clock.now() })
        }
        await requireNoOwn(tx, call, outcome.proposal, events)
        return outcome
      }
    },
  }
}

const KINDS = keysOf(APPROVAL_KINDS)

/**
 * The first kind of approval that the effects of a user's write require; null for none. Read after the effects, so that
 * a rule applies as soon as it is on. Effects without approval count for the rules over 24 hours, approved ones do not: a
 * second person has seen them.
 */
async function requiredApproval(
  tx: Tx,
  userId: string,
  { effects, isExempt }: Pick<Proposal, 'effects' | 'isExempt'>,
): Promise<ApprovalKind | null> {
  const all = effects.filter(({ count }) => count > 0)
  if (all.length === 0 || isExempt) return null
  const always = all.find(({ kind }) => kind === 'RULES' || kind === 'ACCESS')
  if (always) return always.kind
  const rules = await findRules(tx)
  const adding = all.find(({ addsDeciders }) => addsDeciders)
  if (adding && rules.some(({ is_on }) => is_on)) return adding.kind
  const counted: (() => Promise<void>)[] = []
  for (const effect of all.toSorted((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind))) {
    const { scope = '' } = effect
    const count = measured(effect)
    const rule = rules.find(({ kind, is_on }) => is_on && kind === effect.kind)
    if (!rule) continue
    const { kind, threshold } = rule
    if (threshold === null) return kind
    const key = { userId, kind, scope }
    if ((await countRecent(tx, key)) + count > threshold) return kind
    counted.push(() => addCount(tx, key, count))
  }
  for (const add of counted) await add()
  return null
}

/**
 * A kind that the endpoint does not declare is a fault of its handler. No client expects to wait, and no test covers
 * it.
 */
export function requireDeclared({ id, endpoint }: ApprovableCall, { proposal }: Outcome): void {
  const undeclared = proposal.effects.find(({ kind }) => !endpoint.approval?.includes(kind))
  if (undeclared) throw new Error(`${id} has an effect of kind ${undeclared.kind}, which it does not declare`)
}

/** Events of the outcome, as the trail records them. */
export function eventsOf({ endpoint, received, callerId }: EventCall, outcome: Outcome): AuditEvent[] {
  if (!endpoint.audit || !('audit' in outcome)) return []
  return doneEvents(declaredEvent(endpoint.audit, received as object, callerId), outcome.audit)
}
type EventCall = Pick<ApprovableCall, 'endpoint' | 'received'> & { callerId: string }

/** Hash of everything that an approval applies to, apart from the input. */
export function effectsHash({ proposal }: Outcome): Buffer {
  const { records, effects, impact, subjects = [], basis, rows } = proposal
  const lasting = effects.map(({ entailed: _, ...effect }) => effect)
  const shown = [records.toSorted(), lasting, impact?.impact_version, subjects.toSorted(), basis, rows?.hash]
  return createHash('sha256').update(JSON.stringify(shown)).digest()
}

export const countRefused = (events: readonly AuditEvent[]) =>
  events.filter(({ outcome }) => outcome === 'refused').length

/**
 * A user cannot change records directly whose change they have requested, which would decide their own request. An
 * action on all that match is known only by the hash of its rows, so it blocks no change.
 */
async function requireNoOwn(
  tx: Tx,
  { endpoint, call }: ApprovableCall,
  { records, table }: Proposal,
  events: readonly AuditEvent[],
): Promise<void> {
  const ids = events.flatMap((event) => (event.outcome !== 'refused' && event.id ? [event.id] : []))
  if (ids.length === 0) return
  const resource = endpoint.audit?.resource ?? ''
  const userId = call.caller.id
  const own =
    (await findOwn(tx, { userId, table: table ?? null, resource, records: [...ids, ...records] })) ??
    (table && (await findOwnImport(tx, { userId, table, ids })))
  if (!own) return
  const detail = `Your request “${own.what}” waits for approval. Withdraw it before you change this directly.`
  throw new HttpError('approval_pending', { detail })
}
