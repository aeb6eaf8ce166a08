import type { Permission } from '@backoffice/contract/access'
import { maskCardNumbers } from '@backoffice/contract/card-number'
import type { Problem, References } from '@backoffice/contract/values.schemas'
import type { DetailCode } from './detail-codes.ts'

/** Status and default message of every error of the APIs. */
export const ERRORS = {
  bad_request: [400, 'This call cannot be read.'],
  bad_host: [400, 'The address of this call is not a valid host name.'],
  request_timeout: [408, 'The call took too long to arrive: send it again.'],
  headers_too_large: [431, 'The address and the headers of this call are longer than can be read.'],
  unauthenticated: [401, 'Sign in again.'],
  user_disabled: [401, 'User is disabled.'],
  user_unknown: [401, 'User does not exist.'],
  session_revoked: [401, 'Access Token has been revoked'],
  access_denied: [403, 'You do not have access to this.'],
  second_factor_required: [403, 'Your role requires an authenticator. Set one up to continue.'],
  recent_sign_in_required: [403, 'Confirm that it is you: enter your password again to continue.'],
  link_expired: [403, 'This link has expired. Request a new one.'],
  link_invalid: [403, 'This link is not valid. Request a new one.'],
  result_held: [403, 'This result is held until a colleague who may see whole card numbers releases it.'],
  own_result: [403, 'You can’t release a result that you were involved in. Ask a colleague.'],
  not_found: [404, 'There is nothing at this address.'],
  method_not_allowed: [405, 'This address does not accept this method.'],
  file_not_found: [404, 'There is no such file.'],
  artifact_not_found: [404, 'This download does not exist or is no longer kept.'],
  answer_removed: [410, 'The result of this inquiry is no longer kept.'],
  case_state_conflict: [409, 'The case has changed in the meantime.'],
  purchase_in_case: [409, 'A purchase is already in an open case.'],
  file_state_conflict: [409, 'The file has changed in the meantime.'],
  artifact_preparing: [409, 'This download is being prepared: try again in a moment.'],
  user_status_conflict: [409, 'The user’s status has changed in the meantime.'],
  not_held: [403, 'You can only grant access that you have yourself.'],
  own_access: [409, 'You can’t change your own access. Ask another administrator.'],
  approval_pending: [409, 'A request for this change is already waiting for approval.'],
  approval_reason_required: [
    428,
    'This change needs approval. Give the reason for it (header approval-reason).',
  ],
  approval_ended: [409, 'This request has already been decided or withdrawn, or has expired.'],
  approval_current: [409, 'This request can be applied again. Approve or reject it.'],
  approval_not_opened: [428, 'Open this high-risk request before you approve it.'],
  own_request: [
    409,
    'You can’t decide your own request, or one about yourself, a file that you uploaded or corrected, or by an account that you created. Ask a colleague.',
  ],
  no_decider: [
    409,
    'This change needs approval, and no one else can decide it. Ask an administrator to name another user who can decide requests.',
  ],
  not_reviewer: [403, 'You are not a reviewer of this review. Its manager can add you.'],
  own_review_item: [
    409,
    'You can’t review your own access, or that of the user who created your account. Another reviewer decides about it.',
  ],
  own_agreement: [
    409,
    'One of you created the account of the other, so you do not count as two. Another reviewer agrees.',
  ],
  review_ended: [409, 'This review accepts no more decisions: it has ended.'],
  review_open: [409, 'The evidence is available when the review has finished.'],
  review_undecided: [
    409,
    'Some access is still undecided. Decide about it, choose reviewers who can, or wait until the review is due.',
  ],
  own_removals: [
    409,
    'You alone decided all removals of this review. Another user who manages reviews finishes it, or it ends when due.',
  ],
  no_replacement: [409, 'No role has less access than this one. Disable the user instead.'],
  evidence_key_missing: [
    503,
    'Evidence can’t be signed, because this system has no key for it. Ask its operators to set EVIDENCE_KEY.',
  ],
  last_deciders: [
    409,
    'While an approval rule is on, at least two active users must be able to decide requests. Name another one first.',
  ],
  last_administrator: [
    409,
    'At least one active user must have full access. Grant it to another active user first.',
  ],
  system_record: [409, 'This is built-in. Make a copy and change that.'],
  impact_required: [
    428,
    'Review the impact before saving. POST /access/impact replies with the `impact_version` to send.',
  ],
  impact_changed: [409, 'The impact of this change is different now. Review it again.'],
  provider_pending: [409, 'The identity provider has not applied the last change yet. Wait, or retry it.'],
  in_use: [409, 'This is in use and can’t be deleted.'],
  terminal_would_move: [409, 'This terminal belongs to another branch.'],
  version_conflict: [409, 'Someone else saved this row first.'],
  selection_changed: [409, 'The matching rows have changed.'],
  upload_incomplete: [409, 'The upload is incomplete. Upload the file again.'],
  already_stored: [412, 'This file was already uploaded.'],
  foreign_host: [421, 'This system accepts only host names of its own machine.'],
  body_too_large: [413, 'The request is too large.'],
  media_type: [415, 'Send JSON with Content-Type application/json.'],
  invalid: [422, 'Some values are invalid.'],
  idempotency_key_reused: [422, 'This Idempotency-Key was used for another call.'],
  file_refused: [422, 'The file can’t be accepted.'],
  version_required: [428, 'Send the version of the row that you are changing.'],
  too_many_uploads: [429, 'Too many uploads at once: finish or cancel one first.'],
  too_much_stored: [429, 'Your files use all the storage space of one user.'],
  too_many_approval_requests: [429, 'You have requested too many approvals. Wait, then try again.'],
  too_many_checks: [429, 'You have checked files again too often. Wait, then try again.'],
  card_file_quota_used: [
    429,
    'You have reached the daily limit for files of other users with whole card numbers.',
  ],
  not_found_quota_used: [429, 'Too many of your inquiries found nothing today.'],
  posting_card_quota_used: [
    429,
    'You have reached the daily limit for whole card numbers in files for the posting team.',
  ],
  reveal_quota_used: [429, 'You have reached the daily limit for revealing card numbers.'],
  too_many_requests: [429, 'Too many requests. Wait a moment.'],
  internal: [500, 'Something went wrong on our side.'],
  storage_full: [
    507,
    'Storage is full, so nothing was saved. Ask the system’s operators to free some space, then try again.',
  ],
  unavailable: [503, 'The system is busy or restarting: try again in a moment.'],
} as const satisfies Record<string, readonly [number, string]>
export type ErrorCode = keyof typeof ERRORS
type Code = ErrorCode | DetailCode

