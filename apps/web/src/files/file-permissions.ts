import { type Access, may, type Permission } from '@backoffice/contract/access'
import type { TrackedFile } from '@backoffice/contract/endpoints/files'
import { tablePermission } from '@backoffice/contract/table'
import { categoryOf } from './categories.ts'

type Named = Pick<TrackedFile, 'kind' | 'category' | 'is_own'>

/** An export takes the permission of its list for everything that is done with it. */
export function filePermission(
  file: Named,
  action: 'download' | 'cancel' | 'retry',
): Permission | readonly Permission[] {
  if (file.kind === 'export') return categoryOf(file).exportPermission
  return action === 'download' ? ['file:download', ...rowPermissions(file)] : `file:${action}`
}

/** Rows of a table in another user’s file take the permission to see the table. */
export function mayReadRows(file: Named, access: Access): boolean {
  return rowPermissions(file).every((each) => may(access, each))
}

function rowPermissions(file: Named): Permission[] {
  const { table } = categoryOf(file)
  return table && !file.is_own ? [tablePermission(table, 'view')] : []
}
