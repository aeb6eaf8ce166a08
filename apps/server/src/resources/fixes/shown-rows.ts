import type { RowToFix as ShownRow } from '@backoffice/contract/endpoints/fixes'
import type { ImportLayout } from '@backoffice/contract/import-layout'
import { shownCell } from '../../inquiry-file/csv-cell.ts'
import type { CellFix } from '../../upload/apply-fixes.ts'
import type { RowToFix } from '../../upload/row-to-fix.ts'

/** Rows for the screen, with card numbers masked. */
export function shownRows(
  rows: readonly RowToFix[],
  fixes: readonly CellFix[],
  fields: ImportLayout['fields'],
): ShownRow[] {
  const byRow = Map.groupBy(fixes, ({ row_no }) => row_no)
  return rows.map(({ row_no, line_no, is_malformed, cells, outcome, problems }) => {
    const shown = cells.map(([field, text]) => {
      const value = shownCell(text, fields[field])
      return { field, value, isMasked: value !== text }
    })
    const corrected = byRow.get(row_no) ?? []
    return {
      row_number: row_no,
      line_number: line_no,
      outcome,
      cells: Object.fromEntries(shown.map(({ field, value }) => [field, value])),
      masked: shown.flatMap(({ field, isMasked }) => (isMasked ? [field] : [])),
      was: Object.fromEntries(corrected.map(({ field, was }) => [field, shownCell(was, fields[field])])),
      problems: [...problems],
      is_fixable: !is_malformed,
    }
  })
}
