import type { TrackedFile } from '@backoffice/contract/endpoints/files'
import type { ActionRequest, ExportRequest, ImportRequest, MapRequest } from '../../db/schema.ts'
import type { FileRow } from './files.store.ts'

type Stored = Pick<FileRow, 'kind' | 'request'>

/** Null until the import is confirmed. */
export function importRequest({ request }: Pick<Stored, 'request'>): ImportRequest | null {
  return request && 'confirmed_by' in request ? request : null
}

export function exportRequest({ request }: Pick<Stored, 'request'>): ExportRequest {
  if (request && 'form' in request) return request
  throw new Error('The request is not one of an export')
}

export function actionRequest({ request }: Pick<Stored, 'request'>): ActionRequest {
  if (request && 'selection' in request) return request
  throw new Error('The request is not one of an action')
}

export function mapRequest({ request }: Pick<Stored, 'request'>): MapRequest {
  if (request && 'gap' in request) return request
  throw new Error('The request is not one of a mapping')
}

export function isMapping({ kind, request }: Stored): boolean {
  return kind === 'action' && request !== null && 'gap' in request
}

/** The parts of a tracked file that state its request. */
export function requestOf(row: Stored): Pick<TrackedFile, 'import' | 'export' | 'action'> {
  const none = { import: null, export: null, action: null }
  if (row.kind === 'import') return { ...none, import: importRequest(row) }
  if (row.kind === 'export') return { ...none, export: { form: exportRequest(row).form } }
  if (row.kind === 'action')
    return { ...none, action: { action: isMapping(row) ? 'map' : actionRequest(row).action } }
  return none
}