/** `accepted`: values, or forms of the body with their fields. `row`: id of a conflicting row. */
export type FieldError = {
  field: string
  code: string
  message: string
  accepted?: string[] | undefined
  row?: { id: string; label: string } | undefined
}

/** An expected failure with a message for the user. */
export class HttpError extends Error {
  readonly status: number
  readonly code: Code
  readonly fields: readonly FieldError[] | undefined
  readonly current: unknown
  readonly missing: readonly Permission[] | undefined
  readonly usedBy: References | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(
    kind: ErrorCode,
    options: {
      code?: Code
      detail?: string
      fields?: readonly FieldError[]
      current?: unknown
      missing?: readonly Permission[]
      usedBy?: References
      retryAfterSeconds?: number
    } = {},
  ) {
    // The input may have a card number in the wrong field.
    super(maskCardNumbers(options.detail ?? ERRORS[kind][1]))
    this.status = ERRORS[kind][0]
    this.code = options.code ?? kind
    this.fields = options.fields?.map((each) => ({
      ...each,
      field: maskCardNumbers(each.field),
      message: maskCardNumbers(each.message),
    }))
    this.current = options.current
    this.missing = options.missing
    this.usedBy = options.usedBy
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

/** The caller's access changed while a write was under way. */
export class AccessChanged extends HttpError {
  constructor() {
    super('unavailable')
  }
}

/** Bounds the size of the reply. */
export const MAX_FIELD_ERRORS = 50

/** No space or quota left; PostgreSQL's disk_full. */
const STORAGE_FULL = new Set<unknown>(['ENOSPC', 'EDQUOT', '53100'])

/** The disk of the files or of the database is full. */
export function isStorageFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && STORAGE_FULL.has(error.code)
}

/** 422 with a message for each field. */
export function invalidFields(fields: readonly FieldError[]): HttpError {
  const shown = fields.map(({ field, message, accepted }) =>
    accepted ? `${field}: ${message} (accepted: ${accepted.join(', ')})` : `${field}: ${message}`,
  )
  const detail = `Not accepted: ${shown.join('; ')}`
  return new HttpError('invalid', {
    detail: detail.slice(0, 1_000),
    fields: fields.slice(0, MAX_FIELD_ERRORS),
  })
}

/** 422 with a message for one field. */
export function invalidField(field: string, code: Code, message: string): HttpError {
  return new HttpError('invalid', { code, detail: message, fields: [{ field, code, message }] })
}

export const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  409: 'Conflict',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  421: 'Misdirected Request',
  422: 'Unprocessable Content',
  428: 'Precondition Required',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
  507: 'Insufficient Storage',
}

export function toProblem(error: HttpError, requestId: string, clientRequestId: string | null): Problem {
  return {
    type: 'about:blank',
    title: TITLES[error.status] ?? 'Error',
    status: error.status,
    code: error.code,
    detail: error.message,
    ...(error.fields && { errors: [...error.fields] }),
    ...(error.missing && { missing: [...error.missing] }),
    ...(error.current !== undefined && { current: error.current }),
    ...(error.usedBy && { used_by: error.usedBy }),
    request_id: requestId,
    ...(clientRequestId !== null && { client_request_id: clientRequestId }),
  }
}
