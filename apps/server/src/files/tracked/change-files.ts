import { randomUUID } from 'node:crypto'
import type { api } from '@backoffice/contract/api'
import { isFinalState } from '@backoffice/contract/file-states'
import type { TrackedFile } from '@backoffice/contract/files'
import type { RowOutcome } from '@backoffice/contract/values.schemas'
import type { Tx } from '../../db/client.ts'
import { endRequests } from '../../features/approvals/requests/end-requests.ts'
import { reveal } from '../../features/reveals/reveal.ts'
import type { AuditEntry } from '../../kernel/audit.ts'
import { type ItemOutcome, runBulk } from '../../kernel/bulk.ts'
import { lockUserRow } from '../../kernel/caller.ts'
import { HttpError } from '../../kernel/errors.ts'
import {
  type Handlers,
  requireAnyPermission,
  requirePermission,
  requirePermissions,
} from '../../kernel/mount.ts'
import { type FilesDeps, lockFileVersion, lockVisibleFile } from './file-access.ts'
import { sendDryRun, sendFileJobs } from './file-jobs.ts'
import { directPermission, runAgainPermissions, workPermissions } from './file-permissions.ts'
import { insertFile, storedBytes, transitionFile } from './file-writes.store.ts'
import { type FileRow, hasOpenCopy } from './files.store.ts'
import { assertStorageQuota } from './presign.ts'
import { runNeedsReason } from './reveal-rules.ts'
import { canRetry, canRunAgain } from './tracked-file.ts'
import { copyColumns } from './upload-columns.store.ts'

/**
 * Makes a new file from the stored upload of an ended one, or of each of several. A worker copies the upload, so that
 * the new file outlives the earlier one, and validates it again.
 */
export function runAgain(deps: FilesDeps): Handlers<(typeof api)['files']>['runAgain'] {
  const { clock, limits, sendJob } = deps
  return async ({ body }, call) =>
    async (tx) => {
      const { caller } = call
      await lockUserRow(tx, caller.id)
      return changeFiles(tx, body, async (seen) => {
        const { file } = await lockFileVersion(tx, seen, caller, clock, (visible) =>
          requirePermissions(caller, runAgainPermissions(visible, caller)),
        )
        if (!canRunAgain(file)) throw new HttpError('file_state_conflict', { detail: whyNot(file) })
        if (await hasOpenCopy(tx, file.source_filekey, caller.id))
          throw new HttpError('file_state_conflict', {
            detail: 'You already run this file again: the new run is still open.',
          })
        assertStorageQuota(await storedBytes(tx, caller.id), file.size, limits.storedBytesPerPerson)
        const revealed = runNeedsReason(file, caller)
          ? (await reveal(tx, deps, call, body, { file, use: 'run_again' })).audit
          : []
        const filekey = randomUUID()
        const { kind, category, file_name, size } = file
        const uploader = file.original_uploader ?? file.uploaded_by
        await insertFile(tx, {
          source_filekey: filekey,
          kind,
          category,
          file_name,
          size,
          declared_sha256: file.sha256 ?? file.declared_sha256,
          uploaded_by: caller.id,
          original_uploader: uploader === caller.id ? null : uploader,
          link_expires_at: clock.now(),
          state: 'UPLOADED',
          copied_from: file.source_filekey,
        })
        await copyColumns(tx, file.source_filekey, filekey)
        await sendDryRun(tx, sendJob, caller.id, { filekey, attempt: 1 })
        const { reload } = await lockVisibleFile(tx, filekey, caller, clock)
        const created = { copied_from: file.source_filekey, file_name, size }
        const changes = Object.fromEntries(
          Object.entries(created).map(([field, value]) => [field, [null, value] as const]),
        )
        return {
          outcome: 'done',
          row: await reload(),
          changes: { copied_to: [null, filekey] },
          others: [{ resource: 'file', action: 'register', id: filekey, changes }, ...revealed],
        }
      })
    }
}

function whyNot({ kind, state }: FileRow): string {
  if (kind !== 'inquiry' && kind !== 'import') return 'Only uploaded files can run again.'
  if (!isFinalState(state)) return 'The file has not ended yet.'
  if (state === 'REJECTED') return 'This file would be rejected again. Correct it and upload it again.'
  return 'The uploaded file is not stored any more. Upload it again.'
}

