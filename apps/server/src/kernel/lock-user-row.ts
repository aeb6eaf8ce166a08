import type { Tx } from '../db/client.ts'

/**
 * Locks the user's row, so that concurrent calls cannot both pass a limit. NO KEY UPDATE: a call with an
 * Idempotency-Key holds the row FOR KEY SHARE by the foreign key of its claim, and two such calls would deadlock.
 */
export async function lockUserRow(tx: Tx, userId: string): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
}
