// over 300 lines: the endpoints of one noun with the schemas of their replies.

import * as z from 'zod/mini'
import { APPROVAL_KINDS, APPROVAL_STATUSES } from './approvals.ts'
import type { Schemas } from './endpoint.ts'
import { CATEGORIES, FILE_KINDS, PREVIEW_OUTCOMES, RESULT_OUTCOMES, UPLOAD_CATEGORIES } from './file-kinds.ts'
import { FILE_STATES, HOLD_DECISIONS, HOLD_REASON_LABELS } from './file-states.ts'
import { ARTIFACTS, DOWNLOAD_FORMATS, FILE_ACTIONS } from './files.ts'
import { exportRequest, listQueryString, listReply } from './list.schemas.ts'
import { EXPORT_FORMS } from './list.ts'
import { filesList } from './lists/files.ts'
import { keysOf, recordOf } from './objects.ts'
import { PURPOSES } from './purposes.ts'
import {
  bulkItems,
  count,
  day,
  nameSchemas,
  page,
  pageSize,
  person,
  rowOutcome,
  text,
  textCheckedByRules,
  timestamp,
  uuid,
} from './values.schemas.ts'

/** Expected effect of an import, and its actual effect once finished. */
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
  /** Changed rows by field, most frequent first; a range counts as one field, named by its lower end. */
  by_field: z.array(z.object({ field: z.string(), count })),
  /** Rejected rows by code, most frequent first. */
  by_code: z.array(z.object({ code: z.string(), count })),
  /** Null until finished. `conflicts`: rows not written because another user changed them meanwhile. */
  written: z.nullable(z.object({ new: count, changed: count, conflicts: count })),
})

/** A row of the dry run. */
export const previewRow = z.object({
  /** Row 1 is the first row below the header; line 1 is the header. */
  row_number: count,
  line_number: count,
  /** Key and naming field, such as `FUEL 0021 *` and `Fuel fleet account`. */
  key: z.string(),
  name: z.string(),
  /** The record; null for a new one. */
  id: z.nullable(uuid),
  outcome: z.enum(PREVIEW_OUTCOMES),
  /** Changed values; for a new row every value, from null. */
  changes: z.array(z.object({ field: z.string(), from: z.nullable(z.string()), to: z.nullable(z.string()) })),
  errors: z.array(z.object({ column: z.string(), code: z.string(), message: z.string(), value: z.string() })),
})

/** A request to confirm a file. */
const fileApproval = z.object({
  id: uuid,
  kind: z.enum(keysOf(APPROVAL_KINDS)),
  status: z.enum(keysOf(APPROVAL_STATUSES)),
  requested_by: person,
  /** True if the caller requested it. */
  is_own: z.boolean(),
  expires_at: z.nullable(timestamp),
  /** Null while it waits, and after a decision of an operator or the system. */
  decided_by: z.nullable(person),
  decided_at: z.nullable(timestamp),
  /** Null also for users who may not see the request. */
  decision_reason: z.nullable(z.string()),
})

