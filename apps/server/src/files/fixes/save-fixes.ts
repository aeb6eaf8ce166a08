import type { api } from '@backoffice/contract/api'
import { uploadLayout } from '@backoffice/contract/column-formats'
import { MAX_FIXED_CELLS_OF_FILE } from '@backoffice/contract/fixes'
import type { ImportLayout } from '@backoffice/contract/import-layout'
import { endRequests } from '../../features/approvals/requests/end-requests.ts'
import type { AuditEntry, Changes } from '../../kernel/audit.ts'
import type { Caller } from '../../kernel/caller.ts'
import { HttpError, invalidField } from '../../kernel/errors.ts'
import type { Handlers } from '../../kernel/mount.ts'
import { maskedCardCell, maskedValue } from '../csv/csv-cell.ts'
import { requireCheckLimit } from '../tracked/check-limit.store.ts'
import { type FilesDeps, lockFileVersion } from '../tracked/file-access.ts'
import { sendDryRun } from '../tracked/file-work.ts'
import { transitionFile } from '../tracked/file-writes.store.ts'
import type { FileRow } from '../tracked/files.store.ts'
import { hasOwnNumbers } from '../tracked/whole-numbers.ts'
import { type CellChange, checkFixes } from './check-fixes.ts'
import { countFixedRows, countFixes, removeFixes, saveFixes } from './fixes.store.ts'
import { requireFix } from './require-fix.ts'

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
    further.push({ changes: cellsInWords(changes.slice(from, from + MAX_AUDITED_CELLS), fields) })
  const first = cellsInWords(changes.slice(0, MAX_AUDITED_CELLS), fields)
  return [{ changes: { state, ...counts, ...first } }, ...further]
}

function cellsInWords(changes: readonly CellChange[], fields: ImportLayout['fields']): Changes {
  return Object.fromEntries(
    changes.map(({ row_no, field, from, value }) => {
      const masked = fields[field]?.holdsCards ? maskedCardCell : maskedValue
      return [`row ${row_no} ${field}`, [masked(from), masked(value)] as const]
    }),
  )
}
