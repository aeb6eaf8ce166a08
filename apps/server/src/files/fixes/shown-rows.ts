import type { RowToFix as ShownRow } from '@backoffice/contract/fixes'
import type { ImportLayout } from '@backoffice/contract/import-layout'
import { maskedCardCell, shownCell } from '../csv/csv-cell.ts'
import type { RowToFix } from '../tracked/row-to-fix.ts'

/** Rows for the screen, with card numbers masked. `isOwn`: for the uploader, who sees damaged ones. */
export function shownRows(
  rows: readonly RowToFix[],
  fields: ImportLayout['fields'],
  isOwn: boolean,
): ShownRow[] {
  return rows.map(({ row_no, line_no, is_malformed, cells, outcome, problems }) => {
    const shown = cells.map(([field, text, stored, was]) => {
      if (!isOwn && (is_malformed || fields[field]?.holdsCards)) {
        const hidden = was === undefined ? undefined : maskedCardCell(was)
        return { field, value: maskedCardCell(text), isMasked: true, was: hidden }
      }
      // Masked here if a former release stored the row.
      const value = stored === undefined ? shownCell(text, fields[field]) : (stored ?? text)
      return { field, value, isMasked: value !== text, was }
    })
    return {
      row_number: row_no,
      line_number: line_no,
      outcome,
      cells: Object.fromEntries(shown.map(({ field, value }) => [field, value])),
      masked: shown.flatMap(({ field, isMasked }) => (isMasked ? [field] : [])),
      was: Object.fromEntries(shown.flatMap(({ field, was }) => (was === undefined ? [] : [[field, was]]))),
      problems: [...problems],
      is_fixable: !is_malformed,
    }
  })
}
