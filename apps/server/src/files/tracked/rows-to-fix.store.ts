import { sql } from 'kysely'
import type { Reader, Tx } from '../../db/client.ts'
import type { FieldCell } from '../../db/schema.ts'
import type { RowToFix } from './row-to-fix.ts'

/** Whole texts would be up to 20 MB. */
const shownCells = sql<FieldCell[]>`(
  SELECT coalesce(jsonb_agg(CASE WHEN cell ->> 2 IS NULL THEN cell ELSE jsonb_set(cell, '{1}', '""') END ORDER BY at), '[]')
  FROM jsonb_array_elements(cells) WITH ORDINALITY AS c(cell, at))`

/** Rejected rows first, without the whole text of cells that are shown otherwise. */
export function listRowsToFix(db: Reader, filekey: string): Promise<RowToFix[]> {
  return db
    .selectFrom('rows_to_fix')
    .select(['row_no', 'line_no', 'outcome', 'is_malformed', 'problems'])
    .select(shownCells.as('cells'))
    .where('source_filekey', '=', filekey)
    .orderBy('outcome')
    .orderBy('row_no')
    .execute()
}

/** Rows to correct with these numbers. */
export function findRowsToFix(db: Reader, filekey: string, rows: readonly number[]) {
  return db
    .selectFrom('rows_to_fix')
    .select(['row_no', 'is_malformed', 'cells'])
    .where('source_filekey', '=', filekey)
    .where(sql<boolean>`row_no = ANY(${rows}::int[])`)
    .execute()
}

export async function replaceRowsToFix(tx: Tx, filekey: string, rows: readonly RowToFix[]): Promise<void> {
  await removeRowsToFix(tx, filekey)
  if (rows.length === 0) return
  await sql`INSERT INTO rows_to_fix (source_filekey, row_no, line_no, outcome, is_malformed, cells, problems)
    SELECT ${filekey}::uuid, r.* FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS r(row_no int, line_no int, outcome text, is_malformed boolean, cells jsonb, problems jsonb)`.execute(
    tx,
  )
}

export async function removeRowsToFix(tx: Tx, filekey: string): Promise<void> {
  await tx.deleteFrom('rows_to_fix').where('source_filekey', '=', filekey).execute()
}
