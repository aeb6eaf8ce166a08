import type { api } from '@backoffice/contract/api'
import { HttpError } from '../../kernel/errors.ts'
import { type Handlers, requirePermission } from '../../kernel/mount.ts'
import { type FilesDeps, getOwnFile } from '../tracked/file-access.ts'
import { confirmPermission } from '../tracked/file-permissions.ts'
import type { FileRow } from '../tracked/files.store.ts'
import { isMatcher } from '../tracked/tracked-file.ts'
import { findColumns } from '../tracked/upload-columns.store.ts'
import { findMemories, listSameHeaders, type Memory } from './columns.store.ts'
import { match, NOT_READ } from './match.ts'

const OTHERS_COLUMNS = 'Only the user who uploaded this file can see its columns.'

export function columnsHandlers(deps: FilesDeps): Handlers<(typeof api)['columns']> {
  const { db } = deps
  return {
    get: async ({ query }, { caller }) => {
      const { source_filekey } = query
      const file = await getOwnFile(db, source_filekey, caller)
      requirePermission(caller, confirmPermission(file.category))
      // Any of its columns may have the card numbers.
      if (!isMatcher(file, caller)) throw new HttpError('access_denied', { detail: OTHERS_COLUMNS })
      const read = await findColumns(db, source_filekey)
      if (!read) throw new HttpError('file_state_conflict', { detail: NOT_READ })
      const headers = { category: file.category, fingerprint: read.fingerprint }
      const memories = await findMemories(db, headers, caller.id)
      return {
        source_filekey,
        version: file.version,
        ...read.found,
        matched: matchedOf(file, memories),
        same_headers: await listSameHeaders(db, headers, { userId: caller.id, except: source_filekey }),
      }
    },
    match: match(deps),
  }
}

/** The matching in force, otherwise the own remembered one, otherwise one that another user shares. */
function matchedOf(
  { matching }: FileRow,
  { own, shared }: { own: Memory | undefined; shared: Memory | undefined },
) {
  const isShared = own?.is_shared ?? false
  if (matching) {
    const { fields, formats, at } = matching
    return { fields, formats, at, by: null, is_shared: isShared }
  }
  const memory = own ?? shared
  if (!memory) return null
  const { fields, formats } = memory.matching
  const by = memory === own ? null : memory.by
  return { fields, formats, at: memory.matched_at.toISOString(), by, is_shared: memory.is_shared }
}
