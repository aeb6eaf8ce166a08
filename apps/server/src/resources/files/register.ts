import type { api } from '@backoffice/contract/api'
import { UPLOAD_PART_BYTES } from '@backoffice/contract/endpoints/files'
import { Refusal } from '../../kernel/errors.ts'
import type { Handlers } from '../../kernel/mount.ts'
import { moveFile } from './file-steps.store.ts'
import { type FilesRoom, lockVisible, ownFile } from './files-room.ts'
import { objectKey } from './object-keys.ts'
import { STORED_TYPE } from './presign.ts'

/** The upload has arrived. Saying so again answers with the same row. */
export function register({
  db,
  storage,
  clock,
  sendJob,
}: FilesRoom): Handlers<(typeof api)['files']>['register'] {
  return async ({ body }, { caller }) => {
    const file = await ownFile(db, body.source_filekey, caller)
    const key = objectKey.source(file.source_filekey)
    if (file.state === 'PENDING_UPLOAD') {
      const terms = {
        size: file.size,
        contentType: STORED_TYPE,
        partBytes: UPLOAD_PART_BYTES,
        expiresAt: file.link_expires_at,
      }
      const isWhole = await storage.completeUpload(key, terms, body.etags ?? [])
      if (!isWhole || (await storage.size(key)) !== file.size) throw new Refusal('upload_incomplete')
    }
    return async (tx) => {
      const { file: current, show } = await lockVisible(
        tx,
        { source_filekey: body.source_filekey },
        caller,
        clock,
      )
      if (current.uploaded_at) return { resource: await show(), unchanged: true }
      await moveFile(tx, current.source_filekey, current.state, 'register', { uploaded_at: clock.now() })
      await sendJob(tx, 'validate-file', { filekey: current.source_filekey, attempt: current.attempt })
      const entry = {
        action: 'file.register',
        resource: 'file',
        resourceId: current.source_filekey,
        changes: { state: [current.state, 'UPLOADED'] },
      } as const
      return { resource: await show(), audit: [entry] }
    }
  }
}
