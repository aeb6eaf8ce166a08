import type { Caller } from '../../kernel/caller.ts'
import { HttpError } from '../../kernel/errors.ts'
import { requirePermissions } from '../../kernel/mount.ts'
import { confirmPermission, rowPermissions } from '../tracked/file-permissions.ts'
import type { FileRow } from '../tracked/files.store.ts'
import { mayFix } from '../tracked/tracked-file.ts'

/** Throws unless the caller may correct cells of the file, in a state that allows it. */
export function requireFix(file: FileRow, caller: Caller): void {
  if (file.kind !== 'inquiry' && file.kind !== 'import') throw new HttpError('file_not_found')
  requirePermissions(caller, [confirmPermission(file.category), ...rowPermissions(file, caller)])
  if (!mayFix(file, caller))
    throw new HttpError('access_denied', {
      detail: 'Only the user who uploaded this file can correct its cells.',
    })
}
