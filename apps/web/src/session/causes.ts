/** Sentences of the provider and of our server after which a session is over, whatever the status they come with. */
const OVER = new Set([
  'User is disabled.',
  'User does not exist.',
  'Access Token has been revoked',
  'Refresh Token has been revoked',
  'Refresh Token has expired',
  'Password reset required for the user',
])

export function isSessionOver(message: string): boolean {
  return OVER.has(message)
}

/** Errors of a refresh after which no later try can succeed; the identity library forgets its tokens at them too. */
const REFUSED =
  /^(NotAuthorized|TokenRevoked|UserNotFound|PasswordResetRequired|UserNotConfirmed|RefreshTokenReuse|UserUnAuthenticated)/

/** Whether a refresh failed for good. Told apart by name; any other failure may pass. */
export function isRefusedForGood(error: unknown): boolean {
  return error instanceof Error && (REFUSED.test(error.name) || isSessionOver(error.message))
}
