import { addresses, type Reply } from './endpoint.ts'
import { EXPORT_PERMISSIONS } from './file-kinds.ts'
import type { fileSchemas } from './files.schemas.ts'

/** `preview` and its parts: rows of an import's dry run; its rejected rows are `rejected`. */
export const ARTIFACTS = [
  'result',
  'errors',
  'rejected',
  'preview',
  'preview_new',
  'preview_changed',
  'preview_unchanged',
  'source',
] as const
export type Artifact = (typeof ARTIFACTS)[number]
/** Formats of a download. A workbook is made on its first request. */
export const DOWNLOAD_FORMATS = ['csv', 'xlsx'] as const
export type DownloadFormat = (typeof DOWNLOAD_FORMATS)[number]

/** False for originals, which stay as they were uploaded, and for evidence, whose signature covers the CSV. */
export function hasWorkbook({ category }: { category: string }, artifact: Artifact): boolean {
  return artifact !== 'source' && category !== 'REVIEWS'
}

/** `branches.csv` → `branches.xlsx`. */
export const nameInFormat = (fileName: string, format: DownloadFormat, suffix = '') =>
  `${fileName.replace(/\.[^.]*$/, '')}${suffix}.${format}`

/** Actions on all matching rows of a table. */
export const TABLE_ACTIONS = ['activate', 'deactivate', 'delete'] as const
/** `map`: assigns mapped codes to transactions. */
export const FILE_ACTIONS = [...TABLE_ACTIONS, 'map'] as const

/** Larger uploads are split into parts of this size. */
export const UPLOAD_PART_BYTES = 8 * 1024 * 1024
export const MAX_INQUIRY_FILE_BYTES = 100 * 1024 * 1024
export const MAX_INQUIRY_ROWS = 1_000_000

export const fileEndpoints = addresses<typeof fileSchemas>('operations')({
  presign: {
    method: 'POST',
    path: '/generate_presigned_url',
    access: { anyOf: ['file:upload', 'file:download', ...EXPORT_PERMISSIONS] },
    effect: 'write',
  },
  register: { method: 'POST', path: '/smac_file_upload', access: 'file:upload', effect: 'write' },
  list: { method: 'GET', path: '/file_tracker', access: 'file:view', effect: 'read' },
  export: { method: 'POST', path: '/file_tracker/export', access: 'file:export', effect: 'write' },
  get: {
    method: 'GET',
    path: '/file_tracker/specific',
    access: { anyOf: ['file:view', ...EXPORT_PERMISSIONS] },
    effect: 'read',
  },
  errors: { method: 'GET', path: '/file_tracker/errors', access: 'file:view', effect: 'read' },
  preview: { method: 'POST', path: '/file_tracker/preview', access: 'file:view', effect: 'read' },
  result: { method: 'POST', path: '/file_tracker/result', access: 'file:view', effect: 'read' },
  cancel: {
    method: 'POST',
    path: '/file_tracker/cancel',
    access: { anyOf: ['file:cancel', ...EXPORT_PERMISSIONS] },
    effect: 'write',
  },
  retry: {
    method: 'POST',
    path: '/file_tracker/retry',
    access: { anyOf: ['file:retry', ...EXPORT_PERMISSIONS] },
    effect: 'write',
  },
  runAgain: {
    method: 'POST',
    path: '/file_tracker/run_again',
    access: 'file:upload',
    effect: 'write',
  },
  release: {
    method: 'POST',
    path: '/file_tracker/release',
    access: 'card:unmask',
    effect: 'write',
    rules: { reason: { label: 'Reason', rules: 'required|max:200' } },
  },
  events: { method: 'GET', path: '/file_tracker/events', access: 'signed-in', effect: 'stream' },
})

export type TrackedFile = Reply<typeof fileEndpoints.get>
export type ImportPreview = NonNullable<TrackedFile['preview']>
export type PreviewRow = Reply<typeof fileEndpoints.preview>['items'][number]
export type ResultRow = Reply<typeof fileEndpoints.result>['items'][number]
export type FileError = Reply<typeof fileEndpoints.errors>['items'][number]
