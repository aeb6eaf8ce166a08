import { type Access, may, type Permission } from '@backoffice/contract/access'
import type { TrackedFile } from '@backoffice/contract/files'
import { categoryOf } from './categories.ts'

type FileFacts = Pick<TrackedFile, 'kind' | 'category' | 'is_own'>

/** Permission for an action on a file. Every action on an export requires the export permission of its list. */
export function filePermission(
  file: FileFacts,
  action: 'download' | 'cancel' | 'retry' | 'confirm' | 'runAgain',
): Permission | readonly Permission[] {
  const { imports, exportPermission } = categoryOf(file)
  const confirm = imports?.permission ?? 'inquiry:run'
  if (action === 'confirm') return confirm
  if (action === 'runAgain') return ['file:upload', confirm, ...rowPermissions(file)]
  if (file.kind === 'export') return exportPermission
  return action === 'download' ? ['file:download', ...rowPermissions(file)] : `file:${action}`
}

/** Imported rows of another user require the permission to view their list. */
export function mayReadRows(file: FileFacts, access: Access): boolean {
  return rowPermissions(file).every((each) => may(access, each))
}

function rowPermissions(file: FileFacts): Permission[] {
  const { imports } = categoryOf(file)
  return imports && !file.is_own ? [imports.viewPermission] : []
}
