import type { TrackedFile } from '@backoffice/contract/files'
import type { ActionRequest, ExportRequest, ImportRequest, MapRequest } from '../../db/schema.ts'
import type { FileRow } from './files.store.ts'

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
