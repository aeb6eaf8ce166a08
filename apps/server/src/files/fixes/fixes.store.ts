import { sql } from 'kysely'
import type { Reader, Tx } from '../../db/client.ts'
import type { CellFix } from '../check/apply-fixes.ts'

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
