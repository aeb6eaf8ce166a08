import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'

/**
 * Removes up to so many events that are more than five years old, with an event that says so. The application may not
 * delete from the trail: the function belongs to the owner of the table and knows the age itself.
 */
export async function removeOldEvents(tx: Tx, most: number): Promise<number> {
  const { rows } = await sql<{ removed: number }>`SELECT remove_old_audit_events(${most}) AS removed`.execute(
    tx,
  )
  return rows[0]?.removed ?? 0
}
