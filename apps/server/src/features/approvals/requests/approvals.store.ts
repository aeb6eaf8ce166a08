import {
  type AffectedUser,
  APPROVAL_EXPIRES_AFTER_HOURS,
  type ApprovalStatus,
  type ApprovalView,
  type RequestedAccess,
  type Takers,
} from '@backoffice/contract/approvals'
import { maskCardNumbers } from '@backoffice/contract/card-number'
import { approvalsList } from '@backoffice/contract/lists/approvals'
import type { TableName } from '@backoffice/contract/tables/headers'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Reader, Tx } from '../../../db/client.ts'
import { withMaskedCards } from '../../../kernel/audit.ts'

const nameOf = (user: RawBuilder<unknown>) =>
  sql<string | null>`(SELECT given_name || ' ' || family_name FROM users WHERE id = ${user})`
const requester = nameOf(sql.ref('approvals.requested_by'))
const decider = nameOf(sql.ref('approvals.decided_by'))
/** By the database's clock, which all processes share. */
const hasExpired = sql<boolean>`coalesce(expires_at <= clock_timestamp(), false)`

export function approvalRows(db: Reader) {
  return db
    .selectFrom('approvals')
    .select([
      'approvals.id',
      'kind',
      'status',
      'what',
      'count',
      'unit',
      'is_high_risk',
      'subjects',
      'effects_hash',
      'table_name',
    ])
    .select(['requested_by', 'requested_at', 'expires_at', 'decided_by', 'decided_at', 'decision_reason'])
    .select([
      'reason',
      'ticket_no',
      requester.as('requester'),
      decider.as('decider'),
      hasExpired.as('has_expired'),
    ])
}
export type StoredApproval = Awaited<ReturnType<typeof findRow>> & {}

function findRow(db: Reader, id: string) {
  return approvalRows(db).where('approvals.id', '=', id).executeTakeFirst()
}

/** `tables` are the lookup tables that the user may view. */
export type ApprovalViewer = { id: string; isDecider: boolean; tables: readonly TableName[] }

/** Condition of requests that a decider may decide. */
function isDecidableBy({ id, tables }: ApprovalViewer) {
  return sql<SqlBool>`(approvals.status = 'PENDING' AND approvals.requested_by <> ${id}
    AND NOT ${id} = ANY (approvals.subjects)
    AND (approvals.table_name IS NULL OR approvals.table_name = ANY (${[...tables]}::text[])))`
}

/** Requests that the user may see, which are their own and, for a decider, all. */
export function approvalsSource(db: Reader, user: ApprovalViewer) {
  const isOwn = sql<SqlBool>`approvals.requested_by = ${user.id}`
  const isPending = sql<SqlBool>`approvals.status = 'PENDING'`
  const views: Record<ApprovalView, RawBuilder<SqlBool>> = {
    decide: isDecidableBy(user),
    mine: isOwn,
    decided: sql`NOT ${isPending}`,
  }
  const all = approvalRows(db)
  return {
    declaration: approvalsList,
    query: user.isDecider ? all : all.where(isOwn),
    id: sql.ref('approvals.id'),
    fields: {
      what: { sql: sql.ref('approvals.what') },
      kind: { sql: sql.ref('approvals.kind') },
      requested_by: { sql: requester },
      requested_at: { sql: sql.ref('approvals.requested_at') },
      status: { sql: sql.ref('approvals.status') },
      expires_at: { sql: sql.ref('approvals.expires_at') },
      decided_by: { sql: decider, nullable: true },
      decided_at: { sql: sql.ref('approvals.decided_at'), nullable: true },
      ticket_no: { sql: sql.ref('approvals.ticket_no'), nullable: true },
      view: { sql: sql`''`, conditions: views },
    },
    searched: [sql.ref('approvals.what'), requester, sql.ref('approvals.ticket_no')],
  }
}

export async function countOpen(db: Reader, user: ApprovalViewer) {
  const { rows } = await sql<{ decide: number; mine: number }>`
    SELECT count(*) FILTER (WHERE ${isDecidableBy(user)})::int AS decide,
      count(*) FILTER (WHERE requested_by = ${user.id})::int AS mine
    FROM approvals WHERE status = 'PENDING'`.execute(db)
  const { decide = 0, mine = 0 } = rows[0] ?? {}
  return { decide: user.isDecider ? decide : 0, mine }
}

export function findApproval(db: Reader, id: string) {
  return approvalRows(db)
    .select(['resource', 'records', 'impact', 'changes', 'changes_total', 'endpoint', 'input'])
    .select(['users', 'users_total', 'takers', 'requested_access'])
    .where('approvals.id', '=', id)
    .executeTakeFirst()
}

export type StoredDetail = Awaited<ReturnType<typeof findApproval>> & {}

export function listPending(db: Reader) {
  return approvalRows(db).where('approvals.status', '=', 'PENDING').orderBy('expires_at').execute()
}

