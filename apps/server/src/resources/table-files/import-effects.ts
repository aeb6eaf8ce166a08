import type { ApprovalKind } from '@backoffice/contract/approvals'
import { gapKindOf } from '@backoffice/contract/mapping-gaps'
import type { TableDeclaration } from '@backoffice/contract/table'
import { governedFields } from '@backoffice/contract/table-approvals'
import { tableOf } from '@backoffice/contract/tables/tables'
import { sql } from 'kysely'
import { manilaDay } from '../../adapters/clock.ts'
import type { Tx } from '../../db/client.ts'
import type { Effect } from '../../kernel/approvals.ts'
import { isBroughtBack, staged } from '../../table-file/staging.ts'
import { tableOf as sqlTable, valuesOf } from '../../table-file/table-sql.ts'
import type { FileRow } from '../files/files.store.ts'
import { rowKinds, tableEffects } from '../lookup-tables/row-kinds.ts'
import type { Values } from '../lookup-tables/table-values.ts'
import { countWaiting } from '../mapping/gaps.store.ts'

type ImportFile = Pick<FileRow, 'source_filekey' | 'category' | 'preview'>

/** Effects of a confirmed import, by its dry run. None for imports that write no lookup table. */
export async function importEffects(
  tx: Tx,
  file: ImportFile,
  now: Date,
): Promise<{ effects: Effect[]; waiting: number }> {
  const table = tableOf(file.category)
  if (!table || !file.preview) return { effects: [], waiting: 0 }
  const { new: added, changed, moved } = file.preview
  const kinds = new Map<ApprovalKind, number>([['MASS_CHANGE', added + changed]])
  if (table.movedBy) kinds.set('TERMINAL_MOVE', moved)
  for (const kind of await stagedKinds(tx, table, file.source_filekey, manilaDay(now)))
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
  const waiting = await waitingForStaged(tx, table, file.source_filekey)
  return { effects: tableEffects(table, kinds, waiting), waiting }
}

/** Kinds of the staged rows, apart from those that the preview counts. A new row has one by its range only. */
async function stagedKinds(tx: Tx, table: TableDeclaration, filekey: string, today: string) {
  const outcomes = table.ranges ? ['N', 'C'] : ['C']
  const { rows } = await sql<{ known: Values | null; is_deleted: boolean; after: Values }>`
    SELECT CASE WHEN t.id IS NULL THEN NULL ELSE ${valuesOf(table, 't')} END AS known,
      ${isBroughtBack} AS is_deleted, s.value AS after
    FROM ${staged(filekey)} s LEFT JOIN ${sqlTable(table)} t ON t.id = s.id
    WHERE s.outcome = ANY(${outcomes}::"char"[]) AND s.changes ?| ${[...governedFields(table), 'deleted']}::text[]`.execute(
    tx,
  )
  return rows
    .flatMap(({ known, is_deleted, after: staged }) => {
      const after = { ...known, ...staged }
      const before = is_deleted ? null : known
      return rowKinds(table, { before, after, former: known }, today)
    })
    .filter((kind) => kind !== 'MASS_CHANGE' && kind !== 'TERMINAL_MOVE')
}

/** Number of transactions that wait for the staged rows. */
async function waitingForStaged(tx: Tx, table: TableDeclaration, filekey: string): Promise<number> {
  const kind = gapKindOf(table)
  if (!kind) return 0
  const rows = sql`FROM ${staged(filekey)} s WHERE s.outcome IN ('N', 'C')`
  return countWaiting(tx, kind, rows, (name) => sql`(s.value->>${sql.lit(name)})`)
}
