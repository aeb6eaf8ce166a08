// over 300 lines: the endpoints of one noun with the schemas of their replies.

import * as z from 'zod/mini'
import type { Schemas } from '../endpoint.ts'
import { ARTIFACTS, FILE_ACTIONS } from '../endpoints/files.ts'
import { CATEGORIES, FILE_KINDS, PREVIEW_OUTCOMES, UPLOAD_CATEGORIES } from '../file-kinds.ts'
import { FILE_STATES } from '../file-states.ts'
import { HOLD_DECISIONS, HOLD_REASON_LABELS } from '../held-results.ts'
import { EXPORT_FORMS } from '../list.ts'
import { filesList } from '../lists/files.ts'
import { keysOf } from '../objects.ts'
import { PURPOSES } from '../purposes.ts'
import { exportRequest, listQueryString, listReply } from './list.ts'
import { count, day, page, pageSize, person, text, textCheckedByRules, timestamp, uuid } from './values.ts'

/** Effect of an import: expected, and once it is over actual. */
const importPreview = z.object({
  /** Rows of the file by outcome. */
  new: count,
  changed: count,
  unchanged: count,
  rejected: count,
  /** Changed rows that move to another place. */
  moved: z._default(count, 0),
  /** Rows with values that were trimmed or put in upper case (W002). */
  tidied: count,
  /** When the rows were compared with the table. */
  compared_at: timestamp,
  /** Changed rows by field, the most frequent first; the two ends of a range are one field, named by its lower end. */
  by_field: z.array(z.object({ field: z.string(), count })),
  /** Rejected rows by code, the most frequent first. */
  by_code: z.array(z.object({ code: z.string(), count })),
  /** Null until the import is over. `conflicts`: rows that were not written, because another user changed them meanwhile. */
  written: z.nullable(z.object({ new: count, changed: count, conflicts: count })),
})

/** A row of the dry run. */
export const previewRow = z.object({
  /** Row 1 is the first row below the header; line 1 is the header. */
  row_number: count,
  line_number: count,
  /** The key, and the naming field: `FUEL 0021 *` and `Fuel fleet account`. */
  key: z.string(),
  name: z.string(),
  /** The record; null for a new one. */
  id: z.nullable(uuid),
  outcome: z.enum(PREVIEW_OUTCOMES),
  /** Changed values; for a new row every value, from null. */
  changes: z.array(z.object({ field: z.string(), from: z.nullable(z.string()), to: z.nullable(z.string()) })),
  errors: z.array(z.object({ column: z.string(), code: z.string(), message: z.string(), value: z.string() })),
})

