import { may } from '@backoffice/contract/access'
import {
  canTransition,
  isFinalState,
  MATCHING_EXPIRES_AFTER_HOURS,
  UPLOAD_EXPIRES_AFTER_HOURS,
} from '@backoffice/contract/file-states'
import type { Artifact, TrackedFile } from '@backoffice/contract/files'
import { RETENTION_DAYS } from '../../db/retention-periods.ts'
import type { Caller } from '../../kernel/caller.ts'
import { confirmableUntil, isWaiting, visibleApproval } from './file-approval.ts'
import {
  confirmPermission,
  directPermission,
  downloadPermissions,
  requestOf,
  rowPermissions,
  runAgainPermissions,
  workPermissions,
} from './file-permissions.ts'
import type { FileRow } from './files.store.ts'
import { holdOf, isHeld, mayRelease, outcomesOf } from './held-result.ts'
import { hasOwnNumbers, mayRunWhole, needsReason, runNeedsReason } from './reveal-rules.ts'

const HOUR_MS = 3_600_000

export function canSee(row: Pick<FileRow, 'uploaded_by'>, caller: Caller): boolean {
  return row.uploaded_by === caller.id || may(caller.access, 'file:view-all')
}

export function toTrackedFile(row: FileRow, caller: Caller, now: Date): TrackedFile {
  const { state, kind } = row
  return {
    source_filekey: row.source_filekey,
    version: row.version,
    file_name: row.file_name,
    kind,
    category: row.category,
    state,
    size: kind === 'inquiry' || kind === 'import' ? row.size : (row.result_bytes ?? 0),
    sha256: row.sha256,
    uploaded_by: { id: row.uploaded_by, name: row.uploader_name },
    is_own: row.uploaded_by === caller.id,
    runs_for: row.runs_for === null ? null : { id: row.runs_for, name: row.runs_for_name ?? '' },
    attempt: row.attempt,
    counts: {
      total: row.total,
      valid: row.valid,
      warning: row.warning,
      error: row.error,
      duplicate: row.duplicate,
      processed: row.processed,
      skipped: row.skipped,
      ...outcomesOf(row, caller),
    },
    rows_without_dates: row.rows_without_dates,
    ...progressOf(row, now),
    created_at: row.created_at.toISOString(),
    uploaded_at: iso(row.uploaded_at),
    validating_at: iso(row.validating_at),
    validated_at: iso(row.validated_at),
    confirmed_at: iso(row.confirmed_at),
    processing_at: iso(row.processing_at),
    finished_at: iso(row.finished_at),
    expires_at: iso(expiryOf(row)),
    read_at: now.toISOString(),
    failure: row.failure_code === null ? null : { code: row.failure_code, detail: row.failure_detail ?? '' },
    already_uploaded:
      row.earlier_at === null || row.earlier_by === null
        ? null
        : {
            at: row.earlier_at.toISOString(),
            by: row.earlier_by_name ?? '',
            source_filekey: canSee({ uploaded_by: row.earlier_by }, caller) ? row.already_uploaded : null,
          },
    inquiry: toInquiry(row),
    matching:
      row.matching && !row.matching.is_template
        ? {
            at: row.matching.at,
            fields: row.matching.fields.filter((each) => 'column' in each).length,
            columns: row.matching.columns,
            is_remembered: row.matching.is_remembered,
          }
        : null,
    fixed_rows: row.fixed_rows,
    preview: row.preview,
    ...requestOf(row),
    approval: visibleApproval(row, caller),
    hold: holdOf(row),
    artifacts: artifactsOf(row),
    needs_reason: {
      artifacts: artifactsOf(row).filter((artifact) => needsReason(row, artifact, caller)),
      retry: runNeedsReason(row, caller),
      run_again: runNeedsReason(row, caller),
    },
    may: {
      upload:
        state === 'PENDING_UPLOAD' && row.uploaded_by === caller.id && may(caller.access, 'file:upload'),
      match: canTransition(state, 'match') && mayMatch(row, caller),
      fix: canTransition(state, 'fix') && mayFix(row, caller),
      confirm:
        canTransition(state, 'confirm') &&
        !isWaiting(row) &&
        may(caller.access, confirmPermission(row.category)),
      cancel: canTransition(state, 'cancel') && may(caller.access, directPermission(row, 'cancel', caller)),
      retry: mayRetry(row, caller) && mayRunWhole(row, caller),
      run_again: mayRunAgain(row, caller) && mayRunWhole(row, caller),
      download:
        artifactsOf(row).length > 0 &&
        downloadPermissions(row, caller).every((each) => may(caller.access, each)),
      release: mayRelease(row, caller),
    },
  }
}

function toInquiry(row: FileRow): TrackedFile['inquiry'] {
  if (!row.inquiry_id || !row.purpose || !row.as_of || !row.owner_id) return null
  return {
    id: row.inquiry_id,
    purpose: row.purpose,
    ticket_no: row.ticket_no,
    as_of: row.as_of,
    partial: row.partial ?? true,
    date_from: row.date_from,
    date_to: row.date_to,
    confirmed_by: { id: row.owner_id, name: row.owner_name ?? '' },
  }
}

