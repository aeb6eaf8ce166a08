import { confirmPermission, rowPermissions } from '../../files/tracked/file-permissions.ts'
import type { FileRow } from '../../files/tracked/files.store.ts'
import { mayFix } from '../../files/tracked/tracked-file.ts'
import type { Caller } from '../../kernel/caller.ts'
import { HttpError } from '../../kernel/errors.ts'
import { requirePermissions } from '../../kernel/mount.ts'

/** Throws unless the caller may correct cells of the file, in a state that allows it. */
export function requireFix(file: FileRow, caller: Caller): void {
  if (file.kind !== 'inquiry' && file.kind !== 'import') throw new HttpError('file_not_found')
  requirePermissions(caller, [confirmPermission(file.category), ...rowPermissions(file, caller)])
  if (!mayFix(file, caller))
    throw new HttpError('access_denied', {
      detail: 'Only the user who uploaded this file can correct its cells.',
    })
}
