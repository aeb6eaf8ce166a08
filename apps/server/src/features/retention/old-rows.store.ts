import { TABLES } from '@backoffice/contract/tables/tables'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { daysBefore, RECORD_YEARS, RETENTION_DAYS, yearsBefore } from '../../db/retention-periods.ts'
import { deleteOldFiles } from '../../files/tracked/file-retention.store.ts'
import { recordSystemAudit } from '../../kernel/audit.ts'
import { removeOldEvents } from '../audit/audit.store.ts'
import { eraseNames, eraseProfiles } from '../users/user-retention.store.ts'

type Batch = { tx: Tx; now: Date; limit: number }
/** `remove` removes up to `limit` rows and returns their number, lower at the end. */
type OldRows = { subject: RemovedSubject; remove: (batch: Batch) => Promise<number> }

/** Rows removed by age, in an order without references to removed rows. */
export const OLD_ROWS: readonly OldRows[] = [
  {
    subject: 'idempotency_keys',
    remove: (batch) =>
      deleteRows(
        batch,
        'idempotency_keys',
        sql`created_at <= ${daysBefore(batch.now, RETENTION_DAYS.idempotencyKeys)}`,
      ),
  },
  {
    subject: 'seen_sessions',
    remove: (batch) => deleteRows(batch, 'seen_sessions', sql`forget_after <= ${batch.now}`),
  },
  {
    subject: 'whole_number_links',
    remove: (batch) => deleteRows(batch, 'whole_number_links', sql`expires_at <= ${batch.now}`),
  },
  {
    subject: 'session_use',
    remove: (batch) => deleteRows(batch, 'session_use', sql`forget_after <= ${batch.now}`),
  },
  {
    subject: 'ended_sessions',
    remove: (batch) => deleteRows(batch, 'ended_sessions', sql`forget_after <= ${batch.now}`),
  },
  { subject: 'answers', remove: removeResults },
  {
    subject: 'inquiries',
    remove: (batch) =>
      // Inquiries over files are removed with their files.
      deleteRows(batch, 'inquiries', sql`mode <> 'FILE' AND created_at <= ${recordsUntil(batch)}`),
  },
  {
    subject: 'cases',
    // With their purchases and notes.
    remove: (batch) => deleteRows(batch, 'cases', sql`resolved_at <= ${recordsUntil(batch)}`),
  },
  {
    subject: 'case_notices',
    remove: (batch) =>
      deleteRows(batch, 'case_notices', sql`at <= ${daysBefore(batch.now, RETENTION_DAYS.notices)}`),
  },
  {
    subject: 'files',
    remove: (batch) => deleteOldFiles(batch.tx, recordsUntil(batch), batch.limit),
  },
  {
    subject: 'guess_counts',
    remove: (batch) =>
      deleteRows(
        batch,
        'guess_counts',
        sql`day <= ${daysBefore(batch.now, RETENTION_DAYS.guessCounts + 1)}::date`,
      ),
  },
  {
    subject: 'last_four_counts',
    remove: (batch) =>
      deleteRows(
        batch,
        'last_four_counts',
        sql`day <= ${daysBefore(batch.now, RETENTION_DAYS.guessCounts + 1)}::date`,
      ),
  },
  {
    subject: 'approvals',
    remove: ({ tx, limit }) => removeByOwner(tx, sql`remove_old_approvals(${limit})`),
  },
  {
    subject: 'reviews',
    remove: ({ tx, limit }) => removeByOwner(tx, sql`remove_old_reviews(${limit})`),
  },
  {
    subject: 'change_counts',
    remove: (batch) =>
      deleteRows(batch, 'change_counts', sql`at <= ${daysBefore(batch.now, RETENTION_DAYS.changeCounts)}`),
  },
  {
    subject: 'card_reveals',
    remove: ({ tx, limit }) => removeByOwner(tx, sql`remove_old_card_reveals(${limit})`),
  },
  {
    subject: 'card_file_reveals',
    remove: ({ tx, limit }) => removeByOwner(tx, sql`remove_old_card_file_reveals(${limit})`),
  },
  ...TABLES.map(
    ({ name }): OldRows => ({
      subject: 'deleted_rows',
      remove: (batch) => deleteRows(batch, name, sql`deleted_at <= ${recordsUntil(batch)}`),
    }),
  ),
  {
    subject: 'user_profiles',
    remove: async ({ tx, now, limit }) => {
      const erased = await eraseProfiles(tx, daysBefore(now, RETENTION_DAYS.profiles), limit)
      return recordErased(tx, erased, 'profile')
    },
  },
  {
    subject: 'user_names',
    remove: async (batch) =>
      recordErased(batch.tx, await eraseNames(batch.tx, recordsUntil(batch), batch.limit), 'name'),
  },
  { subject: 'audit_events', remove: ({ tx, limit }) => removeOldEvents(tx, limit) },
]

