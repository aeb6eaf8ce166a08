import { MAX_ROWS_TO_FIX, MIN_WARNED_ROWS, type CellProblem as RowProblem } from '@backoffice/contract/fixes'
import type { ImportLayout } from '@backoffice/contract/import-layout'
import { tableOf } from '@backoffice/contract/tables/tables'
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { manilaDay } from '../../kernel/clock.ts'
import { cellToFix, type RowToFix } from '../tracked/row-to-fix.ts'
import { Candidates } from './candidates.store.ts'
import type { ImportRun } from './import-kind.ts'
import { LINE_PROBLEMS } from './row-checker.ts'
import { type CheckedRow, suggestValues } from './suggest-values.ts'
import type { TableHeader } from './table-header.ts'
import { type CellProblem, type StagedRow, staged } from './table-staging.ts'

type ReadRow = Pick<StagedRow, 'row_no' | 'line_no' | 'value' | 'errors' | 'warnings' | 'cells'>

/** The first rejected rows, then those with warnings, with suggested values. */
export async function listRowsToFix(
  { tx, filekey, now }: Pick<ImportRun, 'tx' | 'filekey' | 'now'>,
  layout: ImportLayout,
  header: TableHeader,
): Promise<RowToFix[]> {
  const rejected = await readRows(tx, filekey, 'rejected', MAX_ROWS_TO_FIX)
  const room = Math.max(MAX_ROWS_TO_FIX - rejected.length, MIN_WARNED_ROWS)
  const warned = await readRows(tx, filekey, 'warned', room)
  const toRow = rowsOf(header)
  return suggestValues({
    rows: [
      ...rejected.slice(0, MAX_ROWS_TO_FIX - warned.length).map((row) => toRow(row, 'rejected')),
      ...warned.map((row) => toRow(row, 'warned')),
    ],
    fields: layout.fields,
    table: tableOf(layout.category),
    candidates: new Candidates(tx, manilaDay(now)),
  })
}

async function readRows(tx: Tx, filekey: string, outcome: RowToFix['outcome'], limit: number) {
  const condition = outcome === 'rejected' ? sql`outcome = 'R'` : sql`outcome <> 'R' AND warnings <> '[]'`
  const { rows } = await sql<ReadRow>`
    SELECT row_no, line_no, value, errors, warnings, cells FROM ${staged(filekey)}
    WHERE ${condition} ORDER BY row_no LIMIT ${limit}`.execute(tx)
  return rows
}

function rowsOf({ names, columns }: TableHeader) {
  const inOrder = [...columns].sort(([, one], [, other]) => one - other)
  // Checks of single rows name a column as the file does, those of the whole file by its field.
  const fields = new Map(
    inOrder.flatMap(([field, at]) => [[names[at], field] as const, [field, field] as const]),
  )
  const problemOf = (severity: RowProblem['severity'], { column, code, message }: CellProblem) => {
    return { field: fields.get(column) ?? null, severity, code, message, suggestion: null }
  }
  return ({ errors, warnings, cells, value, ...row }: ReadRow, outcome: RowToFix['outcome']): CheckedRow => ({
    ...row,
    outcome,
    is_malformed: errors.some(isOfLine),
    cells: inOrder.map(([field, at]) => [field, cellToFix(cells[at])]),
    problems: [
      ...errors.map((each) => problemOf('error', each)),
      ...warnings.map((each) => problemOf('warning', each)),
    ],
    values: value,
  })
}

const isOfLine = ({ message }: CellProblem) => Object.values<string>(LINE_PROBLEMS).includes(message)
