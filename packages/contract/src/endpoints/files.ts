import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { FILE_STATES } from '../file-states.ts'
import { listQueryString, listReply } from '../list.ts'
import { filesList } from '../lists/files.ts'
import { PURPOSES } from '../purposes.ts'
import { count, day, text, timestamp, uuid } from '../schemas.ts'

export const CATEGORIES = ['SMAC_INQUIRY'] as const
export const ARTIFACTS = ['result', 'result_spreadsheet', 'errors', 'rejected', 'source'] as const
export type Artifact = (typeof ARTIFACTS)[number]

/** Above this size an upload goes up in parts of this size. */
export const UPLOAD_PART_BYTES = 8 * 1024 * 1024
export const MAX_INQUIRY_FILE_BYTES = 100 * 1024 * 1024
export const MAX_INQUIRY_ROWS = 1_000_000

export const person = z.object({ id: uuid, name: z.string() })

/** A tracked file: where it is, how far, what came of it, and what the caller may do with it. */
export const trackedFile = z.object({
  source_filekey: uuid,
  version: count,
  file_name: z.string(),
  category: z.enum(CATEGORIES),
  state: z.enum(FILE_STATES),
  size: count,
  sha256: z.nullable(z.string()),
  uploaded_by: person,
  attempt: count,
  /** Rows: of the file, by the dry run, and as answered so far. */
  counts: z.object({
    total: count,
    valid: count,
    warning: count,
    error: count,
    duplicate: count,
    processed: count,
    /** Answered without a look-up: invalid and duplicate rows. */
    skipped: count,
    found: count,
    not_found: count,
  }),
  rows_without_dates: count,
  percent: z.number(),
  rows_per_second: z.nullable(z.number()),
  seconds_left: z.nullable(z.number()),
  created_at: timestamp,
  uploaded_at: z.nullable(timestamp),
  validating_at: z.nullable(timestamp),
  validated_at: z.nullable(timestamp),
  confirmed_at: z.nullable(timestamp),
  processing_at: z.nullable(timestamp),
  finished_at: z.nullable(timestamp),
  /** When the file expires or the upload stops being kept. */
  expires_at: z.nullable(timestamp),
  /** The moment this row was read, by the server's clock: elapsed times count from it. */
  read_at: timestamp,
  failure: z.nullable(z.object({ code: z.string(), detail: z.string() })),
  already_uploaded: z.nullable(z.object({ at: timestamp, by: z.string(), source_filekey: z.nullable(uuid) })),
  inquiry: z.nullable(
    z.object({
      id: uuid,
      purpose: z.enum(PURPOSES),
      ticket_no: z.nullable(z.string()),
      as_of: day,
      partial: z.boolean(),
      date_from: z.nullable(day),
      date_to: z.nullable(day),
      confirmed_by: person,
    }),
  ),
  artifacts: z.array(z.enum(ARTIFACTS)),
  may: z.object({
    upload: z.boolean(),
    confirm: z.boolean(),
    cancel: z.boolean(),
    retry: z.boolean(),
    download: z.boolean(),
  }),
})
export type TrackedFile = z.output<typeof trackedFile>

export const fileError = z.object({
  /** Row 1 is the first row below the header; line 1 is the header. */
  row_number: count,
  line_number: count,
  column: z.string(),
  /** Card numbers masked. */
  value: z.string(),
  severity: z.enum(['error', 'warning']),
  code: z.string(),
  message: z.string(),
})
export type FileError = z.output<typeof fileError>

const sha256Hex = z.string().check(z.regex(/^[0-9a-f]{64}$/))

export const newUpload = z.strictObject({
  file_name: text(200).check(z.minLength(1)),
  content_type: text(100),
  size: z.int().check(z.minimum(0)),
  sha256: z.optional(sha256Hex),
  category: z.enum(CATEGORIES),
})
/** Signs a PENDING_UPLOAD file anew; nothing about the file can change. */
export const renewUpload = z.strictObject({ source_filekey: uuid })
export const download = z.strictObject({ source_filekey: uuid, artifact: z.enum(ARTIFACTS) })

