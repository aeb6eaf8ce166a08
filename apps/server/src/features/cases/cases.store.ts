import {
  type CaseKind,
  type CaseResolution,
  type CaseStatus,
  caseNumber,
  readCaseNumber,
} from '@backoffice/contract/case-values'
import type { CaseCounts, CaseRow } from '@backoffice/contract/cases'
import { casesList } from '@backoffice/contract/lists/cases'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../db/client.ts'

/** Cases visible to a user, and the day for ages and due dates. */
export type CaseScope = {
  /** The user of the view `Mine`. */
  viewer: string
  /** Limits the cases to those that this user opened or is assigned to; null for all. */
  owner: string | null
  /** YYYY-MM-DD in Manila. */
  today: string
}

const isOpen = sql<boolean>`(cases.status IN ('OPEN', 'SENT'))`
const name = (alias: string) =>
  sql<string>`(${sql.ref(`${alias}.given_name`)} || ' ' || ${sql.ref(`${alias}.family_name`)})`
const nameOrNull = (alias: string) => name(alias).$castTo<string | null>()

function caseRows(db: Reader, today: string) {
  return db
    .selectFrom('cases')
    .innerJoin('users as opener', 'opener.id', 'cases.opened_by')
    .leftJoin('users as assignee', 'assignee.id', 'cases.assignee_id')
    .leftJoin('users as sender', 'sender.id', 'cases.sent_by')
    .leftJoin('users as resolver', 'resolver.id', 'cases.resolved_by')
    .leftJoin('calendar_days as business', 'business.day', 'cases.oldest_business_date')
    .select(['cases.id', 'cases.case_no', 'cases.version', 'card_id', 'last_four', 'purchases'])
    .select(['points_expected', 'oldest_business_date', 'ticket_no', 'due_on', 'opened_by', 'opened_at'])
    .select([
      'assignee_id',
      'sent_by',
      'sent_at',
      'resolved_by',
      'resolved_at',
      'cases.reason',
      'cases.updated_at',
    ])
    .select((q) => [
      // The CHECKs of the columns allow only these.
      q.ref('cases.kind').$castTo<CaseKind>().as('kind'),
      q.ref('cases.status').$castTo<CaseStatus>().as('status'),
      q.ref('cases.resolution').$castTo<CaseResolution | null>().as('resolution'),
      name('opener').as('opener_name'),
      nameOrNull('assignee').as('assignee_name'),
      nameOrNull('sender').as('sender_name'),
      nameOrNull('resolver').as('resolver_name'),
      sql<number | null>`CASE WHEN ${isOpen} AND oldest_business_date IS NOT NULL THEN greatest(0,
        (SELECT working_days FROM calendar_days WHERE day = ${today}::date) - business.working_days)::int END`.as(
        'age',
      ),
      sql<boolean>`${isOpen} AND cases.due_on < ${today}::date`.as('is_overdue'),
    ])
}
export type StoredCase = Awaited<ReturnType<typeof findCase>> & {}

function visibleCases(db: Reader, { owner, today }: CaseScope) {
  const query = caseRows(db, today)
  return owner === null
    ? query
    : query.where((q) => q.or([q('cases.opened_by', '=', owner), q('cases.assignee_id', '=', owner)]))
}

export function casesSource(db: Reader, scope: CaseScope) {
  const { viewer, today } = scope
  const ref = (column: string) => ({ sql: sql.ref(`cases.${column}`) })
  const nullable = (column: string) => ({ ...ref(column), nullable: true })
  const written = sql`('C-' || lpad(cases.case_no::text, greatest(6, length(cases.case_no::text)), '0'))`
  return {
    declaration: casesList,
    query: visibleCases(db, scope),
    id: sql.ref('cases.id'),
    fields: {
      case_no: { ...ref('case_no'), written, matches: isCaseNo, isNumber: true },
      kind: ref('kind'),
      card: { sql: sql`('•••• ' || cases.last_four)` },
      points_expected: {
        ...ref('points_expected'),
        written: sql`to_char(points_expected / 100.0, 'FM999999990.00')`,
      },
      oldest_business_date: nullable('oldest_business_date'),
      due_on: ref('due_on'),
      assignee: { sql: name('assignee'), nullable: true },
      status: ref('status'),
      ticket_no: ref('ticket_no'),
      opened_by: { sql: name('opener') },
      opened_at: ref('opened_at'),
      sent_at: nullable('sent_at'),
      resolution: nullable('resolution'),
      resolved_at: nullable('resolved_at'),
      view: {
        sql: isOpen,
        conditions: {
          MINE: sql<boolean>`${isOpen} AND cases.assignee_id = ${viewer}`,
          UNASSIGNED: sql<boolean>`${isOpen} AND cases.assignee_id IS NULL`,
          OVERDUE: sql<boolean>`${isOpen} AND cases.due_on < ${today}::date`,
          OPEN: isOpen,
          CLOSED: sql<boolean>`cases.status IN ('RESOLVED', 'REJECTED')`,
        },
      },
    },
    searched: searchCondition,
  }
}

/** True for the case that a text names. */
function isCaseNo(text: string) {
  const no = readCaseNumber(text)
  return no === undefined ? sql<boolean>`false` : sql<boolean>`cases.case_no = ${no}`
}

/** Exact case numbers and last four digits, and beginnings of tickets. Each has an index. */
function searchCondition(text: string) {
  const lastFour = /^[•\s]*(\d{4})$/.exec(text)?.[1]
  // Stored as typed.
  const starts = [...new Set([text, text.toUpperCase(), text.toLowerCase()])]
  const conditions = [
    ...starts.map(
      (start) => sql<boolean>`(cases.ticket_no >= ${start} AND cases.ticket_no < ${`${start}\uffff`})`,
    ),
    isCaseNo(text),
    ...(lastFour === undefined ? [] : [sql<boolean>`cases.last_four = ${lastFour}`]),
  ]
  return sql<boolean>`(${sql.join(conditions, sql` OR `)})`
}

