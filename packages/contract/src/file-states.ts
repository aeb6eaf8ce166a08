/** The life of an uploaded file. One table; a step that is not in it is refused (`file_state_conflict`). */

export const FILE_STATES = [
  'PENDING_UPLOAD',
  'UPLOADED',
  'VALIDATING',
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

/**
 * A failure before anybody confirmed goes back to UPLOADED, to be read again; one after the
 * confirmation goes back to QUEUED and goes on where the last finished chunk ended.
 */
const NEXT: Readonly<Record<FileState, readonly FileState[]>> = {
  PENDING_UPLOAD: ['UPLOADED', 'EXPIRED', 'CANCELLED'],
  UPLOADED: ['VALIDATING', 'FAILED', 'CANCELLED'],
  VALIDATING: ['AWAITING_CONFIRMATION', 'REJECTED', 'FAILED', 'CANCELLED'],
  AWAITING_CONFIRMATION: ['QUEUED', 'EXPIRED', 'CANCELLED'],
  QUEUED: ['PROCESSING', 'FAILED', 'CANCELLED'],
  PROCESSING: ['COMPLETED', 'COMPLETED_WITH_ERRORS', 'FAILED', 'CANCELLED'],
  FAILED: ['QUEUED', 'UPLOADED'],
  COMPLETED: [],
  COMPLETED_WITH_ERRORS: [],
  REJECTED: [],
  EXPIRED: [],
  CANCELLED: [],
}

export function canBecome(from: FileState, to: FileState): boolean {
  return NEXT[from].includes(to)
}

/** Nothing more happens to the file by itself; FAILED can still be retried. */
export function isEnd(state: FileState): boolean {
  return state === 'FAILED' || NEXT[state].length === 0
}

/** Work is under way or about to be: the screen shows it live. */
export function isMoving(state: FileState): boolean {
  return state === 'UPLOADED' || state === 'VALIDATING' || state === 'QUEUED' || state === 'PROCESSING'
}

/** Hours after which nobody's decision counts as none. */
export const UPLOAD_EXPIRES_AFTER_HOURS = 24
export const CONFIRMATION_EXPIRES_AFTER_HOURS = 72
