import type { ImportLayout } from '@backoffice/contract/import-layouts'
import type { FieldCell } from '../../db/schema.ts'
import { shownCell } from '../csv/csv-cell.ts'
import type { RowToFix } from '../tracked/row-to-fix.ts'
import type { CellFix } from './apply-fixes.ts'

/** Rows with the shown text of each cell, which takes too long to mask when the rows are read. */
export function withShownCells(
  rows: readonly RowToFix[],
  fixes: readonly CellFix[],
  fields: ImportLayout['fields'],
): RowToFix[] {
  const byRow = Map.groupBy(fixes, ({ row_no }) => row_no)
  return rows.map((row) => {
    const corrected = byRow.get(row.row_no) ?? []
    const cells = row.cells.map(([name, text]): FieldCell => {
      const shown = shownCell(text, fields[name])
      const fix = corrected.find(({ field }) => field === name)
      const cell = [name, text, shown === text ? null : shown] as const
      return fix ? [...cell, shownCell(fix.was, fields[name])] : cell
    })
    return { ...row, cells }
  })
}
