import type { ImportPreview, TABLE_ACTIONS, TrackedFile } from '@backoffice/contract/endpoints/files'
import type { ListQuery, Selection } from '@backoffice/contract/list'
import type { GapKind } from '@backoffice/contract/mapping-gaps'
import type { FileRow } from './files.store.ts'

/** What was asked of the worker, by kind of file: the column `request`. */

export type ImportRequest = { partial: boolean; confirmed_by: { id: string; name: string } }

/** `owner`: only rows of this user, without the permission to see those of others. */
export type ExportRequest = Selection & {
  sort: ListQuery['sort']
  form: 'view' | 'template'
  columns: readonly string[]
  owner: string | null
}

export type ActionRequest = {
  action: (typeof TABLE_ACTIONS)[number]
  selection: Selection
  actor: { id: string; name: string }
}

/** `codes`: of the sources, in upper case; without them all that have a row now. */
export type MapRequest = {
  action: 'map'
  gap: GapKind
  codes?: readonly string[]
  actor: { id: string; name: string }
}

type Stored = Pick<FileRow, 'kind' | 'request'>

// Each column is written as one of these types only, by the job or call of its kind.

export function importRequest({ request }: Stored): ImportRequest | null {
  return request as ImportRequest | null
}

export function exportRequest({ request }: Stored): ExportRequest {
  return request as unknown as ExportRequest
}

export function actionRequest({ request }: Stored): ActionRequest {
  return request as unknown as ActionRequest
}

export function mapRequest({ request }: Stored): MapRequest {
  return request as unknown as MapRequest
}

export function isMapping({ kind, request }: Stored): boolean {
  return kind === 'action' && (request as { action?: string } | null)?.action === 'map'
}

export function previewOf({ preview }: Pick<FileRow, 'preview'>): ImportPreview | null {
  return preview as ImportPreview | null
}

/** The parts of a tracked file that say what was asked. */
export function requestOf(row: Stored): Pick<TrackedFile, 'import' | 'export' | 'action'> {
  const asked = { import: null, export: null, action: null }
  if (row.kind === 'import') return { ...asked, import: importRequest(row) }
  if (row.kind === 'export') return { ...asked, export: { form: exportRequest(row).form } }
  if (row.kind === 'action')
    return { ...asked, action: { action: isMapping(row) ? 'map' : actionRequest(row).action } }
  return asked
}
