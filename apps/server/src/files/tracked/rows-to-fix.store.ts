import { sql } from 'kysely'
import type { Reader, Tx } from '../../db/client.ts'
import type { FieldCell } from '../../db/schema.ts'
import type { CellFix, RowToFix } from './row-to-fix.ts'

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

export function listFixes(db: Reader, filekey: string): Promise<CellFix[]> {
  return db
    .selectFrom('cell_fixes')
    .select(['row_no', 'field', 'value', 'was'])
    .where('source_filekey', '=', filekey)
    .orderBy('row_no')
    .execute()
}

/** Corrected cells of these rows. */
export function listFixesOf(db: Reader, filekey: string, rows: readonly number[]): Promise<CellFix[]> {
  return db
    .selectFrom('cell_fixes')
    .select(['row_no', 'field', 'value', 'was'])
    .where('source_filekey', '=', filekey)
    .where(sql<boolean>`row_no = ANY(${rows}::int[])`)
    .execute()
}

/** Users who corrected cells of the file. */
export async function listFixAuthors(db: Reader, filekey: string): Promise<string[]> {
  const rows = await db
    .selectFrom('cell_fixes')
    .select('fixed_by')
    .distinct()
    .where('source_filekey', '=', filekey)
    .execute()
  return rows.map(({ fixed_by }) => fixed_by)
}

export async function countFixes(tx: Tx, filekey: string): Promise<number> {
  const { cells } = await tx
    .selectFrom('cell_fixes')
    .select(sql<number>`count(*)::int`.as('cells'))
    .where('source_filekey', '=', filekey)
    .executeTakeFirstOrThrow()
  return cells
}

/** Stores the number of corrected rows with the file. */
export async function countFixedRows(tx: Tx, filekey: string): Promise<void> {
  await sql`UPDATE files SET fixed_rows = (
      SELECT count(DISTINCT row_no) FROM cell_fixes WHERE cell_fixes.source_filekey = files.source_filekey)
    WHERE source_filekey = ${filekey}`.execute(tx)
}

type Author = { by: string; at: Date }

export async function saveFixes(
  tx: Tx,
  filekey: string,
  fixes: readonly CellFix[],
  { by, at }: Author,
): Promise<void> {
  if (fixes.length === 0) return
  await sql`INSERT INTO cell_fixes (source_filekey, row_no, field, value, was, fixed_by, fixed_at)
    SELECT ${filekey}::uuid, row_no, field, value, was, ${by}::uuid, ${at}
    FROM jsonb_to_recordset(${JSON.stringify(fixes)}::jsonb) AS f(row_no int, field text, value text, was text)
    ON CONFLICT (source_filekey, row_no, field) DO UPDATE SET value = EXCLUDED.value,
      fixed_by = EXCLUDED.fixed_by, fixed_at = EXCLUDED.fixed_at`.execute(tx)
}

export async function removeFixes(
  tx: Tx,
  filekey: string,
  fixes: readonly Pick<CellFix, 'row_no' | 'field'>[],
): Promise<void> {
  if (fixes.length === 0) return
  await sql`DELETE FROM cell_fixes c
    USING jsonb_to_recordset(${JSON.stringify(fixes)}::jsonb) AS f(row_no int, field text)
    WHERE c.source_filekey = ${filekey} AND c.row_no = f.row_no AND c.field = f.field`.execute(tx)
}
