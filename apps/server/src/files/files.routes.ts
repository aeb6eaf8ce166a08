import { may } from '@backoffice/contract/access'
import type { api } from '@backoffice/contract/api'
import { maskCardNumbers } from '@backoffice/contract/card-number'
import { UPLOAD_PART_BYTES } from '@backoffice/contract/files'
import { objectKey } from '../adapters/storage/object-keys.ts'
import type { Database } from '../db/client.ts'
import { permanentHolders } from '../features/access/permanent-holders.ts'
import { HttpError, invalidField } from '../kernel/errors.ts'
import { type Handlers, requirePermissions } from '../kernel/mount.ts'
import { requireVersion } from '../kernel/version.ts'
import { valueForOthers } from './check/masked-problems.ts'
import { cancel, retry, runAgain } from './tracked/change-files.ts'
import { FORMER_TYPE } from './tracked/check-upload.ts'
import { type FilesDeps, getOwnFile, getVisibleFile, lockVisibleFile } from './tracked/file-access.ts'
import { sendDryRun, startExport } from './tracked/file-jobs.ts'
import { rowPermissions } from './tracked/file-permissions.ts'
import { decideHold, transitionFile } from './tracked/file-writes.store.ts'
import { type FileRow, listErrors, listFiles } from './tracked/files.store.ts'
import { hasPart, isHeld } from './tracked/held-result.ts'
import { presign } from './tracked/presign.ts'
import { preview } from './tracked/preview.ts'
import { resultPage } from './tracked/result-page.ts'
import { hasOwnNumbers } from './tracked/reveal-rules.ts'
import { toTrackedFile } from './tracked/tracked-file.ts'

export function filesHandlers(deps: FilesDeps): Handlers<(typeof api)['files']> {
  const { db, clock, events } = deps
  return {
    presign: presign(deps),
    register: register(deps),
    preview: preview(db),
    result: resultPage(deps),
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
      const file = await getVisibleFile(db, query.source_filekey, caller)
      const { hold, ...shown } = toTrackedFile(file, caller, now)
      return { ...shown, hold: hold?.is_held ? { ...hold, releasers: await releasersOf(db, file) } : hold }
    },

    errors: async ({ query }, { caller }) => {
      const file = await getVisibleFile(db, query.source_filekey, caller)
      requirePermissions(caller, rowPermissions(file, caller))
      const errors = await listErrors(db, file.source_filekey)
      const isWhole = file.kind !== 'inquiry' || hasOwnNumbers(file, caller)
      const items = isWhole ? errors : errors.map((each) => ({ ...each, value: valueForOthers(each) }))
      return { items, total: file.errors_total }
    },

    cancel: cancel(deps),
    retry: retry(deps),
    runAgain: runAgain(deps),

    events: async (_received, call, reply) => events.open(call, reply),
  }
}

/** Names of the users who can release the held result, sorted. */
async function releasersOf(db: Database, file: FileRow): Promise<string[]> {
  const holders = await permanentHolders(db, 'card:unmask')
  return holders.filter((each) => !hasPart(file, each)).map(({ name }) => name)
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
        contentType: file.content_type ?? FORMER_TYPE,
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
      const job = { filekey: current.source_filekey, attempt: current.attempt }
      await sendDryRun(tx, sendJob, caller.id, job)
      const changes = { state: [current.state, 'UPLOADED'] } as const
      return { resource: await reload(), audit: [{ changes }] }
    }
  }
}

const HELD_TEMPORARILY =
  'You hold this permission temporarily. It does not allow deciding about results of other users.'

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
      if (!may(caller.permanent, 'card:unmask'))
        throw new HttpError('access_denied', { detail: HELD_TEMPORARILY })
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
