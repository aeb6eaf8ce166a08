import { sql } from 'kysely'
import type { Database } from '../../db/client.ts'

const BATCH_EVENTS = 10_000

/**
 * Removes events that are more than five years old, each batch with an event that says so. The application may not delete
 * from the trail: the function belongs to the owner of the table and knows the age itself.
 */
export async function removeOldEvents(db: Database): Promise<void> {
  for (;;) {
    const { rows } = await sql<{
      removed: number
    }>`SELECT remove_old_audit_events(${BATCH_EVENTS}) AS removed`.execute(db)
    if ((rows[0]?.removed ?? 0) < BATCH_EVENTS) return
  }
}
