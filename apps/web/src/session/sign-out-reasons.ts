import { ApiError } from '../net/api-error.ts'
import type { SignOutReason } from './session-state.ts'

/** Messages of the provider and of our server that end a session, whatever status they come with. */
const ENDING_MESSAGES = new Map<string, SignOutReason>([
  ['User is disabled.', 'disabled'],
  ['User does not exist.', 'removed'],
  ['Access Token has been revoked', 'revoked'],
  ['Refresh Token has been revoked', 'revoked'],
  ['Refresh Token has expired', 'expired'],
  ['Password reset required for the user', 'reset-required'],
])

export function endsSession(message: string): boolean {
  return ENDING_MESSAGES.has(message)
}

/** Errors of a refresh after which no later try can succeed; the identity library removes its tokens at them too. */
const PERMANENT =
  /^(NotAuthorized|TokenRevoked|UserNotFound|PasswordResetRequired|UserNotConfirmed|RefreshTokenReuse|UserUnAuthenticated)/

/** Whether a refresh failed for good. Every other error may pass. */
export function isPermanentError(error: unknown): error is Error {
  return error instanceof Error && (PERMANENT.test(error.name) || endsSession(error.message))
}

/** By the name of the error, because the message differs between user pools; otherwise by the message. */
export function reasonOf({ name, message }: { name?: string; message: string }): SignOutReason {
  if (name?.startsWith('PasswordResetRequired')) return 'reset-required'
  if (name?.startsWith('UserNotFound')) return 'removed'
  return ENDING_MESSAGES.get(message) ?? 'expired'
}

/**
 * True if the service rather than the session is the cause of an error, so that a later try may succeed. Status 0 and
 * those below 400 did not come from the service.
 */
export function isServiceFault(error: unknown): boolean {
  if (!(error instanceof ApiError)) return !isPermanentError(error)
  return error.status < 400 || error.status >= 500 || [408, 425, 429].includes(error.status)
}
