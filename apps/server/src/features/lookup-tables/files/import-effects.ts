import { anyKey } from '@backoffice/contract/any-key'
import type { ApprovalKind } from '@backoffice/contract/approvals'
import { gapKindOf } from '@backoffice/contract/mapping-gaps'
import { namingKeys, type TableDeclaration } from '@backoffice/contract/table'
import { governedFields } from '@backoffice/contract/table-approvals'
import { tableOf } from '@backoffice/contract/tables/tables'
import { sql } from 'kysely'
import type { Tx } from '../../../db/client.ts'
import { tableOf as sqlTable, valuesOf } from '../../../files/check/table-sql.ts'
import { isBroughtBack, staged } from '../../../files/check/table-staging.ts'
import type { FileRow } from '../../../files/tracked/files.store.ts'
import type { Effect } from '../../../kernel/approvals.ts'
import { manilaDay } from '../../../kernel/clock.ts'
import { countWaiting } from '../../mapping/gaps.store.ts'
import { rowKinds, tableEffects } from '../row-kinds.ts'
import { substitutesInSql } from '../row-substitutes.ts'
import type { Values } from '../table-values.ts'

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

type StagedChange = { known: Values | null; is_deleted: boolean; after: Values; substitutes: Values[] }

/**
 * Kinds of the staged rows, apart from those that the preview counts. A new row has one by its range, or if another row
 * held in its place.
 */
async function stagedKinds(tx: Tx, table: TableDeclaration, filekey: string, today: string) {
  const outcomes = table.ranges || anyKey(table) ? ['N', 'C'] : ['C']
  const { rows } = await sql<StagedChange>`
    SELECT CASE WHEN t.id IS NULL THEN NULL ELSE ${valuesOf(table, 't')} END AS known,
      ${isBroughtBack} AS is_deleted, s.value AS after,
      ${substitutesInSql(table, (name) => sql`(s.value->>${sql.lit(name)})`)} AS substitutes
    FROM ${staged(filekey)} s LEFT JOIN ${sqlTable(table)} t ON t.id = s.id
    WHERE s.outcome = ANY(${outcomes}::"char"[]) AND s.changes ?| ${[...governedFields(table), 'deleted']}::text[]`.execute(
    tx,
  )
  const ofFile = substitutesOfFile(table, rows)
  return rows
    .flatMap((row) => {
      const after = { ...row.known, ...row.after }
      const before = row.is_deleted ? null : row.known
      const substitutes = [...row.substitutes, ...ofFile(row)]
      return rowKinds(table, { before, after, former: row.known, substitutes }, today)
    })
    .filter((kind) => kind !== 'MASS_CHANGE' && kind !== 'TERMINAL_MOVE')
}

/** Values of the file that hold where a known row does not, by the row for all companies or for one. */
function substitutesOfFile(table: TableDeclaration, rows: readonly StagedChange[]) {
  const any = anyKey(table)
  if (!any) return () => []
  const names = namingKeys(table)
  const keyOf = ({ after }: StagedChange) => names.map((name) => after[name]).join(' ')
  const isForAll = ({ after }: StagedChange) => after[any.field] === any.value
  const byKey = Map.groupBy(rows, keyOf)
  return (row: StagedChange) => {
    const others = row.known ? (byKey.get(keyOf(row)) ?? []) : []
    return others.filter((other) => isForAll(other) !== isForAll(row)).map(({ after }) => after)
  }
}

/** Number of transactions that wait for the staged rows. */
async function waitingForStaged(tx: Tx, table: TableDeclaration, filekey: string): Promise<number> {
  const kind = gapKindOf(table)
  if (!kind) return 0
  const rows = sql`FROM ${staged(filekey)} s WHERE s.outcome IN ('N', 'C')`
  return countWaiting(tx, kind, rows, (name) => sql`(s.value->>${sql.lit(name)})`)
}
