import { tableOfCategory } from '@backoffice/contract/tables/tables'
import { sql } from 'kysely'
import { manilaDay } from '../adapters/clock.ts'
import type { Tx } from '../db/client.ts'
import { stagingTable } from '../inquiry-file/staging.ts'
import { recordSystemAudit } from '../kernel/audit.ts'
import { importRequest } from '../resources/files/file-request.ts'
import {
  dropStagingTable,
  lockFile,
  replaceErrors,
  transitionFile,
  updateProcessed,
} from '../resources/files/file-writes.store.ts'
import { type FileRow, findFile } from '../resources/files/files.store.ts'
import { objectKey } from '../resources/files/object-keys.ts'
import { mapWaiting } from '../resources/mapping/start-mapping.ts'
import { rejectConflicts } from '../table-file/find-conflicts.ts'
import { BATCH_ROWS } from '../table-file/read-table-file.ts'
import { readHeaderOf } from '../table-file/table-header.ts'
import { tableOf } from '../table-file/table-sql.ts'
import { writeProblems } from '../table-file/write-reports.ts'
import { giveIds, type WrittenRows, writeRows } from '../table-file/write-rows.ts'
import type { FileJob } from './queue.ts'
import { ReportFiles } from './report-files.ts'
import { checkWorkAccess, claimQueued, findActor, requireWorkAccess } from './work-access.ts'
import type { WorkerDeps } from './worker-deps.ts'

/** Writes a confirmed import in one transaction, which blocks other writers of the table. Repeatable after a kill. */
export async function applyImport(deps: WorkerDeps, { filekey }: FileJob): Promise<void> {
  const { db, clock } = deps
  if (!(await claimQueued(deps, filekey))) return
  try {
    await db.transaction().execute(async (tx) => {
      const table = tableOfCategory((await findFile(tx, filekey))?.category ?? '')
      // Blocks calls that lock rows, which would otherwise deadlock with the import, but not readers. The row of the file
      // is not locked, because another connection writes its progress.
      await sql`LOCK TABLE ${tableOf(table)} IN EXCLUSIVE MODE`.execute(tx)
      const file = await findFile(tx, filekey)
      const request = file && importRequest(file)
      if (file?.state !== 'PROCESSING' || !request) return
      const actor = await findActor(tx, filekey)
      const conflicts = await rejectConflicts(tx, filekey, table, manilaDay(clock.now()))
      const written = { new: 0, changed: 0, conflicts }
      const isRefused = conflicts > 0 && !request.partial
      if (!isRefused) {
        const { new: added, changed } = await writeAll(deps, tx, { filekey, table, actor }, file.total)
        written.new = added
        written.changed = changed
        await sql`SELECT analyze_imported(${table.name}, ${added + changed})`.execute(tx)
      }
      await finish(deps, tx, file, written, isRefused)
      if (!isRefused) await mapWaiting(deps, tx, table, 'any', actor)
      await requireWorkAccess(tx, filekey)
    })
  } catch (error) {
    if (!(error instanceof FileCancelled)) throw error
  }
}

async function writeAll(
  { db }: WorkerDeps,
  tx: Tx,
  target: Parameters<typeof writeRows>[1],
  total: number,
): Promise<WrittenRows> {
  const written = { new: 0, changed: 0 }
  await giveIds(tx, target.filekey)
  // Rows may take ranges from each other.
  await sql`SET CONSTRAINTS ALL DEFERRED`.execute(tx)
  for (let from = 1; from <= total; from += BATCH_ROWS) {
    const to = Math.min(total, from + BATCH_ROWS - 1)
    const { new: added, changed } = await writeRows(tx, target, from, to)
    written.new += added
    written.changed += changed
    if (!(await updateProcessed(db, target.filekey, to))) throw new FileCancelled()
    await checkWorkAccess(db, target.filekey)
  }
  await sql`SET CONSTRAINTS ALL IMMEDIATE`.execute(tx)
  return written
}

async function finish(
  { storage, clock }: WorkerDeps,
  tx: Tx,
  file: FileRow,
  written: WrittenRows & { conflicts: number },
  isRefused: boolean,
): Promise<void> {
  const { source_filekey: filekey, category, total } = file
  const preview = file.preview
  const current = await lockFile(tx, filekey)
  if (current?.state !== 'PROCESSING' || !preview) throw new FileCancelled()
  const { conflicts } = written
  const rejected = preview.rejected + conflicts
  const reports = conflicts > 0 ? await writeConflicts(storage, tx, filekey, category) : {}
  const to = await transitionFile(
    tx,
    filekey,
    current.state,
    rejected > 0 ? 'completeWithErrors' : 'complete',
    {
      finished_at: clock.now(),
      processed: isRefused ? 0 : total,
      error: rejected,
      valid: total - rejected,
      skipped: isRefused ? total : total - written.new - written.changed,
      preview: { ...preview, written },
      ...reports,
      ...(isRefused && { failure_code: 'conflict', failure_detail: refusal(conflicts) }),
    },
  )
  await dropStagingTable(tx, stagingTable(filekey))
  await recordSystemAudit(tx, {
    resource: 'file',
    action: 'finish',
    id: filekey,
    changes: {
      state: [current.state, to],
      new: [null, written.new],
      changed: [null, written.changed],
      conflicts: [null, conflicts],
    },
  })
}

async function writeConflicts(storage: WorkerDeps['storage'], tx: Tx, filekey: string, category: string) {
  const table = tableOfCategory(category)
  const header = await readHeaderOf(storage.read(objectKey.source(filekey)), table)
  const files = new ReportFiles(storage, filekey)
  const { errorsTotal, errorCodes, firstErrors } = await writeProblems({
    tx,
    filekey,
    table,
    header,
    open: (name) => files.open(name),
  })
  await files.stored()
  await replaceErrors(tx, filekey, firstErrors)
  return { errors_total: errorsTotal, error_codes: errorCodes, has_rejected: true }
}

function refusal(conflicts: number): string {
  const rows = conflicts === 1 ? 'One row does' : `${conflicts.toLocaleString('en')} rows do`
  return `Nothing was imported: ${rows} no longer fit the table, which has changed since the check. Upload the file again.`
}

/** The file was cancelled while its rows were being written. */
class FileCancelled extends Error {}
