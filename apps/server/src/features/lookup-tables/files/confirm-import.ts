import { FILE_CATEGORIES } from '@backoffice/contract/file-kinds'
import type { ImportLayout } from '@backoffice/contract/import-layout'
import { movePermission } from '@backoffice/contract/table'
import { tableOf } from '@backoffice/contract/tables/tables'
import type { Database, Tx } from '../../../db/client.ts'
import type { ImportRequest } from '../../../db/schema.ts'
import { listFixAuthors } from '../../../files/fixes/fixes.store.ts'
import { getVisibleFile, lockVisibleFile, requireSeenCheck } from '../../../files/tracked/file-access.ts'
import { sendFileJobs } from '../../../files/tracked/file-work.ts'
import { transitionFile } from '../../../files/tracked/file-writes.store.ts'
import type { FileRow } from '../../../files/tracked/files.store.ts'
import type { SendJob } from '../../../jobs/queue.ts'
import type { StoredContext } from '../../../kernel/caller.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { HttpError, invalidField } from '../../../kernel/errors.ts'
import { requirePermission } from '../../../kernel/mount.ts'
import { endRequests } from '../../approvals/requests/end-requests.ts'
import { mappingInWords } from '../row-kinds.ts'
import { importEffects } from './import-effects.ts'

export type ConfirmImportDeps = { db: Database; clock: Clock; sendJob: SendJob }

type Body = { source_filekey: string; version?: number | undefined; partial?: boolean | undefined }

/** Confirms the dry run of a file of the layout. The row lock lets only one of several concurrent calls succeed. */
export async function confirmImport(
  { db, clock, sendJob }: ConfirmImportDeps,
  layout: ImportLayout,
  { source_filekey: filekey, version, partial }: Body,
  { caller, approver }: Pick<StoredContext, 'caller' | 'approver'>,
) {
  const { kind, category } = await getVisibleFile(db, filekey, caller)
  if (kind !== 'import' || category !== layout.category) {
    const label = FILE_CATEGORIES[category]?.label ?? category
    const detail = `This is a file of ${label}, not an import into ${layout.title}.`
    throw new HttpError('file_state_conflict', { detail })
  }
  return async (tx: Tx) => {
    const locked = await lockVisibleFile(tx, filekey, caller, clock)
    await requireSeenCheck(locked, version)
    const { file } = locked
    const { new: added = 0, changed = 0, moved = 0 } = file.preview ?? {}
    const table = tableOf(category)
    const move = table && movePermission(table)
    if (moved > 0 && move) requirePermission(caller, move)
    const request: ImportRequest = {
      partial: partial ?? false,
      confirmed_by: { id: caller.id, name: caller.name },
    }
    const to = await transitionFile(tx, filekey, file.state, 'confirm', {
      confirmed_at: clock.now(),
      runs_for: caller.id,
      processed: 0,
      request,
    })
    if (file.error > 0 && !partial) throw rowsRejected(file.error, partial)
    // Ends a pending request that is no longer needed. An executed request ends with its decision.
    const ended = { now: clock.now(), sendJob, reason: 'The file was confirmed without approval.' }
    if (!approver) await endRequests(tx, { filekey }, ended)
    await sendFileJobs(kind, tx, sendJob, { filekey, attempt: file.attempt })
    const entry = {
      changes: {
        state: [file.state, to] as const,
        source_filekey: [null, filekey] as const,
        partial: [null, request.partial] as const,
        new: [null, added] as const,
        changed: [null, changed] as const,
        ...(move && { moved: [null, moved] as const }),
      },
    }
    const { effects, waiting } = await importEffects(tx, file, clock.now())
    const proposal = {
      what: `Import ${file.file_name}${mappingInWords(waiting)}`,
      records: [filekey],
      ...(table && { table: table.name }),
      effects,
      subjects: await authorsOf(tx, file, caller.id),
    }
    return { resource: { source_filekey: filekey }, audit: [entry] as const, proposal }
  }
}

/** Users whose rows these are, apart from the requester: they may not approve the import. */
async function authorsOf(tx: Tx, file: FileRow, requesterId: string): Promise<string[]> {
  const { source_filekey, uploaded_by, original_uploader } = file
  const authors = [uploaded_by, original_uploader, ...(await listFixAuthors(tx, source_filekey))]
  return [...new Set(authors)].filter((id) => id !== null).filter((id) => id !== requesterId)
}

function rowsRejected(count: number, partial: boolean | undefined): HttpError {
  const rows = count === 1 ? 'One row is' : `${count.toLocaleString('en')} rows are`
  const message =
    partial === undefined
      ? `${rows} rejected: choose between all or nothing and valid rows only.`
      : `${rows} rejected, so nothing can be imported: correct the file and upload it again, or import the valid rows only.`
  return invalidField('partial', 'rows_rejected', message)
}
