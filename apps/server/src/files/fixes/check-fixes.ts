import type { api } from '@backoffice/contract/api'
import { uploadLayout } from '@backoffice/contract/column-formats'
import type { CallInput } from '@backoffice/contract/endpoint'
import type { ImportLayout } from '@backoffice/contract/import-layout'
import type { Reader } from '../../db/client.ts'
import { type FieldError, HttpError, invalidField, invalidFields } from '../../kernel/errors.ts'
import type { CellFix } from '../check/apply-fixes.ts'
import { shownCell } from '../csv/csv-cell.ts'
import { MAX_CELL_CHARS } from '../tracked/row-to-fix.ts'
import { findRowsToFix } from '../tracked/rows-to-fix.store.ts'
import { listFixesOf } from './fixes.store.ts'

type Items = CallInput<typeof api.fixes.save>['body']['items']

/** `from`: the text before the change. A value that is `was` takes the correction back. */
export type CellChange = CellFix & { from: string }

const MASK = '••••'

type FixedFile = { source_filekey: string; category: string; isOwn: boolean }

/**
 * Changed cells of the call. Throws 422 with a message for each cell that cannot be corrected, or 403 for a masked one
 * unless the file is the caller's own.
 */
export async function checkFixes(
  db: Reader,
  { source_filekey: filekey, category, isOwn }: FixedFile,
  items: Items,
): Promise<CellChange[]> {
  const numbers = items.map(({ row }) => row)
  const rows = new Map((await findRowsToFix(db, filekey, numbers)).map((row) => [row.row_no, row]))
  const fixes = await listFixesOf(db, filekey, numbers)
  const { fields } = uploadLayout(category)
  const changes: CellChange[] = []
  const errors: FieldError[] = []
  for (const [at, { row, values }] of items.entries()) {
    const refuse = (path: string, code: string, message: string) =>
      errors.push({ field: `items.${at}.${path}`, code, message })
    const stored = rows.get(row)
    const corrected = fixes.filter(({ row_no }) => row_no === row)
    if (numbers.indexOf(row) !== at) refuse('row', 'duplicate', `Row ${row} appears twice.`)
    else if (stored?.is_malformed)
      refuse('row', 'malformed', `Row ${row} has a misplaced quote: correct it in the file.`)
    else if (!stored && corrected.length === 0)
      refuse('row', 'unknown_row', `Row ${row} has nothing to correct.`)
    else
      for (const [field, value] of Object.entries(values)) {
        const fix = corrected.find((each) => each.field === field)
        const cell = stored?.cells.find(([name]) => name === field)?.[1]
        const from = cell ?? fix?.value
        if (from === undefined) {
          refuse(`values.${field}`, 'unknown_field', 'The file has no column for this field.')
          continue
        }
        const was = fix?.was ?? from
        // Before the comparison, which would confirm a guessed number.
        if (!isOwn && [from, fix?.value, was].some((text) => isMasked(text, fields[field])))
          throw new HttpError('access_denied', { detail: OTHERS_NUMBERS })
        const to = value ?? was
        const shown = shownCell(from, fields[field])
        const problem =
          to === from || to === was ? undefined : problemOf(to, shown === from ? undefined : shown)
        if (problem) refuse(`values.${field}`, ...problem)
        else if (to !== from || (fix && to !== fix.value))
          changes.push({ row_no: row, field, from, value: to, was })
      }
  }
  if (errors.length > 0) throw invalidFields(errors)
  if (changes.length === 0)
    throw invalidField('items', 'unchanged', 'Nothing is changed: the cells already have these values.')
  return changes
}

const OTHERS_NUMBERS =
  'Another user uploaded this card number, so only that user can correct it. You can correct the other cells.'

const isMasked = (text: string | undefined, field: ImportLayout['fields'][string] | undefined) =>
  text !== undefined && shownCell(text, field) !== text

/** `shown`: the masked or shortened text of the cell. */
function problemOf(value: string, shown: string | undefined): [code: string, message: string] | undefined {
  if (value.includes(MASK) || value === shown)
    return ['masked', 'This value is masked or shortened. Enter the whole value.']
  if (value.length > MAX_CELL_CHARS) return ['max', `A cell has at most ${MAX_CELL_CHARS} characters.`]
  if (/[\p{Cc}\u2028\u2029]/u.test(value) || !value.isWellFormed())
    return ['invalid', 'Remove line breaks, tabs and other control characters.']
  return undefined
}
