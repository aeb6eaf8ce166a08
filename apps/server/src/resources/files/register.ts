import type { api } from '@backoffice/contract/api'
import { UPLOAD_PART_BYTES } from '@backoffice/contract/endpoints/files'
import { HttpError } from '../../kernel/errors.ts'
import type { Handlers } from '../../kernel/mount.ts'
import { type FilesDeps, getOwnFile, lockVisibleFile } from './file-access.ts'
import { transitionFile } from './file-writes.store.ts'
import { objectKey } from './object-keys.ts'
import { UPLOAD_CONTENT_TYPE } from './presign.ts'

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