/** A tracked file: where it is, how far, what came of it, and what the caller may do with it. */
export const trackedFile = z.object({
  source_filekey: uuid,
  version: count,
  file_name: z.string(),
  kind: z.enum(FILE_KINDS),
  category: z.enum(CATEGORIES),
  state: z.enum(FILE_STATES),
  /** Bytes of the upload; of an export or an action those of its result. */
  size: count,
  sha256: z.nullable(z.string()),
  uploaded_by: person,
  /** The caller’s own. */
  is_own: z.boolean(),
  /**
   * The user whose access counts for the work: who confirmed it, took it over, or last retried it. Null before the
   * confirmation: the uploader.
   */
  runs_for: z.nullable(person),
  attempt: count,
  /**
   * Rows: of the file, by the dry run, and as answered so far. Of an action `processed` of `total`, of them `valid`
   * done, `skipped` as they were already and `error` refused.
   */
  counts: z.object({
    total: count,
    valid: count,
    warning: count,
    error: count,
    duplicate: count,
    processed: count,
    /** Answered without a look-up: invalid and duplicate rows. */
    skipped: count,
    /** Null for an inquiry until it is finished, and while its result is held. */
    found: z.nullable(count),
    not_found: z.nullable(count),
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
  /** Set for an import after its dry run. */
  preview: z.nullable(importPreview),
  /** Set for a confirmed import. */
  import: z.nullable(z.object({ partial: z.boolean(), confirmed_by: person })),
  export: z.nullable(z.object({ form: z.enum(EXPORT_FORMS) })),
  action: z.nullable(z.object({ action: z.enum(FILE_ACTIONS) })),
  /** A result that is or was held until another user has looked at it. */
  hold: z.nullable(
    z.object({
      is_held: z.boolean(),
      // The keys are the reasons.
      because: z.enum(keysOf(HOLD_REASON_LABELS)),
      at: timestamp,
      /** The last one; null: none yet. */
      decision: z.nullable(
        z.object({ decision: z.enum(HOLD_DECISIONS), by: person, at: timestamp, reason: z.string() }),
      ),
    }),
  ),
  artifacts: z.array(z.enum(ARTIFACTS)),
  /** The caller needs `card:unmask`, a reason and a ticket: for whole artifacts, and to run the file again. */
  needs_reason: z.object({ artifacts: z.array(z.enum(ARTIFACTS)), retry: z.boolean() }),
  may: z.object({
    upload: z.boolean(),
    confirm: z.boolean(),
    cancel: z.boolean(),
    retry: z.boolean(),
    download: z.boolean(),
    release: z.boolean(),
  }),
})

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

const sha256Hex = z.string().check(z.regex(/^[0-9a-f]{64}$/))

export const newUpload = z.strictObject({
  file_name: text(200).check(z.minLength(1)),
  content_type: text(100),
  size: z.int().check(z.minimum(0)),
  sha256: z.optional(sha256Hex),
  category: z.enum(UPLOAD_CATEGORIES),
})
/** Signs the links of a PENDING_UPLOAD file again; nothing about the file can change. */
export const renewUpload = z.strictObject({ source_filekey: uuid })
export const download = z.strictObject({
  source_filekey: uuid,
  artifact: z.enum(ARTIFACTS),
  /** Needed for whole card numbers that another user uploaded; without them `result` is a masked copy. */
  reason: z.optional(z.enum(PURPOSES)),
  ticket_no: z.optional(textCheckedByRules),
})

export const fileSchemas = {
  presign: {
    summary: 'A signed address to upload a file to, or to download one from',
    audit: {
      resource: 'file',
      action: 'sign',
      actionWith: { 'body.artifact': 'download' },
      id: 'body.source_filekey',
    },
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
  },
  register: {
    summary: 'The upload has arrived: read it and report',
    audit: { resource: 'file', action: 'register', id: 'body.source_filekey' },
    body: z.strictObject({
      source_filekey: uuid,
      etags: z.optional(z.array(text(100)).check(z.maxLength(128))),
    }),
    reply: trackedFile,
  },
  list: {
    summary: 'Tracked files: own ones, or all with file:view-all',
    audit: { resource: 'file', action: 'list' },
    query: listQueryString(filesList),
    reply: listReply(trackedFile),
  },
  export: {
    summary: 'Export tracked files in the background; answered with the tracked file of the export',
    audit: { resource: 'file', action: 'export' },
    status: 202,
    body: exportRequest(filesList),
    reply: z.object({ source_filekey: uuid }),
  },
  get: {
    summary: 'One tracked file',
    audit: { resource: 'file', action: 'view', id: 'query.source_filekey' },
    query: z.object({ source_filekey: uuid }),
    reply: trackedFile,
  },
  errors: {
    summary: 'The first 1,000 errors and warnings of a file',
    audit: { resource: 'file', action: 'view-errors', id: 'query.source_filekey' },
    query: z.object({ source_filekey: uuid }),
    reply: z.object({ items: z.array(fileError), total: count }),
  },
  preview: {
    summary: 'Rows of the dry run of an import, by what becomes of them',
    audit: { resource: 'file', action: 'view', id: 'body.source_filekey' },
    body: z.strictObject({
      source_filekey: uuid,
      outcome: z.enum(PREVIEW_OUTCOMES),
      /** Changed rows: only those with a change of this field, as `by_field` names it. */
      field: z.optional(text(100)),
      /** Rejected rows: only those with this code. */
      code: z.optional(text(20)),
      page,
      page_size: pageSize,
      after: z.optional(text(20)),
    }),
    reply: listReply(previewRow),
  },
  cancel: {
    summary: 'Stop a file that has not ended',
    audit: { resource: 'file', action: 'cancel', id: 'body.source_filekey' },
    versioned: 'body',
    body: z.strictObject({ source_filekey: uuid, version: count }),
    reply: trackedFile,
  },
  retry: {
    summary: 'Try a failed file again',
    audit: { resource: 'file', action: 'retry', id: 'body.source_filekey' },
    versioned: 'body',
    body: z.strictObject({
      source_filekey: uuid,
      version: count,
      /** For another user’s inquiry file. */
      reason: z.optional(z.enum(PURPOSES)),
      ticket_no: z.optional(textCheckedByRules),
    }),
    reply: trackedFile,
  },
  release: {
    summary: 'Release a held result of another user’s inquiry, or keep it held, with a reason',
    audit: { resource: 'file', action: 'release', id: 'body.source_filekey' },
    versioned: 'body',
    body: z.strictObject({
      source_filekey: uuid,
      version: count,
      decision: z._default(z.enum(HOLD_DECISIONS), 'RELEASED'),
      reason: textCheckedByRules,
    }),
    reply: trackedFile,
  },
  events: {
    summary:
      'Server-sent events: `file` carries a tracked file that the caller may see and that changed, `access` says that the caller’s access changed',
    audit: { resource: 'file', action: 'watch' },
    reply: trackedFile,
  },
} satisfies Record<string, Schemas>
