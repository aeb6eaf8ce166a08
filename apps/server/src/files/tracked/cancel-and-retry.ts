import type { api } from '@backoffice/contract/api'
import { endRequests } from '../../features/approvals/requests/end-requests.ts'
import { reveal } from '../../features/reveals/reveal.ts'
import { lockUserRow } from '../../kernel/caller.ts'
import { HttpError } from '../../kernel/errors.ts'
import { type Handlers, requireAnyPermission, requirePermission } from '../../kernel/mount.ts'
import { changeFiles } from './change-files.ts'
import { type FilesDeps, lockFileVersion } from './file-access.ts'
import { directPermission, workPermissions } from './file-permissions.ts'
import { sendDryRun, sendFileJobs } from './file-work.ts'
import { transitionFile } from './file-writes.store.ts'
import { canRetry } from './tracked-file.ts'
import { runNeedsReason } from './whole-numbers.ts'

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
