import { APPROVAL_KINDS, type ApprovalKind } from '@backoffice/contract/approvals'
import { maskCardNumbers } from '@backoffice/contract/card-number'
import type { TableName } from '@backoffice/contract/tables/headers'
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import type { SendJob } from '../../jobs/queue.ts'
import type { ApprovableCall, PendingReply, Proposal } from '../../kernel/approvals.ts'
import { type AuditEvent, type Changes, maskedChanges, recordAudit } from '../../kernel/audit.ts'
import { HttpError } from '../../kernel/errors.ts'
import { describeOffers } from '../access/break-glass-offers.store.ts'
import { creatorsOf } from '../access/deciders.store.ts'
import { eligibleDeciders } from '../access/permanent-holders.ts'
import { MOST_SHOWN, measured } from './proposals/proposal.ts'
import type { StatedReason } from './proposals/stated-reason.ts'
import { insertApproval, labelsOf } from './requests/approvals.store.ts'
import { notifyDeciders } from './requests/notify.ts'
import { findPending } from './requests/pending.store.ts'
import { affectedUsers, readUserStates } from './requests/request-details.store.ts'
import { type RequestLimits, requireUnderLimits } from './requests/request-limits.ts'
import { maySeeRows, viewPermission } from './requests/request-table.ts'

type HeldChange = {
  kind: ApprovalKind
  proposal: Proposal
  stated: StatedReason
  /** Events of the change, refused rows included. */
  events: readonly AuditEvent[]
  /** Hash of everything that the approval applies to, apart from the input. */
  hash: Buffer
}

type StoreDeps = { sendJob: SendJob; limits: RequestLimits; now: Date }

/**
 * Rolls a change back to the savepoint `proposal`, and stores its call for the deciders. Returns the reply for the caller.
 */
export async function storeRequest(
  tx: Tx,
  { id, endpoint, received, call }: ApprovableCall,
  { kind, proposal, stated: sent, events, hash }: HeldChange,
  { sendJob, limits, now }: StoreDeps,
): Promise<PendingReply> {
  const effects = await undoAndDescribe(tx, proposal, events)
  const { what, records, impact, effects: parts, affected, requestedAccess = null, table } = proposal
  const { canApprove = () => true } = proposal
  const { caller } = call
  const subjects = [...(proposal.subjects ?? []), ...(await creatorsOf(tx, caller.id))]
  const stated = proposal.stated ? { ...proposal.stated, isBlank: false } : sent
  await requireNoOther(tx, id, records)
  await requireUnderLimits(tx, caller.id, limits, now)
  const eligible = await eligibleDeciders(tx, [caller.id, ...subjects])
  const deciders = eligible.filter(({ held }) => canApprove(held) && maySeeRows(held, table))
  if (deciders.length === 0) throw noDecider(table)
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
      effects_hash: hash,
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

/** Reads the effects before the rollback, because a new record is lost with it. */
async function undoAndDescribe(tx: Tx, proposal: Proposal, events: readonly AuditEvent[]) {
  const { users: keys = [], rows: { names, total } = { names: [], total: 0 }, offers = [] } = proposal
  const shown = keys.slice(0, MOST_SHOWN)
  const ids = shown.map(({ id }) => id)
  const written = events.filter((event) => event.outcome !== 'refused')
  const labels = await labelsOf(tx, written)
  const changes = [
    ...written.map((event, index) => ({ label: masked(labels[index]), changes: maskedChanges(event) })),
    ...names.map((name) => ({ label: masked(name), changes: {} })),
  ]
  const takers = await describeOffers(tx, offers)
  const after = await readUserStates(tx, ids)
  await sql`ROLLBACK TO SAVEPOINT proposal`.execute(tx)
  return {
    changes,
    changes_total: written.length + total,
    refused: events.length - written.length,
    takers,
    users: affectedUsers(shown, await readUserStates(tx, ids), after),
    users_total: keys.length,
  }
}

const masked = (label: string | null | undefined) => (label ? maskCardNumbers(label) : null)

async function requireNoOther(tx: Tx, endpoint: string, records: readonly string[]): Promise<void> {
  const other = await findPending(tx, endpoint, records)
  if (!other) return
  const detail = `“${other.what}” is already waiting for approval, requested by ${other.requester}.`
  throw new HttpError('approval_pending', { detail })
}
