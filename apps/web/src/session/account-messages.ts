import { codeMessage, fallbackMessage, fieldOf, isChallengeExpired, toError } from './messages.ts'

/** The secret waits for its first code for a while, and gives way to a newer one asked for elsewhere. */
const SECRET_GONE = 'SoftwareTokenMFANotFoundException'

/** Confirming a new authenticator with a code, at sign-in or later. */
export function setUpMessage(error: unknown): string {
  if (toError(error).name === SECRET_GONE) return 'This key has run out. Start again with a new one.'
  return codeMessage(error)
}

/** The set-up has to be begun again. */
export function isSetUpExpired(error: unknown): boolean {
  return toError(error).name === SECRET_GONE || isChallengeExpired(error)
}

/** Asking for or confirming the authenticator of whoever is signed in. */
export function authenticatorMessage(error: unknown): string {
  const { name, message } = toError(error)
  if (message.startsWith('Software Token MFA has not been enabled'))
    return 'This system does not use authenticators.'
  if (name === SECRET_GONE || fieldOf(error) === 'code') return setUpMessage(error)
  return fallbackMessage(error, 'That did not work.')
}

export function removalMessage(error: unknown): string {
  if (toError(error).name === 'InvalidParameterException')
    return 'This system asks everybody for a second step, so an authenticator cannot be removed. Replace it instead.'
  return authenticatorMessage(error)
}

export type PasswordError = { field?: 'current' | 'password'; message: string }

/** Changing one's own password: why not, and which field that is about. */
export function passwordError(error: unknown): PasswordError {
  const { name, message } = toError(error)
  if (name === 'NotAuthorizedException' && message.startsWith('Incorrect'))
    return { field: 'current', message: 'This is not your current password.' }
  if (name === 'NotAuthorizedException' && message.startsWith('Password attempts exceeded'))
    return {
      message:
        'Too many wrong passwords. Wait, then try again: the wait grows with each wrong one, up to 15 minutes.',
    }
  const words = fallbackMessage(error, 'The password was not changed.')
  return fieldOf(error) === 'password' ? { field: 'password', message: words } : { message: words }
}
