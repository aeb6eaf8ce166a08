import { ApiError } from '../net/api-error.ts'
import type { SignOutReason } from './session-state.ts'

/** Messages of the provider and of our server that end a session, with any status. */
const ENDING_MESSAGES = new Map<string, SignOutReason>([
  ['User is disabled.', 'disabled'],
  ['User does not exist.', 'removed'],
  ['Access Token has been revoked', 'revoked'],
  ['Refresh Token has been revoked', 'revoked'],
  ['Refresh Token has expired', 'expired'],
  ['Password reset required for the user', 'reset-required'],
])

export function isSessionOver(message: string): boolean {
  return ENDING_MESSAGES.has(message)
}

/** Permanent errors of a refresh; the identity library also removes its tokens after them. */
const PERMANENT =
  /^(NotAuthorized|TokenRevoked|UserNotFound|PasswordResetRequired|UserNotConfirmed|RefreshTokenReuse|UserUnAuthenticated)/

/** True if a refresh failed permanently. Any other error may be temporary. */
export function isPermanentError(error: unknown): error is Error {
  return error instanceof Error && (PERMANENT.test(error.name) || isSessionOver(error.message))
}

/** Reason by the name of the error, because messages differ between user pools; otherwise by the message. */
export function reasonOf({ name, message }: { name?: string; message: string }): SignOutReason {
  if (name?.startsWith('PasswordResetRequired')) return 'reset-required'
  if (name?.startsWith('UserNotFound')) return 'removed'
  return ENDING_MESSAGES.get(message) ?? 'expired'
}

/**
 * True if the service rather than the session caused an error, so that a later try may succeed. Statuses below 400,
 * including 0, did not come from the service.
 */
export function isServiceFault(error: unknown): boolean {
  if (!(error instanceof ApiError)) return !isPermanentError(error)
  return error.status < 400 || error.status >= 500 || [408, 425, 429].includes(error.status)
}
