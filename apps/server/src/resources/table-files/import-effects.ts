import type { ApprovalKind } from '@backoffice/contract/approvals'
import type { TableDeclaration } from '@backoffice/contract/table'
import { isMasterTable } from '@backoffice/contract/table-approvals'
import { tableOf } from '@backoffice/contract/tables/tables'
import { sql } from 'kysely'
import { manilaDay } from '../../adapters/clock.ts'
import type { Tx } from '../../db/client.ts'
import type { Effect } from '../../kernel/approvals.ts'
import { staged } from '../../table-file/staging.ts'
import { tableOf as sqlTable, valuesOf } from '../../table-file/table-sql.ts'
import type { FileRow } from '../files/files.store.ts'
import { governedFields, rowKinds, tableEffects } from '../lookup-tables/row-kinds.ts'
import type { Values } from '../lookup-tables/table-values.ts'

type ImportFile = Pick<FileRow, 'source_filekey' | 'category' | 'preview'>

/** Effects of a confirmed import, by its dry run. None for imports that write no lookup table. */
export async function importEffects(tx: Tx, file: ImportFile, now: Date): Promise<Effect[]> {
  const table = tableOf(file.category)
  if (!table || !file.preview) return []
  const { new: added, changed, moved } = file.preview
  const kinds = new Map<ApprovalKind, number>([['MASS_CHANGE', added + changed]])
  if (table.movedBy) kinds.set('TERMINAL_MOVE', moved)
  if (isMasterTable(table) || table.ranges) {
    for (const kind of await stagedKinds(tx, table, file.source_filekey, manilaDay(now)))
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
  }
  return tableEffects(table, kinds)
}

/** Kinds of the staged rows, apart from those that the preview counts. */
async function stagedKinds(tx: Tx, table: TableDeclaration, filekey: string, today: string) {
  const { rows } = await sql<{ before: Values | null; after: Values }>`
    SELECT CASE WHEN t.id IS NULL THEN NULL ELSE ${valuesOf(table, 't')} END AS before, s.value AS after
    FROM ${staged(filekey)} s LEFT JOIN ${sqlTable(table)} t ON t.id = s.id
    WHERE s.outcome IN ('N', 'C') AND s.changes ?| ${governedFields(table)}::text[]`.execute(tx)
  return rows
    .flatMap(({ before, after }) => rowKinds(table, before, before ? { ...before, ...after } : after, today))
    .filter((kind) => kind === 'MASTER_DELETE' || kind === 'BIN_RANGE')
}
