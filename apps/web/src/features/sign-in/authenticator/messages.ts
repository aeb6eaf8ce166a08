import {
  codeMessage,
  fallbackMessage,
  fieldOf,
  isChallengeExpired,
  isRecentSignInOver,
  RECENT_SIGN_IN_OVER,
  toError,
} from '../../../session/messages.ts'

/** Thrown for an unconfirmed secret that has expired or was replaced by a newer one. */
const SECRET_EXPIRED = 'SoftwareTokenMFANotFoundException'

/** Message for an error while a new authenticator is confirmed with a code. */
export function setUpMessage(error: unknown): string {
  if (toError(error).name === SECRET_EXPIRED) return 'This key has expired. Start again with a new key.'
  return codeMessage(error)
}

/** True if the set-up must start over. */
export function isSetUpExpired(error: unknown): boolean {
  return toError(error).name === SECRET_EXPIRED || isChallengeExpired(error)
}

/** Message for an error while the signed-in user's authenticator is read or confirmed. */
export function authenticatorMessage(error: unknown): string {
  const { name, message } = toError(error)
  if (message.startsWith('Software Token MFA has not been enabled'))
    return 'This system does not use authenticators.'
  if (isRecentSignInOver(error)) return RECENT_SIGN_IN_OVER
  if (name === SECRET_EXPIRED || fieldOf(error) === 'code') return setUpMessage(error)
  return fallbackMessage(error, 'That did not work.')
}

export function removalMessage(error: unknown): string {
  if (toError(error).name === 'InvalidParameterException')
    return 'This system requires a second step for all users, so an authenticator can’t be removed. Replace it instead.'
  return authenticatorMessage(error)
}