/** A tracked file: state, progress, outcome, and actions of the caller. */
export const trackedFile = z.object({
  source_filekey: uuid,
  version: count,
  file_name: z.string(),
  kind: z.enum(FILE_KINDS),
  category: z.enum(CATEGORIES),
  state: z.enum(FILE_STATES),
  /** Bytes of the upload, or of the result of an export or action. */
  size: count,
  sha256: z.nullable(z.string()),
  uploaded_by: person,
  /** True if the caller owns it. */
  is_own: z.boolean(),
  /** The user whose access applies to the work: the last to confirm, take over or retry it. Null for the uploader. */
  runs_for: z.nullable(person),
  attempt: count,
  /**
   * Rows of the file, of its dry run, and processed so far. For an action: `valid` are done, `skipped` needed no change,
   * `error` were refused.
   */
  counts: z.object({
    total: count,
    valid: count,
    warning: count,
    error: count,
    duplicate: count,
    processed: count,
    /** Invalid and duplicate rows, which need no look-up. */
    skipped: count,
    /** Null for an inquiry until finished, and while its result is held. */
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
  /** Time when the file expires or the upload is removed. */
  expires_at: z.nullable(timestamp),
  /** Server time of this reply, as the base of elapsed times. */
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
  /**
   * Set once the columns of the upload are matched with fields. `fields`: columns of the file that fill a field,
   * without fields that have one value for all rows. `columns`: all columns of the file. `is_remembered`: taken from an
   * earlier matching of the user.
   */
  matching: z.nullable(
    z.object({ at: timestamp, fields: count, columns: z.optional(count), is_remembered: z.boolean() }),
  ),
  /** Rows with corrected cells. */
  fixed_rows: count,
  /** Set for an import after its dry run. */
  preview: z.nullable(importPreview),
  /** Set for a confirmed import. */
  import: z.nullable(z.object({ partial: z.boolean(), confirmed_by: person })),
  export: z.nullable(z.object({ form: z.enum(EXPORT_FORMS) })),
  action: z.nullable(z.object({ action: z.enum(FILE_ACTIONS) })),
  /** The latest request to confirm the file, while it awaits confirmation. */
  approval: z.nullable(fileApproval),
  /** Hold of the result until another user reviews it. */
  hold: z.nullable(
    z.object({
      is_held: z.boolean(),
      because: z.enum(keysOf(HOLD_REASON_LABELS)),
      at: timestamp,
      /** Names of users who can release it, in the details of a file while it is held. */
      releasers: z.optional(z.array(z.string())),
      /** The last decision; null before the first. */
      decision: z.nullable(
        z.object({ decision: z.enum(HOLD_DECISIONS), by: person, at: timestamp, reason: z.string() }),
      ),
    }),
  ),
  artifacts: z.array(z.enum(ARTIFACTS)),
  /** Actions that require `card:unmask`, a reason and a ticket: unmasked downloads, a retry and a new run. */
  needs_reason: z.object({
    artifacts: z.array(z.enum(ARTIFACTS)),
    retry: z.boolean(),
    run_again: z.boolean(),
  }),
  may: z.object({
    upload: z.boolean(),
    match: z.boolean(),
    fix: z.boolean(),
    confirm: z.boolean(),
    cancel: z.boolean(),
    retry: z.boolean(),
    run_again: z.boolean(),
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

/** A row of the result of an inquiry. Money is in centavos, points are in hundredths. */
export const resultRow = z.object({
  row_number: count,
  /** Card numbers masked. */
  card: z.string(),
  /** Id of the card, if it was found. */
  card_id: z.nullable(uuid),
  reference_no: z.nullable(z.string()),
  outcome: z.enum(RESULT_OUTCOMES),
  /** As in the file, such as `E003 card_number`, `same as row 3` or `no transactions in range`. */
  reason: z.nullable(z.string()),
  card_status: z.nullable(z.string()),
  tier: z.nullable(z.string()),
  points_balance: z.nullable(z.int()),
  last_transaction_at: z.nullable(z.string()),
  transactions: z.nullable(count),
  amount: z.nullable(z.int()),
  points_earned: z.nullable(z.int()),
  points_redeemed: z.nullable(z.int()),
  pending: z.nullable(count),
  oldest_pending_working_days: z.nullable(count),
})

const sha256Hex = z.string().check(z.regex(/^[0-9a-f]{64}$/))

export const newUpload = z.strictObject({
  file_name: text(200).check(z.minLength(1)),
  content_type: text(100),
  size: z.int().check(z.minimum(0)),
  sha256: z.optional(sha256Hex),
  category: z.enum(UPLOAD_CATEGORIES),
})
/** Signs new links of a PENDING_UPLOAD file without changing the file. */
export const renewUpload = z.strictObject({ source_filekey: uuid })
export const download = z.strictObject({
  source_filekey: uuid,
  artifact: z.enum(ARTIFACTS),
  /**
   * `xlsx`: an Excel workbook with card numbers and codes as text. Originals (`source`) and evidence of reviews have
   * only `csv`.
   */
  format: z._default(z.enum(DOWNLOAD_FORMATS), 'csv'),
  /** Required for unmasked card numbers of another user's upload; without it `result` is a masked copy. */
  reason: z.optional(z.enum(PURPOSES)),
  ticket_no: z.optional(textCheckedByRules),
})

/** A file in the version that the caller has seen. */
const seenFile = { source_filekey: uuid, version: count }
const fileVersion = z.strictObject(seenFile)
/** Required for another user’s inquiry file. */
const cardReason = {
  reason: z.optional(z.enum(PURPOSES)),
  ticket_no: z.optional(textCheckedByRules),
}

/** The body of a change of one file or of several. */
function oneOrSeveral<More extends Record<string, z.ZodMiniType>>(name: string, more: More) {
  const one = z.strictObject({ ...seenFile, ...more })
  const several = z.strictObject({ items: bulkItems(fileVersion), ...more })
  nameSchemas({ [name]: one, [`${name}List`]: several })
  return z.union([one, several])
}

/** The changed file, or an outcome for each of several. */
const changedFiles = z.union([trackedFile, z.object({ items: z.array(rowOutcome(trackedFile)) })])

const CHANGED_FILES = ['body.source_filekey', 'body.items.source_filekey'] as const

nameSchemas({
  TrackedFile: trackedFile,
  ImportPreview: importPreview,
  ImportPreviewRow: previewRow,
  FileApproval: fileApproval,
  FileError: fileError,
  ResultRow: resultRow,
  NewUpload: newUpload,
  RenewUpload: renewUpload,
  Download: download,
})

export const fileSchemas = {
  presign: {
    summary: 'Create a signed URL to upload or download a file',
    audit: {
      resource: 'file',
      action: 'sign',
      actionWith: { 'body.artifact': 'download' },
      id: 'body.source_filekey',
    },
    recentSignIn: { when: 'a download has whole card numbers of another user' },
    body: z.union([newUpload, download, renewUpload]),
    reply: z.object({
      source_filekey: uuid,
      /** URL of a single-part upload: PUT the file with exactly these headers. */
      upload_url: z.optional(z.string()),
      /** URLs of a multipart upload: PUT each slice of `part_size` bytes and keep each reply's ETag. */
      part_urls: z.optional(z.array(z.string())),
      part_size: z.optional(count),
      headers: z.optional(z.record(z.string(), z.string())),
      download_url: z.optional(z.string()),
      expires_at: timestamp,
    }),
  },
  register: {
    summary: 'Complete an upload and start its validation',
    audit: { resource: 'file', action: 'register', id: 'body.source_filekey' },
    body: z.strictObject({
      source_filekey: uuid,
      etags: z.optional(z.array(text(100)).check(z.maxLength(128))),
    }),
    reply: trackedFile,
  },
  list: {
    summary: 'Tracked files of the caller, or of all users with file:view-all',
    audit: { resource: 'file', action: 'list' },
    query: listQueryString(filesList),
    reply: listReply(trackedFile),
  },
  export: {
    summary: 'Export tracked files in the background. Returns the tracked file of the export',
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
    summary: 'Rows of the dry run of an import, by outcome',
    audit: { resource: 'file', action: 'view', id: 'body.source_filekey' },
    body: z.strictObject({
      source_filekey: uuid,
      outcome: z.enum(PREVIEW_OUTCOMES),
      /** Only changed rows with a change of this field, as named in `by_field`. */
      field: z.optional(text(100)),
      page,
      page_size: pageSize,
      after: z.optional(text(20)),
    }),
    reply: listReply(previewRow),
  },
  result: {
    summary: 'Rows of the result of an inquiry, by outcome, row number or last four digits',
    audit: { resource: 'file', action: 'view', id: 'body.source_filekey' },
    body: z.strictObject({
      source_filekey: uuid,
      outcome: z.optional(z.enum(RESULT_OUTCOMES)),
      /** A row number, or four digits for the last digits of the card as well. */
      search: z.optional(text(20)),
      page,
      page_size: pageSize,
    }),
    reply: z.object({
      items: z.array(resultRow),
      /** Number of rows that match the outcome and the search. */
      total: count,
      page: count,
      page_size: count,
      /** Rows of the file by outcome. */
      counts: z.object(recordOf(RESULT_OUTCOMES, () => count)),
    }),
  },
  cancel: {
    summary: 'Cancel a file, or each of several, that has not finished',
    audit: { resource: 'file', action: 'cancel', id: CHANGED_FILES },
    recentSignIn: { never: 'stops work, and exports nothing' },
    versioned: 'body',
    body: oneOrSeveral('FileVersion', {}),
    reply: changedFiles,
  },
  retry: {
    summary: 'Retry a failed file, or each of several',
    recentSignIn: { when: 'an inquiry file is of another user' },
    audit: { resource: 'file', action: 'retry', id: CHANGED_FILES },
    versioned: 'body',
    body: oneOrSeveral('FileToRepeat', cardReason),
    reply: changedFiles,
  },
  runAgain: {
    summary:
      'Run an ended file, or each of several, again from its stored upload. Returns the new tracked file, which is validated and awaits its confirmation',
    recentSignIn: { when: 'an inquiry file is of another user' },
    audit: { resource: 'file', action: 'run-again', id: CHANGED_FILES },
    versioned: 'body',
    body: oneOrSeveral('FileToRepeat', cardReason),
    reply: changedFiles,
  },
  release: {
    summary: 'Release a held result of another user’s inquiry, or don’t, with a reason',
    audit: { resource: 'file', action: 'release', id: 'body.source_filekey' },
    recentSignIn: 'always',
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
      'Server-sent events: `file` has a changed tracked file that the caller may see, `access` reports a change of the caller’s access',
    audit: { resource: 'file', action: 'watch' },
    reply: trackedFile,
  },
} satisfies Record<string, Schemas>
