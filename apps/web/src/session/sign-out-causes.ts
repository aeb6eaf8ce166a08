import type { SignOutReason } from './sign-out-reasons.ts'

/** Sentences of the provider and of our server after which a session is over, whatever the status they come with. */
const OVER = new Map<string, SignOutReason>([
  ['User is disabled.', 'disabled'],
  ['User does not exist.', 'removed'],
  ['Access Token has been revoked', 'revoked'],
  ['Refresh Token has been revoked', 'revoked'],
  ['Refresh Token has expired', 'expired'],
  ['Password reset required for the user', 'reset-required'],
])

export function endsSession(message: string): boolean {
  return OVER.has(message)
}

/** Errors of a refresh after which no later try can succeed; the identity library forgets its tokens at them too. */
const REFUSED =
  /^(NotAuthorized|TokenRevoked|UserNotFound|PasswordResetRequired|UserNotConfirmed|RefreshTokenReuse|UserUnAuthenticated)/

/** Whether a refresh failed for good. Told apart by name; any other failure may pass. */
export function isPermanentFailure(error: unknown): error is Error {
  return error instanceof Error && (REFUSED.test(error.name) || endsSession(error.message))
}

/** Of an error or a reply after which a session is over: by its sentence, which pools word differently, or its name. */
export function reasonOf({ name, message }: { name?: string; message: string }): SignOutReason {
  if (name?.startsWith('PasswordResetRequired')) return 'reset-required'
  if (name?.startsWith('UserNotFound')) return 'removed'
  return OVER.get(message) ?? 'expired'
}