const recordsUntil = ({ now }: Batch) => yearsBefore(now, RECORD_YEARS)

/** Repeats the condition, which is checked again for a row that is restored meanwhile. */
async function deleteRows({ tx, limit }: Batch, table: string, isDue: RawBuilder<SqlBool>): Promise<number> {
  const from = sql.table(table)
  const { numAffectedRows } = await sql`DELETE FROM ${from}
    WHERE ctid = ANY(ARRAY(SELECT ctid FROM ${from} WHERE ${isDue} LIMIT ${limit})) AND ${isDue}`.execute(tx)
  return Number(numAffectedRows)
}

/** Removes results; inquiries keep their purpose, ticket, criteria and outcome. */
async function removeResults({ tx, now, limit }: Batch): Promise<number> {
  const { numAffectedRows } = await sql`
    UPDATE inquiries SET answer = NULL, answer_removed_at = ${now} WHERE id = ANY(ARRAY(
      SELECT id FROM inquiries WHERE answer IS NOT NULL AND created_at <= ${daysBefore(now, RETENTION_DAYS.answers)}
      ORDER BY created_at LIMIT ${limit} FOR UPDATE SKIP LOCKED))`.execute(tx)
  return Number(numAffectedRows)
}

/** Removes rows by the database's clock that the application may not delete. */
async function removeByOwner(tx: Tx, remove: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ removed: number }>`SELECT ${remove} AS removed`.execute(tx)
  return rows[0]?.removed ?? 0
}

async function recordErased(tx: Tx, ids: readonly string[], data: 'profile' | 'name'): Promise<number> {
  for (const id of ids) {
    const changes = { [data]: ['kept', 'removed'] } as const
    await recordSystemAudit(tx, { resource: 'user', action: 'remove', id, changes })
  }
  return ids.length
}

/** Subjects of removals, as named in the nightly summary of the audit trail. */
export type RemovedSubject =
  | 'originals'
  | 'results'
  | 'unregistered_uploads'
  | 'reports'
  | 'staging_tables'
  | 'answers'
  | 'inquiries'
  | 'cases'
  | 'case_notices'
  | 'files'
  | 'approvals'
  | 'reviews'
  | 'change_counts'
  | 'card_reveals'
  | 'card_file_reveals'
  | 'guess_counts'
  | 'last_four_counts'
  | 'audit_events'
  | 'deleted_rows'
  | 'user_profiles'
  | 'user_names'
  | 'idempotency_keys'
  | 'ended_sessions'
  | 'seen_sessions'
  | 'whole_number_links'
  | 'session_use'

/** Adds to the count, in the transaction of the removal. */
export async function addRemoved(tx: Tx, subject: RemovedSubject, removed: number): Promise<void> {
  if (removed === 0) return
  await tx
    .insertInto('removed_counts')
    .values({ subject, removed })
    .onConflict((conflict) =>
      conflict.column('subject').doUpdateSet({ removed: sql`removed_counts.removed + excluded.removed` }),
    )
    .execute()
}

/** Takes the removals since the last call, by subject, in the transaction of their audit event. */
export async function takeRemoved(tx: Tx): Promise<Map<string, number>> {
  const rows = await tx.deleteFrom('removed_counts').returning(['subject', 'removed']).execute()
  return new Map(rows.map(({ subject, removed }) => [subject, Number(removed)]))
}
