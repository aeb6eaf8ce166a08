import type { TableName } from '@backoffice/contract/tables/headers'
import { type SqlBool, sql } from 'kysely'
import { onlyRow, type Reader, type Tx } from '../../../db/client.ts'
import { approvalRows } from './approvals.store.ts'

/** A pending request of the endpoint for a record. Other calls of the endpoint wait until this transaction ends. */
export async function findPending(tx: Tx, endpoint: string, records: readonly string[]) {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`approval ${endpoint}`}, 0))`.execute(tx)
  return approvalRows(tx)
    .where('endpoint', '=', endpoint)
    .where('approvals.status', '=', 'PENDING')
    .where(sql<SqlBool>`records && ${[...records]}::text[]`)
    .executeTakeFirst()
}

/**
 * Counts the user's waiting requests and those of the last hour. Break-glass access has a limit of its own. Locks the
 * number until the transaction ends.
 */
export async function countRequests(tx: Tx, userId: string, now: Date) {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`approval requests ${userId}`}, 0))`.execute(tx)
  const { rows } = await sql<{ open: number; recent: number }>`
    SELECT count(*) FILTER (WHERE status = 'PENDING')::int AS open,
      count(*) FILTER (WHERE requested_at > ${now}::timestamptz - interval '1 hour')::int AS recent
    FROM approvals WHERE requested_by = ${userId} AND kind <> 'BREAK_GLASS'`.execute(tx)
  return onlyRow(rows)
}

type OwnSubject = { userId: string; table: TableName | null; resource: string; records: readonly string[] }

/** A pending request of the user about one of these records, by any endpoint. */
export function findOwn(tx: Tx, { userId, table, resource, records }: OwnSubject) {
  const isSubject =
    table === null
      ? sql<SqlBool>`table_name IS NULL AND resource = ${resource}`
      : sql<SqlBool>`table_name = ${table}`
  return ownPending(tx, userId)
    .where(isSubject)
    .where(sql<SqlBool>`records && ${[...records]}::text[]`)
    .executeTakeFirst()
}

/** Waiting requests of the user, apart from break-glass access. */
export function ownPending(tx: Tx, userId: string) {
  return approvalRows(tx)
    .where('approvals.requested_by', '=', userId)
    .where('approvals.status', '=', 'PENDING')
    .where('approvals.kind', '<>', 'BREAK_GLASS')
}

const MOST_WAITING = 50

/** Pending changes of a record, or of all of a resource, without reviews of break-glass access. */
export function findWaiting(db: Reader, resource: string, id: string | undefined) {
  const isOfRecord =
    id === undefined
      ? sql<SqlBool>`true`
      : sql<SqlBool>`EXISTS (SELECT FROM unnest(records) AS record WHERE split_part(record, ' ', 1) = ${id})`
  return approvalRows(db)
    .select(['records', 'changes'])
    .where('resource', '=', resource)
    .where('approvals.status', '=', 'PENDING')
    .where('kind', '<>', 'BREAK_GLASS')
    .where(isOfRecord)
    .orderBy('requested_at')
    .orderBy('approvals.id')
    .limit(MOST_WAITING)
    .execute()
}

/** Between two mails to a user about requests to decide, so that no requester floods their inbox. */
const MAIL_MINUTES = 10
const PAUSE = sql`make_interval(mins => ${sql.lit(MAIL_MINUTES)})`

/**
 * Users who have had no mail about requests in ten minutes, and now get one. The others get one mail about all requests
 * that wait once the time is over.
 */
export async function claimMails(tx: Tx, userIds: readonly string[], now: Date): Promise<string[]> {
  const { rows } = await sql<{ user_id: string; is_due: boolean }>`
    INSERT INTO decider_mails AS m (user_id, mailed_at)
    SELECT id, ${now} FROM unnest(${[...userIds]}::uuid[]) AS id ORDER BY id
    ON CONFLICT (user_id) DO UPDATE SET is_due = m.mailed_at > excluded.mailed_at - ${PAUSE},
      mailed_at = CASE WHEN m.mailed_at > excluded.mailed_at - ${PAUSE} THEN m.mailed_at ELSE excluded.mailed_at END
    RETURNING user_id, is_due`.execute(tx)
  return rows.flatMap(({ user_id, is_due }) => (is_due ? [] : [user_id]))
}

/** Users for whom requests came within ten minutes of their last mail, which are over. Their next mail is this one. */
export async function takeDueMails(tx: Tx, now: Date): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    UPDATE decider_mails SET is_due = false, mailed_at = ${now}
    WHERE is_due AND mailed_at <= ${now}::timestamptz - ${PAUSE} RETURNING user_id`.execute(tx)
  return rows.map(({ user_id }) => user_id)
}