/** Pending requests of the user, without reviews of break-glass access. */
export async function countRequestsOf(db: Reader, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM approvals
    WHERE requested_by = ${userId} AND status = 'PENDING' AND kind <> 'BREAK_GLASS'`.execute(db)
  return rows[0]?.count ?? 0
}

/** The stored call of a pending request. */
export function findCall(db: Reader, id: string) {
  return db
    .selectFrom('approvals')
    .innerJoin('users', 'users.id', 'requested_by')
    .select([
      'approvals.id',
      'approvals.kind',
      'endpoint',
      'input',
      'effects_hash',
      'requested_by',
      'identity_sub',
      'refused',
      'impact',
      'takers',
    ])
    .where('approvals.id', '=', id)
    .where('approvals.status', '=', 'PENDING')
    .executeTakeFirst()
}
export type StoredCall = Awaited<ReturnType<typeof findCall>> & {}

/** Locks the request until the transaction ends. */
export async function lockApproval(tx: Tx, id: string): Promise<StoredApproval | undefined> {
  const locked = await tx
    .selectFrom('approvals')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return locked && findRow(tx, id)
}

type NewApproval = {
  kind: StoredApproval['kind']
  what: string
  endpoint: string
  input: unknown
  resource: string
  records: string[]
  table_name: TableName | null
  subjects: string[]
  count: number
  unit: string
  is_high_risk: boolean
  effects_hash: Buffer
  impact: object | null
  changes: object
  changes_total: number
  users: readonly AffectedUser[]
  users_total: number
  takers: readonly Takers[]
  requested_access: RequestedAccess | null
  refused: number
  reason: string | null
  ticket_no: string | null
  requested_by: string
}

/** A request for access until a date expires with it. `least` ignores null. */
const expiresAt = (accessUntil: string | null) =>
  sql<Date>`least(clock_timestamp() + make_interval(hours => ${APPROVAL_EXPIRES_AFTER_HOURS}),
    ${accessUntil}::timestamptz)`
const masked = (text: string | null) => (text === null ? null : maskCardNumbers(text))

/** Inserts a request and returns it. A request for break-glass access has no end; it waits until it is reviewed. */
export async function insertApproval(
  tx: Tx,
  { input, impact, changes, users, takers, requested_access, ...values }: NewApproval,
  now: Date,
) {
  const isReview = values.kind === 'BREAK_GLASS'
  const accessUntil = requested_access?.until ?? null
  const stored = await tx
    .insertInto('approvals')
    .values({
      ...values,
      what: maskCardNumbers(values.what),
      input: JSON.stringify(input),
      impact: impact && JSON.stringify(withMaskedCards(impact)),
      changes: JSON.stringify(changes),
      users: JSON.stringify(users.map((user) => withMaskedCards(user))),
      takers: JSON.stringify(takers.map((each) => withMaskedCards(each))),
      requested_access: requested_access && JSON.stringify(requested_access),
      access_until: accessUntil,
      reason: masked(values.reason),
      ticket_no: masked(values.ticket_no),
      requested_at: now,
      expires_at: isReview ? null : expiresAt(accessUntil),
    })
    .returning(['id', 'kind', 'expires_at'])
    .executeTakeFirstOrThrow()
  await notifyFile(tx, stored.id)
  return stored
}

/** Statuses of the user's break-glass access that waits for its review, or was reviewed within 24 hours. */
export async function recentBreakGlass(tx: Tx, userId: string, now: Date): Promise<string[]> {
  const rows = await tx
    .selectFrom('approvals')
    .select('status')
    .where('kind', '=', 'BREAK_GLASS')
    .where('requested_by', '=', userId)
    .where(sql<SqlBool>`(decided_at IS NULL OR decided_at > ${now}::timestamptz - interval '24 hours')`)
    .execute()
  return rows.map(({ status }) => status)
}

type Decision = { status: Exclude<ApprovalStatus, 'PENDING'>; by: string | null; reason: string | null }

/** Ends a locked request. The stored call, which may have card numbers, is removed. */
export async function endApproval(tx: Tx, id: string, { status, by, reason }: Decision, now: Date) {
  await tx
    .updateTable('approvals')
    .set({ status, decided_by: by, decided_at: now, decision_reason: masked(reason), input: null })
    .where('id', '=', id)
    .where('status', '=', 'PENDING')
    .execute()
  await notifyFile(tx, id)
}

const UUID = sql.lit('^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$')

/** Notifies the pages that show the file of the request, if it is about one. */
async function notifyFile(tx: Tx, id: string): Promise<void> {
  await sql`SELECT pg_notify('file_changed', source_filekey::text) FROM approvals
    JOIN files ON source_filekey = CASE WHEN records[1] ~ ${UUID} THEN records[1]::uuid END
    WHERE approvals.id = ${id}`.execute(tx)
}

export type PendingRequests =
  | 'expired'
  | { filekey: string }
  | { requesterId: string }
  /** Requests for the access of this user alone. */
  | { aboutUserId: string }

/**
 * Pending requests that have expired, that confirm a file, of a requester or about a user. A review of break-glass
 * access stays.
 */
export async function lockPending(tx: Tx, which: PendingRequests) {
  const matches =
    which === 'expired'
      ? sql<SqlBool>`expires_at <= clock_timestamp()`
      : 'filekey' in which
        ? sql<SqlBool>`records @> ARRAY[${which.filekey}]`
        : 'aboutUserId' in which
          ? // A request for temporary access names the user and the access.
            sql<SqlBool>`resource = 'user' AND cardinality(records) = 1 AND kind <> 'BREAK_GLASS'
              AND split_part(records[1], ' ', 1) = ${which.aboutUserId}`
          : sql<SqlBool>`requested_by = ${which.requesterId} AND kind <> 'BREAK_GLASS'`
  return tx
    .selectFrom('approvals')
    .select(['id', 'requested_by', 'kind', 'what'])
    .where('status', '=', 'PENDING')
    .where(matches)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Names of records now, in the order of the ids. */
export async function labelsOf(db: Reader, records: readonly { resource: string; id: string | null }[]) {
  if (records.length === 0) return []
  const resources = records.map(({ resource }) => resource)
  const ids = records.map(({ id }) => id)
  const { rows } = await sql<{ label: string | null }>`
    SELECT audit_record_label(r.resource, r.id) AS label
    FROM unnest(${resources}::text[], ${ids}::text[]) WITH ORDINALITY AS r(resource, id, no) ORDER BY no`.execute(
    db,
  )
  return rows.map(({ label }) => label)
}
