/** States of a file. Transitions outside the table are refused (`file_state_conflict`). */

export const FILE_STATES = [
  'PENDING_UPLOAD',
  'UPLOADED',
  'VALIDATING',
  'MATCHING',
  'AWAITING_CONFIRMATION',
  'QUEUED',
  'PROCESSING',
  'COMPLETED',
  'COMPLETED_WITH_ERRORS',
  'FAILED',
  'REJECTED',
  'EXPIRED',
  'CANCELLED',
] as const
export type FileState = (typeof FILE_STATES)[number]

export const FILE_STATE_LABELS = {
  PENDING_UPLOAD: 'Uploading',
  UPLOADED: 'Uploaded',
  VALIDATING: 'Checking',
  MATCHING: 'Matching columns',
  AWAITING_CONFIRMATION: 'Awaiting confirmation',
  QUEUED: 'Queued',
  PROCESSING: 'Processing',
  COMPLETED: 'Completed',
  COMPLETED_WITH_ERRORS: 'Completed with errors',
  FAILED: 'Failed',
  REJECTED: 'Rejected',
  EXPIRED: 'Expired',
  CANCELLED: 'Cancelled',
} as const satisfies Record<FileState, string>

const BEFORE_END = [
  'PENDING_UPLOAD',
  'UPLOADED',
  'VALIDATING',
  'MATCHING',
  'AWAITING_CONFIRMATION',
  'QUEUED',
  'PROCESSING',
] as const satisfies readonly FileState[]

/**
 * Transitions of a file. A retry reads the file again if it failed before the confirmation; otherwise it resumes after
 * the last finished chunk.
 */
const TRANSITIONS = {
  register: { from: ['PENDING_UPLOAD'], to: 'UPLOADED' },
  read: { from: ['UPLOADED'], to: 'VALIDATING' },
  reject: { from: ['VALIDATING'], to: 'REJECTED' },
  /** The columns of the upload are not those of the template, so a user matches them. */
  awaitMatching: { from: ['VALIDATING'], to: 'MATCHING' },
  match: { from: ['MATCHING', 'AWAITING_CONFIRMATION'], to: 'VALIDATING' },
  accept: { from: ['VALIDATING'], to: 'AWAITING_CONFIRMATION' },
  /** After a correction of cells, the whole file is checked again. */
  fix: { from: ['AWAITING_CONFIRMATION'], to: 'VALIDATING' },
  confirm: { from: ['AWAITING_CONFIRMATION'], to: 'QUEUED' },
  process: { from: ['QUEUED'], to: 'PROCESSING' },
  complete: { from: ['PROCESSING'], to: 'COMPLETED' },
  completeWithErrors: { from: ['PROCESSING'], to: 'COMPLETED_WITH_ERRORS' },
  fail: { from: ['UPLOADED', 'VALIDATING', 'QUEUED', 'PROCESSING'], to: 'FAILED' },
  retryReading: { from: ['FAILED'], to: 'UPLOADED' },
  retryProcessing: { from: ['FAILED'], to: 'QUEUED' },
  expire: { from: ['PENDING_UPLOAD', 'MATCHING', 'AWAITING_CONFIRMATION'], to: 'EXPIRED' },
  cancel: { from: BEFORE_END, to: 'CANCELLED' },
} as const satisfies Record<string, { from: readonly FileState[]; to: FileState }>
export type FileTransition = keyof typeof TRANSITIONS

export const FILE_TRANSITIONS: Readonly<
  Record<FileTransition, { from: readonly FileState[]; to: FileState }>
> = TRANSITIONS

export function canTransition(state: FileState, step: FileTransition): boolean {
  return FILE_TRANSITIONS[step].from.includes(state)
}

/** True if the state does not change by itself; FAILED can be retried. */
export function isFinalState(state: FileState): boolean {
  return !canTransition(state, 'cancel')
}

/** True while work runs or is about to start. */
export function isInProgress(state: FileState): boolean {
  return state === 'UPLOADED' || state === 'VALIDATING' || state === 'QUEUED' || state === 'PROCESSING'
}

/** Hours until a missing upload, matching or confirmation expires. */
export const UPLOAD_EXPIRES_AFTER_HOURS = 24
export const MATCHING_EXPIRES_AFTER_HOURS = 72
export const CONFIRMATION_EXPIRES_AFTER_HOURS = 72

/** Label of the state of a held result. */
export const HELD_LABEL = 'Held for a check'

/** Reasons to hold the result of a file inquiry that looks like a search for a card number. */
export const HOLD_REASON_LABELS = {
  NOT_FOUND: 'More than half of its cards were not found',
  NOT_FOUND_IN_A_DAY: 'Too many cards of its uploader were not found that day',
  SAME_LAST_FOUR: 'Too many cards of its uploader that were not found share the same last four digits',
} as const
export type HoldReason = keyof typeof HOLD_REASON_LABELS

export const HOLD_DECISIONS = ['RELEASED', 'REFUSED'] as const
