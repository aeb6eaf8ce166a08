import type { Reader } from '../../db/client.ts'
import type { CellFix } from '../../upload/apply-fixes.ts'

export function listFixes(db: Reader, filekey: string): Promise<CellFix[]> {
  return db
    .selectFrom('cell_fixes')
    .select(['row_no', 'field', 'value', 'was'])
    .where('source_filekey', '=', filekey)
    .orderBy('row_no')
    .execute()
}
