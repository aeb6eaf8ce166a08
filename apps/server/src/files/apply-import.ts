import { CASE_REPLIES } from '@backoffice/contract/case-replies'
import type { ImportLayout } from '@backoffice/contract/import-layouts'
import { tableOfCategory } from '@backoffice/contract/tables/tables'
import { sql } from 'kysely'
import type { Tx } from '../db/client.ts'
import { CASE_REPLY_IMPORT } from '../features/cases/case-reply-import.ts'
import { tableImport } from '../features/lookup-tables/files/table-import.ts'
import type { FileJob } from '../jobs/queue.ts'
import type { WorkerDeps } from '../jobs/worker-deps.ts'
import { type Actor, NO_REQUEST, recordAudit } from '../kernel/audit.ts'
import type { ImportHandler, ImportRun, WrittenRows } from './check/import-handler.ts'
import { BATCH_ROWS, readHeaderOf } from './check/read-table-file.ts'
import { writeProblems } from './check/write-reports.ts'
import { openUpload } from './match/stored-upload.ts'
import { ReportFiles } from './report-files.ts'
import { importRequest } from './tracked/file-permissions.ts'
import { lockFile, replaceErrors, transitionFile, updateProcessed } from './tracked/file-writes.store.ts'
import { type FileRow, findFile } from './tracked/files.store.ts'
import { checkWorkAccess, claimQueued, findWorkUser, requireWorkAccess } from './tracked/work-access.ts'

/** Writes a confirmed import in one transaction, which blocks other writers of the records. Repeatable after a kill. */
export async function applyImport(deps: WorkerDeps, { filekey }: FileJob): Promise<void> {
  const { db, clock } = deps
  if (!(await claimQueued(deps, filekey))) return
  try {
    await db.transaction().execute(async (tx) => {
      // The row of the file is not locked, because another connection writes its progress.
      await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`import ${filekey}`}, 0))`.execute(tx)
      const file = await findFile(tx, filekey)
      const request = file && importRequest(file)
      if (file?.state !== 'PROCESSING' || !request) return
      const handler = importHandlerOf(file.category)
      const run = { tx, filekey, user: await findWorkUser(tx, filekey), now: clock.now() }
      await handler.lock(run)
      const conflicts = await handler.rejectConflicts(run)
      const isRefused = conflicts > 0 && !request.partial
      const { new: added, changed } = isRefused ? NOTHING : await writeAll(deps, handler, run, file.total)
      const outcome = { new: added, changed, conflicts, isRefused }
      await finish(deps, tx, { file, layout: handler.layout, user: run.user }, outcome)
      await requireWorkAccess(tx, filekey)
    })
  } catch (error) {
    if (!(error instanceof FileCancelled)) throw error
  }
}

const NOTHING: WrittenRows = { new: 0, changed: 0 }

async function writeAll(
  deps: WorkerDeps,
  handler: ImportHandler,
  run: ImportRun,
  total: number,
): Promise<WrittenRows> {
  const { db } = deps
  const written = { new: 0, changed: 0 }
  await handler.beforeRows?.(run)
  for (let from = 1; from <= total; from += BATCH_ROWS) {
    const to = Math.min(total, from + BATCH_ROWS - 1)
    const { new: added, changed } = await handler.writeRows(run, from, to)
    written.new += added
    written.changed += changed
    if (!(await updateProcessed(db, run.filekey, to))) throw new FileCancelled()
    await checkWorkAccess(db, run.filekey)
  }
  await handler.afterRows?.(run, written, deps)
  return written
}

async function finish(
  { storage, clock, sendJob }: WorkerDeps,
  tx: Tx,
  { file, layout, user }: { file: FileRow; layout: ImportLayout; user: Actor },
  { isRefused, ...written }: WrittenRows & { conflicts: number; isRefused: boolean },
): Promise<void> {
  const { source_filekey: filekey, total, preview } = file
  const current = await lockFile(tx, filekey)
  if (current?.state !== 'PROCESSING' || !preview) throw new FileCancelled()
  const { conflicts } = written
  const rejected = preview.rejected + conflicts
  const reports = conflicts > 0 ? await writeConflicts(storage, tx, file, layout) : {}
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
  await sendJob(tx, 'drop-staging', { filekey })
  const changes = {
    state: [current.state, to],
    new: [null, written.new],
    changed: [null, written.changed],
    conflicts: [null, conflicts],
  } as const
  // Stands for the events of its records, which the trail shows on demand.
  await recordAudit(tx, { actor: user, ...NO_REQUEST }, [
    { resource: 'file', action: 'import', id: filekey, changes },
  ])
}

async function writeConflicts(storage: WorkerDeps['storage'], tx: Tx, file: FileRow, layout: ImportLayout) {
  const { source_filekey: filekey } = file
  const upload = await openUpload(storage, file, [])
  const header = await readHeaderOf(upload.source, layout).finally(upload.close)
  const files = new ReportFiles(storage, filekey)
  const { errorsTotal, errorCodes, firstErrors } = await writeProblems({
    tx,
    filekey,
    layout,
    header,
    open: (name) => files.open(name),
  })
  await files.stored()
  await replaceErrors(tx, filekey, firstErrors)
  return { errors_total: errorsTotal, error_codes: errorCodes, has_rejected: true }
}

function refusal(conflicts: number): string {
  const rows = conflicts === 1 ? 'One row does' : `${conflicts.toLocaleString('en')} rows do`
  return `Nothing was imported: ${rows} no longer fit, because of changes after the check. Upload the file again.`
}

/** The file was cancelled while its rows were being written. */
class FileCancelled extends Error {}

/** Import handler of a file category. Throws for a category without imports. */
export function importHandlerOf(category: string): ImportHandler {
  return category === CASE_REPLIES.category ? CASE_REPLY_IMPORT : tableImport(tableOfCategory(category))
}