export async function countCases(db: Reader, scope: CaseScope): Promise<CaseCounts> {
  const { viewer, today, owner } = scope
  const count = (condition: ReturnType<typeof sql>) => sql`(count(*) FILTER (WHERE ${condition}))::int`
  const { rows } = await sql<CaseCounts>`
    SELECT ${count(sql`assignee_id = ${viewer}`)} AS "MINE", ${count(sql`assignee_id IS NULL`)} AS "UNASSIGNED",
      ${count(sql`due_on < ${today}::date`)} AS "OVERDUE", count(*)::int AS "OPEN"
    FROM cases WHERE ${isOpen} AND (${owner}::uuid IS NULL OR opened_by = ${owner} OR assignee_id = ${owner})`.execute(
    db,
  )
  return rows[0] ?? { MINE: 0, UNASSIGNED: 0, OVERDUE: 0, OPEN: 0 }
}

/** `id` is a uuid or case number. Undefined for cases outside the scope. */
export async function findCase(db: Reader, id: string, scope: CaseScope) {
  const no = id.includes('-') && id.length < 36 ? readCaseNumber(id) : undefined
  const query = visibleCases(db, scope)
  return no === undefined
    ? query.where('cases.id', '=', id).executeTakeFirst()
    : query.where('cases.case_no', '=', String(no)).executeTakeFirst()
}

/** Visible cases with these numbers. */
export function findCasesByNumber(
  db: Reader,
  numbers: readonly number[],
  scope: CaseScope,
): Promise<StoredCase[]> {
  return visibleCases(db, scope)
    .where(sql<boolean>`cases.case_no = ANY(${[...numbers]}::bigint[])`)
    .execute()
}

/** Cases with these ids, in an order that is the same for every writer. */
export function findCasesById(db: Reader, ids: readonly string[], today: string): Promise<StoredCase[]> {
  return caseRows(db, today)
    .where(sql<boolean>`cases.id = ANY(${[...ids]}::uuid[])`)
    .orderBy('cases.id')
    .execute()
}

/** Visible cases of a card, newest first. */
export async function listCasesOfCard(db: Reader, cardId: string, scope: CaseScope, most: number) {
  return visibleCases(db, scope)
    .where('cases.card_id', '=', cardId)
    .orderBy('cases.opened_at', 'desc')
    .orderBy('cases.id')
    .limit(most)
    .execute()
}

/** Locks a visible case until the transaction ends. */
export async function lockCase(tx: Tx, id: string, scope: CaseScope): Promise<StoredCase | undefined> {
  const locked = await tx.selectFrom('cases').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
  return locked && findCase(tx, id, scope)
}

const person = (id: string | null, name: string | null) => (id && name ? { id, name } : null)

export function toCaseRow(row: StoredCase): CaseRow {
  return {
    id: row.id,
    version: row.version,
    case_no: caseNumber(row.case_no),
    kind: row.kind,
    status: row.status,
    card_id: row.card_id,
    card: `•••• ${row.last_four}`,
    purchases_count: row.purchases,
    points_expected: Number(row.points_expected),
    oldest_business_date: row.oldest_business_date,
    age_working_days: row.age,
    due_on: row.due_on,
    is_overdue: row.is_overdue,
    ticket_no: row.ticket_no,
    assignee: person(row.assignee_id, row.assignee_name),
    opened_by: { id: row.opened_by, name: row.opener_name },
    opened_at: row.opened_at.toISOString(),
    sent_by: person(row.sent_by, row.sender_name),
    sent_at: row.sent_at?.toISOString() ?? null,
    resolution: row.resolution,
    resolved_by: person(row.resolved_by, row.resolver_name),
    resolved_at: row.resolved_at?.toISOString() ?? null,
    updated_at: row.updated_at.toISOString(),
  }
}

type NewCase = {
  kind: CaseKind
  card_id: string
  last_four: string
  ticket_no: string
  assignee_id: string | null
  due_on: string
  opened_by: string
  opened_at: Date
}

export async function insertCase(tx: Tx, values: NewCase): Promise<{ id: string; case_no: string }> {
  return tx
    .insertInto('cases')
    .values({ ...values, updated_at: values.opened_at })
    .returning(['id', 'case_no'])
    .executeTakeFirstOrThrow()
}

type CaseUpdate = {
  kind?: CaseKind | undefined
  ticket_no?: string | undefined
  due_on?: string | undefined
  assignee_id?: string | null
  status?: CaseStatus
  sent_by?: string | null
  sent_at?: Date | null
  resolution?: CaseResolution | null
  resolved_by?: string | null
  resolved_at?: Date | null
  reason?: string | null
}

/** Ending or reopening a case also ends or restores its hold on its purchases. */
export async function updateCase(tx: Tx, id: string, values: CaseUpdate, now: Date): Promise<void> {
  await tx
    .updateTable('cases')
    .set((q) => ({ ...values, version: q('version', '+', 1), updated_at: now }))
    .where('id', '=', id)
    .execute()
}

/** The day a number of working days after `from`. */
export async function workingDayAfter(db: Reader, from: string, workingDays: number): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    SELECT min(day) AS day FROM calendar_days
    WHERE day > ${from}::date
      AND working_days >= (SELECT working_days FROM calendar_days WHERE day = ${from}::date) + ${workingDays}`.execute(
    db,
  )
  return rows[0]?.day ?? from
}
