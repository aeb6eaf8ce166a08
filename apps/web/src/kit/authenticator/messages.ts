import { codeMessage, fallbackMessage, fieldOf, isChallengeExpired, toError } from '../../session/messages.ts'

/** A secret without a confirmed code expires, and a newer one replaces it. */
const SECRET_EXPIRED = 'SoftwareTokenMFANotFoundException'

const TOO_LONG = 'That took too long. Start again with your password.'

/** Confirming a new authenticator with a code, at sign-in or when signed in. */
export function setUpMessage(error: unknown): string {
  if (toError(error).name === SECRET_EXPIRED) return 'This key has run out. Start again with a new one.'
  return codeMessage(error)
}

/** The set-up has to start over. */
export function isSetUpExpired(error: unknown): boolean {
  return toError(error).name === SECRET_EXPIRED || isChallengeExpired(error)
}

/** The sign-in with which a signed-in user changes the authenticator is too old, or was ended. */
export function isRecentSignInOver(error: unknown): boolean {
  const { name, message } = toError(error)
  return (
    name === 'UserUnAuthenticatedException' ||
    message.startsWith('A sign-in of the last') ||
    /^Access Token has (been revoked|expired)/.test(message) ||
    isChallengeExpired(error)
  )
}

/** Reading or confirming the authenticator of the signed-in user. */
export function authenticatorMessage(error: unknown): string {
  const { name, message } = toError(error)
  if (message.startsWith('Software Token MFA has not been enabled'))
    return 'This system does not use authenticators.'
  if (isRecentSignInOver(error)) return TOO_LONG
  if (name === SECRET_EXPIRED || fieldOf(error) === 'code') return setUpMessage(error)
  return fallbackMessage(error, 'That did not work.')
}

export function removalMessage(error: unknown): string {
  if (toError(error).name === 'InvalidParameterException')
    return 'This system asks everybody for a second step, so an authenticator cannot be removed. Replace it instead.'
  return authenticatorMessage(error)
}
