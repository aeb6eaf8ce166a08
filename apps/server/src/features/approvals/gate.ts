import { createHash } from 'node:crypto'
import { type AffectedUser, APPROVAL_KINDS, type ApprovalKind } from '@backoffice/contract/approvals'
import { maskCardNumbers } from '@backoffice/contract/card-number'
import type { TableName } from '@backoffice/contract/tables/headers'
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import type { SendJob } from '../../jobs/queue.ts'
import {
  type Approvable,
  type ApprovableCall,
  type ApprovalGate,
  MOST_SHOWN,
  type Outcome,
} from '../../kernel/approvals.ts'
import {
  type AuditEvent,
  type Changes,
  declaredEvent,
  doneEvents,
  maskedChanges,
  recordAudit,
} from '../../kernel/audit.ts'
import type { Clock } from '../../kernel/clock.ts'
import { HttpError } from '../../kernel/errors.ts'
import { describeOffers } from '../access/break-glass-offers.store.ts'
import { creatorsOf } from '../access/deciders.store.ts'
import { eligibleDeciders } from '../access/permanent-holders.ts'
import { findOwnImport } from './request-rows.store.ts'
import { insertApproval, labelsOf } from './requests/approvals.store.ts'
import { notifyDeciders } from './requests/notify.ts'
import { findOwn, findPending } from './requests/pending.store.ts'
import { affectedUsers, readUserStates } from './requests/request-details.store.ts'
import { type RequestLimits, requireUnderLimits } from './requests/request-limits.ts'
import { maySeeRows, viewPermission } from './requests/request-table.ts'
import { measured, requiredApproval } from './requests/required-approval.ts'

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
    async runOrStore(tx, call, change) {
      await sql`SAVEPOINT proposal`.execute(tx)
      const outcome = await change(tx)
      requireDeclared(call, outcome)
      const kind = await requiredApproval(tx, call.call.caller.id, outcome.proposal)
      if (!kind) {
        await requireNoOwn(tx, call, outcome)
        return outcome
      }
      const { users: keys = [] } = outcome.proposal
      const shown = keys.slice(0, MOST_SHOWN)
      const ids = shown.map(({ id }) => id)
      // Before the rollback, because a new record is lost with it.
      const described = await describeEffects(tx, call, outcome)
      const after = await readUserStates(tx, ids)
      await sql`ROLLBACK TO SAVEPOINT proposal`.execute(tx)
      const users = affectedUsers(shown, await readUserStates(tx, ids), after)
      const effects = { ...described, users, users_total: keys.length }
      return store(tx, call, { kind, outcome, effects, sendJob, limits, now: clock.now() })
    },
  }
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

const masked = (label: string | null | undefined) => (label ? maskCardNumbers(label) : null)

export const countRefused = (events: readonly AuditEvent[]) =>
  events.filter(({ outcome }) => outcome === 'refused').length

async function describeEffects(tx: Tx, { endpoint, received, call }: ApprovableCall, outcome: Outcome) {
  const events = eventsOf({ endpoint, received, callerId: call.caller.id }, outcome)
  const written = events.filter((event) => event.outcome !== 'refused')
  const labels = await labelsOf(tx, written)
  const { names, total } = outcome.proposal.rows ?? { names: [], total: 0 }
  return {
    changes: [
      ...written.map((event, at) => ({ label: masked(labels[at]), changes: maskedChanges(event) })),
      ...names.map((name) => ({ label: masked(name), changes: {} })),
    ],
    changes_total: written.length + total,
    refused: countRefused(events),
    takers: await describeOffers(tx, outcome.proposal.offers ?? []),
  }
}

type HeldChange = {
  kind: ApprovalKind
  outcome: Outcome
  effects: Awaited<ReturnType<typeof describeEffects>> & { users: AffectedUser[]; users_total: number }
  sendJob: SendJob
  limits: RequestLimits
  now: Date
}