type FileHandlers = Handlers<(typeof api)['files']>

const REMOVED = 'The data of this file was removed after its retention period: upload it again.'

/** Otherwise the approver would make the change that they approved. */
const APPROVED = 'You approved this file, so another user must continue it.'

/** Cancels a file, or each of several, that has not finished. */
export function cancel({ clock, sendJob }: FilesDeps): FileHandlers['cancel'] {
  return async ({ body }, { caller }) =>
    (tx) =>
      changeFiles(tx, body, async (seen) => {
        const { file, reload } = await lockFileVersion(tx, seen, caller, clock, (visible) =>
          requirePermission(caller, directPermission(visible, 'cancel', caller)),
        )
        const { source_filekey: filekey } = file
        const to = await transitionFile(tx, filekey, file.state, 'cancel', { finished_at: clock.now() })
        await sendJob(tx, 'clean-file', { filekey })
        const ended = { now: clock.now(), sendJob, reason: 'The file was cancelled.' }
        if (file.state === 'AWAITING_CONFIRMATION') await endRequests(tx, { filekey }, ended)
        return { outcome: 'done', row: await reload(), changes: { state: [file.state, to] } }
      })
}

/** Continues a failed file, or each of several. */
export function retry(deps: FilesDeps): FileHandlers['retry'] {
  const { clock, sendJob } = deps
  return async ({ body }, call) =>
    async (tx) => {
      const { caller } = call
      // Before any file, as in `runAgain`, so that concurrent calls cannot deadlock.
      await lockUserRow(tx, caller.id)
      return changeFiles(tx, body, async (seen) => {
        const { file, reload } = await lockFileVersion(tx, seen, caller, clock, (visible) =>
          requirePermission(caller, directPermission(visible, 'retry', caller)),
        )
        for (const any of workPermissions(file, caller)) requireAnyPermission(caller, any)
        const { source_filekey: filekey } = file
        if (file.state === 'FAILED' && !canRetry(file))
          throw new HttpError('file_state_conflict', { detail: REMOVED })
        if (file.approved_by_id === caller.id) throw new HttpError('own_request', { detail: APPROVED })
        const others = runNeedsReason(file, caller)
          ? (await reveal(tx, deps, call, body, { file, use: 'retry' })).audit
          : []
        const attempt = file.attempt + 1
        const step = file.confirmed_at ? 'retryProcessing' : 'retryReading'
        const to = await transitionFile(tx, filekey, file.state, step, {
          attempt,
          runs_for: caller.id,
          failure_code: null,
          failure_detail: null,
          finished_at: null,
          // Outcomes of the stopped action.
          result_bytes: null,
          result_sha256: null,
        })
        if (to === 'UPLOADED') await sendDryRun(tx, sendJob, caller.id, { filekey, attempt })
        else if (file.kind === 'inquiry') await sendJob(tx, 'stage-file', { filekey, attempt })
        else await sendFileJobs(file.kind, tx, sendJob, { filekey, attempt })
        const changes = {
          state: [file.state, to] as const,
          ...(file.runs_for_name !== caller.name && {
            runs_for: [file.runs_for_name, caller.name] as const,
          }),
        }
        return { outcome: 'done', row: await reload(), changes, others }
      })
    }
}

type SeenFile = { source_filekey: string; version: number }
type OneOrSeveral = SeenFile | { items: readonly SeenFile[] }

type WriteOutcome<Resource> = { resource: Resource } & (
  | { audit: readonly [AuditEntry, ...AuditEntry[]] }
  | { unchanged: true }
)

/**
 * Applies a change to one file, or to several. Then each has its own outcome, and a refused one does not affect the
 * others. Replies with the file or with the outcomes.
 */
async function changeFiles(
  tx: Tx,
  body: OneOrSeveral,
  change: (file: SeenFile) => Promise<ItemOutcome<TrackedFile>>,
): Promise<WriteOutcome<TrackedFile | { items: RowOutcome<TrackedFile>[] }>> {
  const files = 'items' in body ? body.items : [body]
  const items = files.map(({ source_filekey, version }) => ({ id: source_filekey, source_filekey, version }))
  const written = await runBulk({ tx, items, apply: change })
  const row = written.resource.items[0]?.row
  return 'items' in body || !row ? written : { ...written, resource: row }
}
