import type { Permission } from '@backoffice/contract/access'
import { FILE_CATEGORIES } from '@backoffice/contract/file-kinds'
import type { TrackedFile } from '@backoffice/contract/files'
import { movePermission, tablePermission } from '@backoffice/contract/table'
import { tableOf } from '@backoffice/contract/tables/tables'
import type { ActionRequest, ExportRequest, ImportRequest, MapRequest } from '../../db/schema.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { FileRow } from './files.store.ts'

type FileScope = Pick<FileRow, 'uploaded_by' | 'kind' | 'category' | 'request'>

export function confirmPermission(category: string): Permission {
  return FILE_CATEGORIES[category]?.imports?.permission ?? 'inquiry:run'
}

export function exportPermission(category: string): Permission {
  const found = FILE_CATEGORIES[category]
  if (!found) throw new Error(`${category} is no category of files`)
  return found.exportPermission
}

function viewAllPermissions(category: string): Permission[] {
  const { viewAllPermission } = FILE_CATEGORIES[category] ?? {}
  return viewAllPermission ? [viewAllPermission] : []
}

/**
 * Groups of permissions, of which the job requires one each of its user. Any write permission of the table allows a
 * mapping.
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

/** Permissions to read rows of an import in another user’s file, in addition to seeing the file. */
export function rowPermissions(
  file: Pick<FileScope, 'uploaded_by' | 'category'>,
  caller: Pick<Caller, 'id'>,
): Permission[] {
  const { imports } = FILE_CATEGORIES[file.category] ?? {}
  return imports && file.uploaded_by !== caller.id ? [imports.viewPermission] : []
}

/** Permissions to run an upload again are those of an upload, and to read the rows of another user's file. */
export function runAgainPermissions(
  file: Pick<FileScope, 'uploaded_by' | 'category'>,
  caller: Pick<Caller, 'id'>,
): Permission[] {
  return ['file:upload', confirmPermission(file.category), ...rowPermissions(file, caller)]
}

/**
 * Permissions for a download. An own export needs the export permission of its list, and still the permission to see
 * rows of other users if it has any.
 */
export function downloadPermissions(file: FileScope, caller: Pick<Caller, 'id'>): Permission[] {
  if (file.kind !== 'export') return ['file:download', ...rowPermissions(file, caller)]
  const isOwn = file.uploaded_by === caller.id
  const hasOthers = exportRequest(file).owner !== caller.id
  return [
    exportPermission(file.category),
    ...(isOwn ? [] : (['file:download'] as const)),
    ...(hasOthers ? viewAllPermissions(file.category) : []),
  ]
}

/** Cancelling or retrying an own export only needs the permission to export. */
export function directPermission(file: FileScope, step: 'cancel' | 'retry', caller: Pick<Caller, 'id'>) {
  const isOwnExport = file.kind === 'export' && file.uploaded_by === caller.id
  return isOwnExport ? exportPermission(file.category) : (`file:${step}` as const)
}

type RequestRow = Pick<FileRow, 'kind' | 'request'>

/** Null until the import is confirmed. */
export function importRequest({ request }: Pick<RequestRow, 'request'>): ImportRequest | null {
  return request && 'confirmed_by' in request ? request : null
}

export function exportRequest({ request }: Pick<RequestRow, 'request'>): ExportRequest {
  if (request && 'form' in request) return request
  throw new Error('The request is not one of an export')
}

export function actionRequest({ request }: Pick<RequestRow, 'request'>): ActionRequest {
  if (request && 'selection' in request) return request
  throw new Error('The request is not one of an action')
}

export function mapRequest({ request }: Pick<RequestRow, 'request'>): MapRequest {
  if (request && 'gap' in request) return request
  throw new Error('The request is not one of a mapping')
}

export function isMapping({ kind, request }: RequestRow): boolean {
  return kind === 'action' && request !== null && 'gap' in request
}

export function requestOf(row: RequestRow): Pick<TrackedFile, 'import' | 'export' | 'action'> {
  const none = { import: null, export: null, action: null }
  if (row.kind === 'import') return { ...none, import: importRequest(row) }
  if (row.kind === 'export') return { ...none, export: { form: exportRequest(row).form } }
  if (row.kind === 'action')
    return { ...none, action: { action: isMapping(row) ? 'map' : actionRequest(row).action } }
  return none
}