async function store(
  tx: Tx,
  { id, endpoint, received, call, stated: sent }: ApprovableCall,
  held: HeldChange,
) {
  const { kind, outcome, effects, sendJob, limits, now } = held
  const { what, records, impact, effects: parts } = outcome.proposal
  const { caller } = call
  const { canApprove = () => true, table } = outcome.proposal
  const subjects = [...(outcome.proposal.subjects ?? []), ...(await creatorsOf(tx, caller.id))]
  const stated = outcome.proposal.stated ? { ...outcome.proposal.stated, isBlank: false } : sent
  await requireNoOther(tx, id, records)
  await requireUnderLimits(tx, caller.id, limits, now)
  const eligible = await eligibleDeciders(tx, [caller.id, ...subjects])
  const deciders = eligible.filter(({ held }) => canApprove(held) && maySeeRows(held, table))
  if (deciders.length === 0) throw noDecider(table)
  const { affected, requestedAccess = null } = outcome.proposal
  const effect = parts.find((part) => part.kind === kind)
  const count = affected ?? (effect ? measured(effect) : 1)
  const shown = { kind, what, count, unit: APPROVAL_KINDS[kind].unit }
  if (stated.isBlank)
    throw new HttpError('approval_reason_required', {
      current: { ...shown, deciders: deciders.slice(0, MOST_NAMED).map(({ name }) => name) },
    })
  const stored = await insertApproval(
    tx,
    {
      ...shown,
      ...effects,
      endpoint: id,
      input: received,
      resource: endpoint.audit?.resource ?? '',
      records: [...records],
      table_name: table ?? null,
      subjects,
      is_high_risk:
        kind === 'RULES' ||
        kind === 'HIGH_RISK_GRANT' ||
        (impact?.gains.some(({ risk }) => risk === 'HIGH') ?? false),
      effects_hash: effectsHash(outcome),
      impact: impact ?? null,
      requested_access: requestedAccess,
      reason: stated.reason,
      ticket_no: stated.ticket_no,
      requested_by: caller.id,
    },
    now,
  )
  const changes: Changes = {
    kind: [null, kind],
    ...(stated.ticket_no !== null && { ticket_no: [null, stated.ticket_no] as const }),
  }
  const reason = stated.reason ?? undefined
  await recordAudit(tx, { actor: caller, ...call }, [
    { resource: 'approval', action: 'request', id: stored.id, changes, ...(reason && { reason }) },
  ])
  const { id: requestId, expires_at } = stored
  await notifyDeciders(tx, { sendJob, now }, deciders, {
    id: requestId,
    what,
    requester: caller.name,
    ...stated,
    expires_at,
  })
  if (!expires_at) throw new Error('Only break-glass access has no end, and it is not stored here')
  return { approval: { id: stored.id, kind, expires_at: expires_at.toISOString() } }
}

const MOST_NAMED = 5

function noDecider(table: TableName | undefined): HttpError {
  const permission = viewPermission(table)
  if (!permission) return new HttpError('no_decider')
  const detail = `This change needs approval by another user who can decide requests and has the permission ${permission}. Ask an administrator to name one.`
  return new HttpError('no_decider', { detail })
}

/**
 * A user cannot change records directly whose change they have requested, which would decide their own request. An
 * action on all that match is known only by the hash of its rows, so it blocks no change.
 */
async function requireNoOwn(
  tx: Tx,
  { endpoint, received, call }: ApprovableCall,
  outcome: Outcome,
): Promise<void> {
  const written = eventsOf({ endpoint, received, callerId: call.caller.id }, outcome)
  const ids = written.flatMap((event) => (event.outcome !== 'refused' && event.id ? [event.id] : []))
  if (ids.length === 0) return
  const { records, table = null } = outcome.proposal
  const resource = endpoint.audit?.resource ?? ''
  const userId = call.caller.id
  const own =
    (await findOwn(tx, { userId, table, resource, records: [...ids, ...records] })) ??
    (table && (await findOwnImport(tx, { userId, table, ids })))
  if (!own) return
  const detail = `Your request “${own.what}” waits for approval. Withdraw it before you change this directly.`
  throw new HttpError('approval_pending', { detail })
}

async function requireNoOther(tx: Tx, endpoint: string, records: readonly string[]): Promise<void> {
  const other = await findPending(tx, endpoint, records)
  if (!other) return
  const detail = `“${other.what}” is already waiting for approval, requested by ${other.requester}.`
  throw new HttpError('approval_pending', { detail })
}
