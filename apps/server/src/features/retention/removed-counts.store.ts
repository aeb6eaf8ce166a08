import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'

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
