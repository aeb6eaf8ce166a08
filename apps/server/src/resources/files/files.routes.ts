import { may } from '@backoffice/contract/access'
import type { api } from '@backoffice/contract/api'
import { maskCardNumbers } from '@backoffice/contract/card-number'
import { UPLOAD_PART_BYTES } from '@backoffice/contract/endpoints/files'
import { workOf } from '../../jobs/file-work.ts'
import { HttpError, invalidField } from '../../kernel/errors.ts'
import {
  type Handlers,
  requireAnyPermission,
  requirePermission,
  requirePermissions,
} from '../../kernel/mount.ts'
import { requireVersion } from '../../kernel/version.ts'
import {
  type FilesDeps,
  getOwnFile,
  getVisibleFile,
  lockFileVersion,
  lockVisibleFile,
} from './file-access.ts'
import { directPermission, rowPermissions, workPermissions } from './file-permissions.ts'
import { decideHold, transitionFile } from './file-writes.store.ts'
import { listErrors } from './files.store.ts'
import { listFiles } from './files-list.store.ts'
import { hasPart, isHeld } from './held-result.ts'
import { objectKey } from './object-keys.ts'
import { presign, UPLOAD_CONTENT_TYPE } from './presign.ts'
import { preview } from './preview.ts'
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
      // Read before the query, so that a later `read_at` never has older data.
      const now = clock.now()
      const { rows, ...page } = await listFiles(db, query, owner)
      return { items: rows.map((row) => toTrackedFile(row, caller, now)), ...page }
    },

    export: async ({ body }, { caller }) => {
      const owner = may(caller.access, 'file:view-all') ? null : caller.id
      return startExport(deps, { category: 'FILES', name: 'files', query: body, caller, owner })
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
        const { file, reload } = await lockFileVersion(tx, body, caller, clock)
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
        const { file, reload } = await lockFileVersion(tx, body, caller, clock)
        for (const any of workPermissions(file, caller)) requireAnyPermission(caller, any)
        const filekey = body.source_filekey
        if (file.state === 'FAILED' && !canRetry(file))
          throw new HttpError('file_state_conflict', { detail: REMOVED })
        const reveal = { file, use: 'retry', caller, input: body } as const
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
            // Outcomes of the stopped action.
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

/** Completes an upload. Idempotent. */
export function register({
  db,
  storage,
  clock,
  sendJob,
}: FilesDeps): Handlers<(typeof api)['files']>['register'] {
  return async ({ body }, { caller }) => {
    const file = await getOwnFile(db, body.source_filekey, caller)
    const key = objectKey.source(file.source_filekey)
    if (file.state === 'PENDING_UPLOAD') {
      const terms = {
        size: file.size,
        contentType: UPLOAD_CONTENT_TYPE,
        partBytes: UPLOAD_PART_BYTES,
        expiresAt: file.link_expires_at,
        uploadId: file.upload_id,
      }
      const isWhole = await storage.completeUpload(key, terms, body.etags ?? [])
      if (!isWhole || (await storage.size(key)) !== file.size) throw new HttpError('upload_incomplete')
    }
    return async (tx) => {
      const { file: current, reload } = await lockVisibleFile(tx, body.source_filekey, caller, clock)
      if (current.uploaded_at) return { resource: await reload(), unchanged: true }
      await transitionFile(tx, current.source_filekey, current.state, 'register', {
        uploaded_at: clock.now(),
      })
      await sendJob(tx, 'validate-file', { filekey: current.source_filekey, attempt: current.attempt })
      const changes = { state: [current.state, 'UPLOADED'] } as const
      return { resource: await reload(), audit: [{ changes }] }
    }
  }
}

/** Releases a held result, or keeps it held. Refused for users who had a part in it. */
export function release({ db, clock }: FilesDeps): Handlers<(typeof api)['files']>['release'] {
  return async ({ body }, { caller }) => {
    const { source_filekey: filekey, version, decision } = body
    const reason = body.reason.trim()
    if (reason === '') throw invalidField('reason', 'required', 'Enter Reason')
    if (maskCardNumbers(reason) !== reason)
      throw invalidField('reason', 'card_number', 'Leave the card number out: this is shown to others.')
    await getVisibleFile(db, filekey, caller)
    return async (tx) => {
      const { file, reload } = await lockVisibleFile(tx, filekey, caller, clock)
      if (hasPart(file, caller)) throw new HttpError('own_result')
      if (!isHeld(file)) throw new HttpError('file_state_conflict', { detail: 'The result is not held.' })
      requireVersion(file.version, version, await reload(), 'The file has changed in the meantime.')
      await decideHold(tx, filekey, { decision, reason, by: caller.id, at: clock.now() })
      const changes = { hold: ['HELD', decision], because: [file.held_because, file.held_because] } as const
      const action = decision === 'RELEASED' ? 'release' : 'refuse'
      return {
        resource: await reload(),
        audit: [{ resource: 'file', action, id: filekey, changes, reason }],
      }
    }
  }
}
