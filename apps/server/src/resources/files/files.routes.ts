import { may } from '@backoffice/contract/access'
import type { api } from '@backoffice/contract/api'
import type { Handlers } from '../../kernel/mount.ts'
import { pageOf } from '../../kernel/paging.ts'
import { unfinishedChunks } from '../inquiries/inquiries.store.ts'
import { moveFile } from './file-steps.store.ts'
import { type FileRow, listErrors, listFiles } from './files.store.ts'
import { type FilesRoom, lockVisible, visibleFile } from './files-room.ts'
import { presentFile } from './present-file.ts'
import { presign } from './presign.ts'
import { register } from './register.ts'

export function filesHandlers(room: FilesRoom): Handlers<(typeof api)['files']> {
  const { db, clock, events, sendJob } = room
  return {
    presign: presign(room),
    register: register(room),

    list: async ({ query }, { caller }) => {
      const owner = may(caller.access, 'file:view-all') ? null : caller.id
      // Before the rows are read: of two readings the later must not be the older.
      const now = clock.now()
      const { rows, counted } = await listFiles(db, query, owner)
      const items = rows.map((row) => presentFile(row, caller, now))
      return pageOf(items, counted, query.page, query.page_size)
    },

    get: async ({ query }, { caller }) => {
      const now = clock.now()
      return presentFile(await visibleFile(db, query.source_filekey, caller), caller, now)
    },

    errors: async ({ query }, { caller }) => {
      const file = await visibleFile(db, query.source_filekey, caller)
      return { items: await listErrors(db, file.source_filekey), total: file.errors_total }
    },

    cancel: async ({ body }, { caller }) => {
      await visibleFile(db, body.source_filekey, caller)
      return async (tx) => {
        const { file, show } = await lockVisible(tx, body, caller, clock)
        const to = await moveFile(tx, body.source_filekey, file.state, 'cancel', { finished_at: clock.now() })
        await sendJob(tx, 'clean-file', { filekey: body.source_filekey })
        return { resource: await show(), audit: [stateChange('file.cancel', file, to)] }
      }
    },

    retry: async ({ body }, { caller }) => {
      await visibleFile(db, body.source_filekey, caller)
      return async (tx) => {
        const { file, show } = await lockVisible(tx, body, caller, clock)
        const filekey = body.source_filekey
        const attempt = file.attempt + 1
        const to = await moveFile(
          tx,
          filekey,
          file.state,
          file.confirmed_at ? 'retryProcessing' : 'retryReading',
          {
            attempt,
            failure_code: null,
            failure_detail: null,
            finished_at: null,
          },
        )
        if (to === 'UPLOADED') await sendJob(tx, 'validate-file', { filekey, attempt })
        else {
          const chunks = await unfinishedChunks(tx, filekey)
          for (const chunkNo of chunks) await sendJob(tx, 'answer-chunk', { filekey, attempt, chunkNo })
          if (chunks.length === 0) await sendJob(tx, 'finish-file', { filekey, attempt })
        }
        return { resource: await show(), audit: [stateChange('file.retry', file, to)] }
      }
    },

    events: async (_received, call, reply) => events.open(call, reply),
  }
}

function stateChange(action: `file.${string}`, file: FileRow, to: string) {
  return {
    action,
    resource: 'file',
    resourceId: file.source_filekey,
    changes: { state: [file.state, to] as const },
  }
}
