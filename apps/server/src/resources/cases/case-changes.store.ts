import { sql } from 'kysely'
import { onlyRow, type Reader, type Tx } from '../../db/client.ts'

/** A load that is running does not see the new purchases: the job compares them with their transactions after it. */
export async function recordOpening(tx: Tx, caseId: string): Promise<void> {
  await tx.insertInto('case_changes').values({ case_id: caseId, transaction_id: null }).execute()
}

/** Cases with changes, in the order of their first one. */
export async function listChangedCases(db: Reader, most: number): Promise<string[]> {
  const { rows } = await sql<{ case_id: string }>`
    SELECT case_id FROM case_changes GROUP BY case_id ORDER BY min(id) LIMIT ${most}`.execute(db)
  return rows.map(({ case_id }) => case_id)
}

/**
 * Deletes the changes of a case, which the transaction must then apply. Those of its opening stay while a load runs.
 * False if there are none.
 */
export async function takeChanges(tx: Tx, caseId: string): Promise<boolean> {
  const { rows } = await sql<{ is_free: boolean }>`
    SELECT pg_try_advisory_xact_lock_shared(case_changes_lock()) AS is_free`.execute(tx)
  const { numDeletedRows } = await tx
    .deleteFrom('case_changes')
    .where('case_id', '=', caseId)
    .where((q) => (onlyRow(rows).is_free ? q.val(true) : q('transaction_id', 'is not', null)))
    .executeTakeFirst()
  return numDeletedRows > 0n
}
