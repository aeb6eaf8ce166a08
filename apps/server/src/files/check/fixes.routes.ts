import type { api } from '@backoffice/contract/api'
import { uploadLayout } from '@backoffice/contract/columns'
import { MAX_ROWS_TO_FIX, type RowToFix as ShownRow } from '@backoffice/contract/fixes'
import type { ImportLayout } from '@backoffice/contract/import-layouts'
import { HttpError, invalidField } from '../../kernel/errors.ts'
import type { Handlers } from '../../kernel/mount.ts'
import { maskedCardCell, shownCell } from '../csv/csv-cell.ts'
import { type FilesDeps, getVisibleFile } from '../tracked/file-access.ts'
import type { FileRow } from '../tracked/files.store.ts'
import { hasOwnNumbers } from '../tracked/reveal-rules.ts'
import type { RowToFix } from '../tracked/row-to-fix.ts'
import { findRowsToFix, listRowsToFix } from '../tracked/rows-to-fix.store.ts'
import { requireFix, save } from './save-fixes.ts'

type FixHandlers = Handlers<(typeof api)['fixes']>

export function fixesHandlers(deps: FilesDeps): FixHandlers {
  return { rows: rows(deps), cell: cell(deps), save: save(deps) }
}

function rows({ db }: FilesDeps): FixHandlers['rows'] {
  return async ({ query }, { caller }) => {
    // Read before the rows, so that a later version never has older rows.
    const file = await getVisibleFile(db, query.source_filekey, caller)
    requireFix(file, caller)
    const { source_filekey: filekey, version, category } = file
    const stored = await listRowsToFix(db, filekey)
    return {
      version,
      fields: stored[0]?.cells.map(([field]) => field) ?? [],
      formats: file.matching?.formats ?? {},
      rows: shownRows(
        stored,
        uploadLayout(category).fields,
        file.kind !== 'inquiry' || hasOwnNumbers(file, caller),
      ),
      total_rejected: file.error,
      total_warned: warnedRows(file, stored),
      total_fixed: file.fixed_rows,
    }
  }
}

/** Number of rows with warnings. Exact for an inquiry and while all rows are stored; otherwise it includes rejected rows. */
function warnedRows(file: FileRow, stored: readonly { outcome: string }[]): number {
  const listed = stored.filter(({ outcome }) => outcome === 'warned').length
  if (stored.length < MAX_ROWS_TO_FIX) return listed
  const warned = file.preview ? file.preview.tidied : file.warning + file.duplicate
  return Math.max(listed, Math.min(warned, file.total - file.error))
}

const OTHERS_NUMBERS = 'Only the user who uploaded this file can see its whole cells.'

function cell({ db }: FilesDeps): FixHandlers['cell'] {
  return async ({ body: { source_filekey: filekey, row, field } }, { caller }) => {
    const file = await getVisibleFile(db, filekey, caller)
    requireFix(file, caller)
    if (!hasOwnNumbers(file, caller)) throw new HttpError('access_denied', { detail: OTHERS_NUMBERS })
    const [stored] = await findRowsToFix(db, filekey, [row])
    if (!stored || stored.is_malformed)
      throw invalidField('row', 'unknown_row', `Row ${row} has nothing to correct.`)
    const found = stored.cells.find(([name]) => name === field)
    if (!found) throw invalidField('field', 'unknown_field', 'The file has no column for this field.')
    return { value: found[1] }
  }
}

/** Rows for the screen, with card numbers masked. `isOwn`: for the uploader, who sees damaged ones. */
function shownRows(rows: readonly RowToFix[], fields: ImportLayout['fields'], isOwn: boolean): ShownRow[] {
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
