import { isChunkError } from '../net/builds/chunk-error.ts'

/** The provider's errors differ by name, or by message if they share a name. */
type ErrorLike = { name: string; message: string }

const EXPIRED_SESSION = 'Invalid session'
const USED_CODE = 'Your software token has already been used'

const WRONG_PASSWORD = 'Incorrect email or password.'
export const INCORRECT_PASSWORD = 'Incorrect password.'
const WRONG_CODE = 'This code is incorrect. Check it and try again.'
const TOO_MANY = 'Too many attempts. Wait a few minutes, then try again.'

/** Messages by error name, for every operation. */
const MESSAGES: Readonly<Record<string, string>> = {
  InvalidPasswordException: 'The password does not meet the rules below.',
  PasswordHistoryPolicyViolationException: 'This password was used before. Choose another.',
  LimitExceededException: TOO_MANY,
  TooManyFailedAttemptsException: TOO_MANY,
  TooManyRequestsException: TOO_MANY,
  CodeMismatchException: WRONG_CODE,
  EnableSoftwareTokenMFAException: WRONG_CODE,
  CodeDeliveryFailureException: 'The code could not be sent. Try again in a moment.',
  MFAMethodNotFoundException:
    'The second step of this account can no longer be used. Ask an access administrator to reset it.',
  SoftwareTokenMFANotFoundException:
    'The authenticator of this account was removed. Ask an access administrator.',
  NetworkError: 'The server cannot be reached. Check the connection and try again.',
}

/** Message for an error of a sign-in, or of setting the first password. */
export function signInMessage(error: unknown): string {
  const { name, message } = toError(error)
  if (name === 'UserNotFoundException') return WRONG_PASSWORD
  // Sent by the provider, or by our server after the sign-in.
  if (message.startsWith('User is disabled'))
    return 'This account is disabled. Ask an access administrator to enable it.'
  if (message.startsWith('User does not exist'))
    return 'This account was removed from Backoffice. Ask an access administrator.'
  if (message === 'Access Token has been revoked') return 'This session was ended. Sign in again.'
  if (name !== 'NotAuthorizedException') return fallbackMessage(error, 'Sign-in failed.')
  if (message.startsWith('Password attempts exceeded'))
    return 'Too many wrong passwords. Wait, then try again. The wait grows with each wrong password, up to 15 minutes. Resetting the password ends it.'
  if (message.startsWith('Attempt limit exceeded'))
    return 'Too many codes were sent. Wait up to an hour, then sign in again.'
  if (message.startsWith('Temporary password has expired'))
    return 'The temporary password has expired. Ask an access administrator for a new one.'
  if (message.startsWith(EXPIRED_SESSION)) return 'That took too long. Sign in again.'
  return WRONG_PASSWORD
}

/** Message for an error while the signed-in user's password is verified. */
export function verifyPasswordMessage(error: unknown): string {
  const message = signInMessage(error)
  return message === WRONG_PASSWORD ? INCORRECT_PASSWORD : message
}

/** Message for an error of a second-factor code. */
export function codeMessage(error: unknown): string {
  const { name, message } = toError(error)
  if (name === 'ExpiredCodeException')
    return message.startsWith(USED_CODE)
      ? 'This code was already used. Wait for the next code.'
      : 'This code has expired. Sign in again for a new code.'
  if (name === 'SignInException') return 'That took too long. Sign in again.'
  if (name === 'NotAuthorizedException' && message.startsWith('Password attempts exceeded'))
    return 'Too many wrong codes. Wait, then try again. The wait grows with each wrong code, up to 15 minutes.'
  return signInMessage(error)
}

/** Message for an error of a password reset. An unknown user gets the message of a wrong code. */
export function resetMessage(error: unknown): string {
  const { name } = toError(error)
  if (name === 'ExpiredCodeException') return 'This code has expired. Request a new code.'
  if (name === 'LimitExceededException' || name === 'TooManyFailedAttemptsException')
    return 'Too many attempts. Wait up to an hour, then request a new code.'
  if (mayBeUnknownUser(error)) return WRONG_CODE
  return fallbackMessage(error, 'That did not work.')
}

export type PasswordError = { field?: 'current' | 'password'; message: string }

/** Error of a password change by the signed-in user. */
export function passwordError(error: unknown): PasswordError {
  const { name, message } = toError(error)
  if (name === 'NotAuthorizedException' && message.startsWith('Incorrect'))
    return { field: 'current', message: 'This is not your current password.' }
  if (name === 'NotAuthorizedException' && message.startsWith('Password attempts exceeded'))
    return {
      message:
        'Too many wrong passwords. Wait, then try again. The wait grows with each wrong password, up to 15 minutes.',
    }
  const fallback = { message: fallbackMessage(error, 'The password was not changed.') }
  return fieldOf(error) === 'password' ? { field: 'password', ...fallback } : fallback
}

/** The field that an error belongs to, if any. */
export function fieldOf(error: unknown): 'code' | 'password' | undefined {
  const { name } = toError(error)
  if (/^(CodeMismatch|ExpiredCode|EnableSoftwareTokenMFA)Exception$/.test(name)) return 'code'
  return /^(InvalidPassword|PasswordHistoryPolicyViolation)Exception$/.test(name) ? 'password' : undefined
}

/** True for errors that would reveal that the user does not exist or may not do this. */
export function mayBeUnknownUser(error: unknown): boolean {
  return /^(UserNotFound|UserNotConfirmed|NotAuthorized|InvalidParameter)Exception$/.test(toError(error).name)
}

/** True if the challenge, which lasts a few minutes in this page only, has expired and the sign-in starts over. */
export function isChallengeExpired(error: unknown): boolean {
  const { name, message } = toError(error)
  if (name === 'ExpiredCodeException') return !message.startsWith(USED_CODE)
  return (
    name === 'SignInException' || (name === 'NotAuthorizedException' && message.startsWith(EXPIRED_SESSION))
  )
}

export const RECENT_SIGN_IN_OVER = 'That took too long. Start again with your password.'

/** True if the sign-in next to the session is too old or has ended. */
export function isRecentSignInOver(error: unknown): boolean {
  const { name, message } = toError(error)
  return (
    name === 'UserUnAuthenticatedException' ||
    message.startsWith('A sign-in of the last') ||
    /^Access Token has (been revoked|expired)/.test(message) ||
    isChallengeExpired(error)
  )
}

/** Message by error name; `otherwise` begins the message of an unknown error. */
export function fallbackMessage(error: unknown, otherwise: string): string {
  const { name, message } = toError(error)
  // These messages are for the user.
  if (isChunkError(error) || name === 'ApiError') return message
  return MESSAGES[name] ?? `${otherwise} Try again in a moment.`
}

export function toError(error: unknown): ErrorLike {
  return error instanceof Error ? error : { name: '', message: '' }
}
