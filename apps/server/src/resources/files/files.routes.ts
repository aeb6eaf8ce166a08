import { may } from '@backoffice/contract/access'
import type { api } from '@backoffice/contract/api'
import { workOf } from '../../jobs/file-work.ts'
import { HttpError } from '../../kernel/errors.ts'
import {
  type Handlers,
  requireAnyPermission,
  requirePermission,
  requirePermissions,
} from '../../kernel/mount.ts'
import { type FilesDeps, getVisibleFile, lockSeenFile } from './file-access.ts'
import { directPermission, rowPermissions, workPermissions } from './file-permissions.ts'
import { transitionFile } from './file-writes.store.ts'
import { listErrors } from './files.store.ts'
import { listFiles } from './files-list.store.ts'
import { presign } from './presign.ts'
import { preview } from './preview.ts'
import { register } from './register.ts'
import { release } from './release.ts'
import { startExport } from './start-export.ts'
import { canRetry, toTrackedFile } from './tracked-file.ts'
import { retryNeedsReason, revealFile } from './whole-numbers.ts'

const REMOVED = 'The data of this file was removed after its retention period: upload it again.'

export function filesHandlers(deps: FilesDeps): Handlers<(typeof api)['files']> {
  const { db, clock, events, sendJob } = deps
  return {
    presign: presign(deps),
    register: register(deps),
    preview: preview(db),
    release: release(deps),

    list: async ({ query }, { caller }) => {
      const owner = may(caller.access, 'file:view-all') ? null : caller.id
      // Taken before the query, so that a later `read_at` never has older data.
      const now = clock.now()
      const { rows, ...page } = await listFiles(db, query, owner)
      return { items: rows.map((row) => toTrackedFile(row, caller, now)), ...page }
    },

    export: async ({ body: asked }, { caller }) => {
      const owner = may(caller.access, 'file:view-all') ? null : caller.id
      return startExport(deps, { category: 'FILES', name: 'files', asked, caller, owner })
    },

    get: async ({ query }, { caller }) => {
      const now = clock.now()
      return toTrackedFile(await getVisibleFile(db, query.source_filekey, caller), caller, now)
    },

    errors: async ({ query }, { caller }) => {
      const file = await getVisibleFile(db, query.source_filekey, caller)
      requirePermissions(caller, rowPermissions(file, caller))
      return { items: await listErrors(db, file.source_filekey), total: file.errors_total }
    },

    cancel: async ({ body }, { caller }) => {
      const visible = await getVisibleFile(db, body.source_filekey, caller)
      requirePermission(caller, directPermission(visible, 'cancel', caller))
      return async (tx) => {
        const { file, reload } = await lockSeenFile(tx, body, caller, clock)
        const to = await transitionFile(tx, body.source_filekey, file.state, 'cancel', {
          finished_at: clock.now(),
        })
        await sendJob(tx, 'clean-file', { filekey: body.source_filekey })
        return { resource: await reload(), audit: [{ changes: { state: [file.state, to] } }] }
      }
    },

    retry: async ({ body }, { caller }) => {
      const visible = await getVisibleFile(db, body.source_filekey, caller)
      requirePermission(caller, directPermission(visible, 'retry', caller))
      return async (tx) => {
        const { file, reload } = await lockSeenFile(tx, body, caller, clock)
        for (const any of workPermissions(file, caller)) requireAnyPermission(caller, any)
        const filekey = body.source_filekey
        if (file.state === 'FAILED' && !canRetry(file))
          throw new HttpError('file_state_conflict', { detail: REMOVED })
        const reveal = { file, use: 'retry', caller, given: body } as const
        const revealed = retryNeedsReason(file, caller) ? [await revealFile(tx, deps, reveal)] : []
        const attempt = file.attempt + 1
        const to = await transitionFile(
          tx,
          filekey,
          file.state,
          file.confirmed_at ? 'retryProcessing' : 'retryReading',
          {
            attempt,
            runs_for: caller.id,
            failure_code: null,
            failure_detail: null,
            finished_at: null,
            // Outcomes of an action that had stopped.
            result_bytes: null,
            result_sha256: null,
          },
        )
        if (to === 'UPLOADED') await sendJob(tx, 'validate-file', { filekey, attempt })
        else await workOf(file).sendJobs(tx, sendJob, { filekey, attempt })
        const changes = {
          state: [file.state, to] as const,
          ...(file.runs_for_name !== caller.name && {
            runs_for: [file.runs_for_name, caller.name] as const,
          }),
        }
        return { resource: await reload(), audit: [{ changes }, ...revealed] }
      }
    },

    events: async (_received, call, reply) => events.open(call, reply),
  }
}
