import { sql } from 'kysely'
import { jsonb, type Reader, type Tx } from '../../db/client.ts'
import type { FoundColumns } from '../../db/schema.ts'

export async function storeColumns(
  tx: Tx,
  filekey: string,
  { fingerprint, found }: { fingerprint: string; found: FoundColumns },
): Promise<void> {
  const row = { fingerprint, columns: jsonb(found) }
  await tx
    .insertInto('upload_columns')
    .values({ source_filekey: filekey, ...row })
    .onConflict((conflict) => conflict.column('source_filekey').doUpdateSet(row))
    .execute()
}

export async function findColumns(db: Reader, filekey: string) {
  const row = await db
    .selectFrom('upload_columns')
    .select(['fingerprint', 'columns'])
    .where('source_filekey', '=', filekey)
    .executeTakeFirst()
  return row && { fingerprint: row.fingerprint, found: row.columns }
}

/** Removes the stored columns and corrected cells of the upload. */
export async function removeColumns(tx: Tx, filekey: string): Promise<void> {
  await tx.deleteFrom('upload_columns').where('source_filekey', '=', filekey).execute()
  await removeAllFixes(tx, filekey)
}

/** Removes the corrected cells and the rows to correct, also of a file whose columns are matched again. */
export async function removeAllFixes(tx: Tx, filekey: string): Promise<void> {
  for (const table of ['cell_fixes', 'rows_to_fix'] as const)
    await tx.deleteFrom(table).where('source_filekey', '=', filekey).execute()
}

/** Copies type, matching, columns and corrected cells to a file that runs the same upload again. */
export async function copyColumns(tx: Tx, from: string, to: string): Promise<void> {
  await sql`UPDATE files SET content_type = of.content_type, matching = of.matching, fixed_rows = of.fixed_rows
    FROM files AS of WHERE of.source_filekey = ${from} AND files.source_filekey = ${to}`.execute(tx)
  await sql`INSERT INTO upload_columns (source_filekey, fingerprint, columns)
    SELECT ${to}, fingerprint, columns FROM upload_columns WHERE source_filekey = ${from}`.execute(tx)
  await sql`INSERT INTO cell_fixes (source_filekey, row_no, field, value, was, fixed_by, fixed_at)
    SELECT ${to}, row_no, field, value, was, fixed_by, fixed_at
    FROM cell_fixes WHERE source_filekey = ${from}`.execute(tx)
}
