import type { api } from '@backoffice/contract/api'
import { uploadLayout } from '@backoffice/contract/columns'
import type { CallInput } from '@backoffice/contract/endpoint'
import { MAX_FIXED_CELLS_OF_FILE } from '@backoffice/contract/fixes'
import type { ImportLayout } from '@backoffice/contract/import-layouts'
import type { Reader } from '../../db/client.ts'
import { endRequests } from '../../features/approvals/requests/end-requests.ts'
import type { AuditEntry, Changes } from '../../kernel/audit.ts'
import type { Caller } from '../../kernel/caller.ts'
import { type FieldError, HttpError, invalidField, invalidFields } from '../../kernel/errors.ts'
import { type Handlers, requirePermissions } from '../../kernel/mount.ts'
import { maskedCardCell, maskedValue, shownCell } from '../csv/csv-cell.ts'
import { type FilesDeps, lockFileVersion } from '../tracked/file-access.ts'
import { sendDryRun } from '../tracked/file-jobs.ts'
import { confirmPermission, rowPermissions } from '../tracked/file-permissions.ts'
import { transitionFile } from '../tracked/file-writes.store.ts'
import type { FileRow } from '../tracked/files.store.ts'
import { hasOwnNumbers } from '../tracked/reveal-rules.ts'
import { type CellFix, MAX_CELL_CHARS } from '../tracked/row-to-fix.ts'
import {
  countFixedRows,
  countFixes,
  findRowsToFix,
  listFixesOf,
  removeFixes,
  saveFixes,
} from '../tracked/rows-to-fix.store.ts'
import { mayFix } from '../tracked/tracked-file.ts'
import { requireCheckLimit } from '../tracked/user-limits.store.ts'

/** Cells that one audit event lists; further ones follow in events of their own. */
const MAX_AUDITED_CELLS = 200

/** Stores corrected cells and checks the whole file again. */
export function save({ clock, sendJob, limits }: FilesDeps): Handlers<(typeof api)['fixes']>['save'] {
  return async ({ body }, { caller }) =>
    async (tx) => {
      const { file, reload } = await lockFileVersion(tx, body, caller, clock, (visible) =>
        requireFix(visible, caller),
      )
      const { source_filekey: filekey } = file
      const attempt = file.attempt + 1
      const now = clock.now()
      // First, so that a file in another state gets that error. A later error rolls it back.
      const to = await transitionFile(tx, filekey, file.state, 'fix', {
        attempt,
        validating_at: now,
        runs_for: caller.id,
        total: 0,
        bytes_read: 0,
        preview: null,
      })
      await requireCheckLimit(tx, caller.id, limits.checksPerHour)
      requireOwnCards(file, caller, body.items)
      const changes = await checkFixes(tx, { ...file, isOwn: hasOwnNumbers(file, caller) }, body.items)
      await saveFixes(
        tx,
        filekey,
        changes.filter(({ value, was }) => value !== was),
        { by: caller.id, at: now },
      )
      await removeFixes(
        tx,
        filekey,
        changes.filter(({ value, was }) => value === was),
      )
      if ((await countFixes(tx, filekey)) > MAX_FIXED_CELLS_OF_FILE)
        throw invalidField('items', 'max', TOO_MANY)
      await countFixedRows(tx, filekey)
      await endRequests(tx, { filekey }, { now, sendJob, reason: 'Cells of the file were corrected.' })
      await sendDryRun(tx, sendJob, caller.id, { filekey, attempt })
      return {
        resource: await reload(),
        audit: auditOf(changes, [file.state, to], uploadLayout(file.category).fields),
      }
    }
}

const TOO_MANY = `A file can have at most ${MAX_FIXED_CELLS_OF_FILE.toLocaleString('en')} corrected cells. Correct the file itself, then upload it again.`

const OTHERS_CARDS =
  'Another user uploaded these card numbers, so only that user can correct them. You can correct the other columns.'

/** The outcome of a correction would confirm a guessed number: the same cell, or a duplicate of another row. */
function requireOwnCards(file: FileRow, caller: Caller, items: readonly { values: object }[]): void {
  if (file.kind !== 'inquiry' || hasOwnNumbers(file, caller)) return
  if (items.some(({ values }) => Object.hasOwn(values, 'card_number')))
    throw new HttpError('access_denied', { detail: OTHERS_CARDS })
}

function auditOf(
  changes: readonly CellChange[],
  state: readonly [string, string],
  fields: ImportLayout['fields'],
): readonly [AuditEntry, ...AuditEntry[]] {
  const counts = {
    rows: [null, new Set(changes.map(({ row_no }) => row_no)).size],
    cells: [null, changes.length],
  } as const
  const further: AuditEntry[] = []
  for (let from = MAX_AUDITED_CELLS; from < changes.length; from += MAX_AUDITED_CELLS)
    further.push({ changes: describeCells(changes.slice(from, from + MAX_AUDITED_CELLS), fields) })
  const first = describeCells(changes.slice(0, MAX_AUDITED_CELLS), fields)
  return [{ changes: { state, ...counts, ...first } }, ...further]
}

function describeCells(changes: readonly CellChange[], fields: ImportLayout['fields']): Changes {
  return Object.fromEntries(
    changes.map(({ row_no, field, from, value }) => {
      const masked = fields[field]?.holdsCards ? maskedCardCell : maskedValue
      return [`row ${row_no} ${field}`, [masked(from), masked(value)] as const]
    }),
  )
}

type Items = CallInput<typeof api.fixes.save>['body']['items']

/** `from`: the text before the change. A value that is `was` takes the correction back. */
type CellChange = CellFix & { from: string }

const MASK = '••••'

type FixedFile = { source_filekey: string; category: string; isOwn: boolean }

/**
 * Changed cells of the call. Throws 422 with a message for each cell that cannot be corrected, or 403 for a masked one
 * unless the file is the caller's own.
 */
async function checkFixes(
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

/** Throws unless the caller may correct cells of the file, in a state that allows it. */
export function requireFix(file: FileRow, caller: Caller): void {
  if (file.kind !== 'inquiry' && file.kind !== 'import') throw new HttpError('file_not_found')
  requirePermissions(caller, [confirmPermission(file.category), ...rowPermissions(file, caller)])
  if (!mayFix(file, caller))
    throw new HttpError('access_denied', {
      detail: 'Only the user who uploaded this file can correct its cells.',
    })
}
