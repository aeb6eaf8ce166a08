import type { Permission } from '@backoffice/contract/access'
import { FILE_CATEGORIES } from '@backoffice/contract/file-kinds'
import { movePermission, tablePermission } from '@backoffice/contract/table'
import { tableOf } from '@backoffice/contract/tables/tables'
import type { Caller } from '../../kernel/caller.ts'
import { actionRequest, exportRequest, isMapping } from './file-request.ts'
import type { FileRow } from './files.store.ts'

type Owned = Pick<FileRow, 'uploaded_by' | 'kind' | 'category' | 'request'>

/** Without it an upload of the category could never be confirmed. */
export function confirmPermission(category: string): Permission {
  const { table } = FILE_CATEGORIES[category] ?? {}
  return table ? tablePermission(table, 'import') : 'inquiry:run'
}

export function exportPermission(category: string): Permission {
  const found = FILE_CATEGORIES[category]
  if (!found) throw new Error(`${category} is no category of files`)
  return found.exportPermission
}

/** To see rows of others in a list. */
function viewAllPermissions(category: string): Permission[] {
  const { viewAllPermission } = FILE_CATEGORIES[category] ?? {}
  return viewAllPermission ? [viewAllPermission] : []
}

/**
 * What the work itself needs of the user that it runs for: one of each group. A mapping follows from any write of its
 * table.
 */
export function workPermissions(
  file: Pick<FileRow, 'kind' | 'category' | 'request' | 'preview'>,
  user: Pick<Caller, 'id'>,
): readonly (readonly Permission[])[] {
  const { category } = file
  const table = tableOf(category)
  if (file.kind === 'export') {
    const hasOthers = exportRequest(file).owner !== user.id
    return [exportPermission(category), ...(hasOthers ? viewAllPermissions(category) : [])].map((each) => [
      each,
    ])
  }
  if (file.kind === 'action' && table) {
    const of = (action: 'create' | 'update' | 'delete' | 'import') => tablePermission(table, action)
    if (isMapping(file)) return [[of('update'), of('create'), of('import')]]
    return [[of(actionRequest(file).action === 'delete' ? 'delete' : 'update')]]
  }
  const move = table && (file.preview?.moved ?? 0) > 0 ? movePermission(table) : null
  return [[confirmPermission(category)], ...(move ? [[move]] : [])]
}

/** To read rows of a table in another user’s file: seeing the file says nothing about the table. */
export function rowPermissions(
  file: Pick<Owned, 'uploaded_by' | 'category'>,
  caller: Pick<Caller, 'id'>,
): Permission[] {
  const { table } = FILE_CATEGORIES[file.category] ?? {}
  return table && file.uploaded_by !== caller.id ? [tablePermission(table, 'view')] : []
}

/**
 * What a download needs: an export of one’s own rows no more than the permission of its list. One with rows of others
 * needs the permission to see them, now as when it was made.
 */
export function downloadPermissions(file: Owned, caller: Pick<Caller, 'id'>): Permission[] {
  if (file.kind !== 'export') return ['file:download', ...rowPermissions(file, caller)]
  const isOwn = file.uploaded_by === caller.id
  const hasOthers = exportRequest(file).owner !== caller.id
  return [
    exportPermission(file.category),
    ...(isOwn ? [] : (['file:download'] as const)),
    ...(hasOthers ? viewAllPermissions(file.category) : []),
  ]
}

/** To stop or to repeat an export of one’s own takes no more than to make one. */
export function directPermission(file: Owned, step: 'cancel' | 'retry', caller: Pick<Caller, 'id'>) {
  const isOwnExport = file.kind === 'export' && file.uploaded_by === caller.id
  return isOwnExport ? exportPermission(file.category) : (`file:${step}` as const)
}
