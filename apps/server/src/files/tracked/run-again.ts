import { randomUUID } from 'node:crypto'
import type { api } from '@backoffice/contract/api'
import { isFinalState } from '@backoffice/contract/file-states'
import { reveal } from '../../features/reveals/reveal.ts'
import { lockUserRow } from '../../kernel/caller.ts'
import { HttpError } from '../../kernel/errors.ts'
import { type Handlers, requirePermissions } from '../../kernel/mount.ts'
import { changeFiles } from './change-files.ts'
import { hasOpenCopy } from './copied-files.store.ts'
import { type FilesDeps, lockFileVersion, lockVisibleFile } from './file-access.ts'
import { runAgainPermissions } from './file-permissions.ts'
import { sendDryRun } from './file-work.ts'
import { insertFile, storedBytes } from './file-writes.store.ts'
import type { FileRow } from './files.store.ts'
import { assertStorageQuota } from './presign.ts'
import { canRunAgain } from './tracked-file.ts'
import { copyColumns } from './upload-columns.store.ts'
import { runNeedsReason } from './whole-numbers.ts'

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