function progressOf(row: FileRow, now: Date) {
  const since =
    row.state === 'PROCESSING' ? row.processing_at : row.state === 'VALIDATING' ? row.validating_at : null
  const rows = row.state === 'PROCESSING' ? row.processed : row.total
  const fraction = fractionDone(row)
  const seconds = since ? (now.getTime() - since.getTime()) / 1000 : 0
  const isMeasured = since !== null && seconds > 0.05 && rows > 0 && fraction > 0
  return {
    percent: Math.round(fraction * 1000) / 10,
    rows_per_second: isMeasured ? Math.round(rows / seconds) : null,
    seconds_left: isMeasured ? Math.round((seconds / fraction - seconds) * 10) / 10 : null,
  }
}

function fractionDone(row: FileRow): number {
  if (row.state === 'VALIDATING') return row.size === 0 ? 0 : Math.min(1, row.bytes_read / row.size)
  if (row.state === 'PROCESSING') return row.total === 0 ? 1 : row.processed / row.total
  return isCompleted(row) ? 1 : 0
}

function expiryOf(row: FileRow): Date | null {
  if (row.state === 'PENDING_UPLOAD')
    return new Date(row.created_at.getTime() + UPLOAD_EXPIRES_AFTER_HOURS * HOUR_MS)
  if (row.state === 'MATCHING')
    return new Date(row.state_changed_at.getTime() + MATCHING_EXPIRES_AFTER_HOURS * HOUR_MS)
  if (row.state === 'AWAITING_CONFIRMATION') return confirmableUntil(row)
  if (!isFinalState(row.state)) return null
  if (row.uploaded_at) return new Date(row.uploaded_at.getTime() + RETENTION_DAYS.originals * 24 * HOUR_MS)
  const hasResult = isCompleted(row) && row.finished_at
  return hasResult ? new Date(hasResult.getTime() + RETENTION_DAYS.results * 24 * HOUR_MS) : null
}

function mayRetry(row: FileRow, caller: Caller): boolean {
  return (
    canRetry(row) &&
    may(caller.access, directPermission(row, 'retry', caller)) &&
    workPermissions(row, caller).every((any) => any.some((each) => may(caller.access, each)))
  )
}

/** Only the uploader matches the columns of an upload. After a hand-over, no one matches a file of card numbers. */
export function mayMatch(row: FileRow, caller: Caller): boolean {
  const isForeign = row.state === 'MATCHING' || (row.matching !== null && !row.matching.is_template)
  return isForeign && isMatcher(row, caller) && mayConfirmUpload(row, caller)
}

export function isMatcher(row: FileRow, caller: Caller): boolean {
  return row.kind === 'inquiry' ? hasOwnNumbers(row, caller) : row.uploaded_by === caller.id
}

/** Cells of an inquiry are corrected by its uploader, because they are whole card numbers. */
export function mayFix(row: FileRow, caller: Caller): boolean {
  const isRead = row.kind === 'import' && canSee(row, caller)
  const permissions = rowPermissions(row, caller)
  const mayRead =
    row.uploaded_by === caller.id || (isRead && permissions.every((each) => may(caller.access, each)))
  return mayRead && mayConfirmUpload(row, caller)
}

function mayConfirmUpload({ category }: FileRow, { access }: Caller): boolean {
  return may(access, 'file:upload') && may(access, confirmPermission(category))
}

/** False once the data of the file is removed. */
export function canRetry({ state, originals_removed_at }: Pick<FileRow, 'state' | 'originals_removed_at'>) {
  return state === 'FAILED' && originals_removed_at === null
}

function mayRunAgain(row: FileRow, caller: Caller): boolean {
  return (
    canRunAgain(row) && runAgainPermissions(row, caller).every((permission) => may(caller.access, permission))
  )
}

/**
 * True for an ended upload that is still stored. A rejected one would be rejected again; exports and actions have no
 * upload.
 */
export function canRunAgain({ kind, state, uploaded_at, originals_removed_at }: FileRow): boolean {
  const isStored = uploaded_at !== null && originals_removed_at === null
  return (kind === 'inquiry' || kind === 'import') && isFinalState(state) && state !== 'REJECTED' && isStored
}

export function artifactsOf(row: FileRow): Artifact[] {
  const isKept = row.originals_removed_at === null
  const hasOutcomes = row.state === 'FAILED' && row.kind === 'action' && row.result_bytes !== null
  const isDone = isKept && (isCompleted(row) || hasOutcomes) && row.kind !== 'import'
  const isRead = row.validated_at !== null && row.state !== 'REJECTED' && row.reports_removed_at === null
  const present: Artifact[] = []
  if (isDone && !isHeld(row)) present.push('result')
  if (isRead && row.errors_total > 0) present.push('errors')
  if (isRead && row.has_rejected) present.push('rejected')
  if (isRead && row.kind === 'import')
    for (const outcome of ['new', 'changed', 'unchanged'] as const)
      if (row.preview?.[outcome]) present.push(`preview_${outcome}`)
  if (isRead && row.kind === 'import') present.push('preview')
  if (row.uploaded_at && isKept) present.push('source')
  return present
}

function isCompleted({ state }: FileRow): boolean {
  return state === 'COMPLETED' || state === 'COMPLETED_WITH_ERRORS'
}

function iso(at: Date | null): string | null {
  return at?.toISOString() ?? null
}