export const fileEndpoints = {
  presign: endpoint({
    api: 'operations',
    method: 'POST',
    path: '/generate_presigned_url',
    summary: 'A signed address to upload a file to, or to download one from',
    access: { anyOf: ['file:upload', 'file:download'] },
    audit: {
      resource: 'file',
      action: 'sign',
      actionWith: { 'body.artifact': 'download' },
      id: 'body.source_filekey',
    },
    effect: 'write',
    body: z.union([newUpload, download, renewUpload]),
    reply: z.object({
      source_filekey: uuid,
      /** A file of one part: PUT it here, with exactly these headers. */
      upload_url: z.optional(z.string()),
      /** A file of several: PUT each slice of `part_size` bytes, keep each reply's ETag. */
      part_urls: z.optional(z.array(z.string())),
      part_size: z.optional(count),
      headers: z.optional(z.record(z.string(), z.string())),
      download_url: z.optional(z.string()),
      expires_at: timestamp,
    }),
  }),
  register: endpoint({
    api: 'operations',
    method: 'POST',
    path: '/smac_file_upload',
    summary: 'The upload has arrived: read it and report',
    access: 'file:upload',
    audit: { resource: 'file', action: 'register', id: 'body.source_filekey' },
    effect: 'write',
    body: z.strictObject({
      source_filekey: uuid,
      etags: z.optional(z.array(text(100)).check(z.maxLength(100))),
    }),
    reply: trackedFile,
  }),
  list: endpoint({
    api: 'operations',
    method: 'GET',
    path: '/file_tracker',
    summary: 'Tracked files: own ones, or all with file:view-all',
    access: 'file:view',
    audit: { resource: 'file', action: 'list' },
    effect: 'read',
    query: listQueryString(filesList),
    reply: listReply(trackedFile),
  }),
  get: endpoint({
    api: 'operations',
    method: 'GET',
    path: '/file_tracker/specific',
    summary: 'One tracked file',
    access: 'file:view',
    audit: { resource: 'file', action: 'view', id: 'query.source_filekey' },
    effect: 'read',
    query: z.object({ source_filekey: uuid }),
    reply: trackedFile,
  }),
  errors: endpoint({
    api: 'operations',
    method: 'GET',
    path: '/file_tracker/errors',
    summary: 'The first 1,000 errors and warnings of a file',
    access: 'file:view',
    audit: { resource: 'file', action: 'view-errors', id: 'query.source_filekey' },
    effect: 'read',
    query: z.object({ source_filekey: uuid }),
    reply: z.object({ items: z.array(fileError), total: count }),
  }),
  cancel: endpoint({
    api: 'operations',
    method: 'POST',
    path: '/file_tracker/cancel',
    summary: 'Stop a file that has not ended',
    access: 'file:cancel',
    audit: { resource: 'file', action: 'cancel', id: 'body.source_filekey' },
    effect: 'write',
    versioned: 'body',
    body: z.strictObject({ source_filekey: uuid, version: count }),
    reply: trackedFile,
  }),
  retry: endpoint({
    api: 'operations',
    method: 'POST',
    path: '/file_tracker/retry',
    summary: 'Try a failed file again',
    access: 'file:retry',
    audit: { resource: 'file', action: 'retry', id: 'body.source_filekey' },
    effect: 'write',
    versioned: 'body',
    body: z.strictObject({ source_filekey: uuid, version: count }),
    reply: trackedFile,
  }),
  events: endpoint({
    api: 'operations',
    method: 'GET',
    path: '/file_tracker/events',
    summary: 'Changes of the files the caller may see, as server-sent events: `file` carries a tracked file',
    access: 'file:view',
    audit: { resource: 'file', action: 'watch' },
    effect: 'stream',
    reply: trackedFile,
  }),
}
