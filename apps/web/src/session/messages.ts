import { isChunkError } from '../builds/chunk-error.ts'

/** The provider's errors differ by name, and by message where they share one. */
type ErrorLike = { name: string; message: string }

const EXPIRED_SESSION = 'Invalid session'
const USED_CODE = 'Your software token has already been used'

const WRONG_PASSWORD = 'Incorrect email or password.'
const WRONG_CODE = 'This code is not right. Check it and try again.'
const TOO_MANY = 'Too many tries. Wait a few minutes, then try again.'

/** By name, whatever the operation. */
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
    'The second step of this account cannot be used any more. Ask an access administrator to reset it.',
  SoftwareTokenMFANotFoundException:
    'The authenticator of this account was removed. Ask an access administrator.',
  NetworkError: 'The server cannot be reached. Check the connection and try again.',
}

/** Signing in with a password, or setting the first one. */
export function signInMessage(error: unknown): string {
  const { name, message } = toError(error)
  if (name === 'UserNotFoundException') return WRONG_PASSWORD
  // From the provider, or from our own server after the provider's sign-in.
  if (message.startsWith('User is disabled'))
    return 'This account is disabled. Ask an access administrator to enable it.'
  if (message.startsWith('User does not exist'))
    return 'This account was removed from Backoffice. Ask an access administrator.'
  if (message === 'Access Token has been revoked') return 'This session was ended. Sign in again.'
  if (name !== 'NotAuthorizedException') return fallbackMessage(error, 'Signing in did not work.')
  if (message.startsWith('Password attempts exceeded'))
    return 'Too many wrong passwords. Wait, then try again: the wait grows with each wrong one, up to 15 minutes. Resetting the password ends it.'
  if (message.startsWith('Attempt limit exceeded'))
    return 'Too many codes were sent. Wait a while, up to an hour, then sign in again.'
  if (message.startsWith('Temporary password has expired'))
    return 'The temporary password has expired. Ask an access administrator for a new one.'
  if (message.startsWith(EXPIRED_SESSION)) return 'That took too long. Sign in again.'
  return WRONG_PASSWORD
}

/** Verifying the password of the signed-in user. */
export function verifyPasswordMessage(error: unknown): string {
  const message = signInMessage(error)
  return message === WRONG_PASSWORD ? 'Incorrect password.' : message
}

/** The code of a second factor. */
export function codeMessage(error: unknown): string {
  const { name, message } = toError(error)
  if (name === 'ExpiredCodeException')
    return message.startsWith(USED_CODE)
      ? 'This code was used already. Wait for the next one.'
      : 'This code has expired. Sign in again for a new one.'
  if (name === 'SignInException') return 'That took too long. Sign in again.'
  if (name === 'NotAuthorizedException' && message.startsWith('Password attempts exceeded'))
    return 'Too many wrong codes. Wait, then try again: the wait grows with each wrong one, up to 15 minutes.'
  return signInMessage(error)
}

/** Sending a reset code and setting a new password with it. An unknown user gets the message of a wrong code. */
export function resetMessage(error: unknown): string {
  const { name } = toError(error)
  if (name === 'ExpiredCodeException') return 'This code has expired. Ask for a new one.'
  if (name === 'LimitExceededException' || name === 'TooManyFailedAttemptsException')
    return 'Too many tries. Wait a while, up to an hour, then ask for a new code.'
  if (mayBeUnknownUser(error)) return WRONG_CODE
  return fallbackMessage(error, 'That did not work.')
}

export type PasswordError = { field?: 'current' | 'password'; message: string }

/** Changing the password of the signed-in user. */
export function passwordError(error: unknown): PasswordError {
  const { name, message } = toError(error)
  if (name === 'NotAuthorizedException' && message.startsWith('Incorrect'))
    return { field: 'current', message: 'This is not your current password.' }
  if (name === 'NotAuthorizedException' && message.startsWith('Password attempts exceeded'))
    return {
      message:
        'Too many wrong passwords. Wait, then try again: the wait grows with each wrong one, up to 15 minutes.',
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

/** Errors by which a pool would reveal that the user does not exist or may not do this. */
export function mayBeUnknownUser(error: unknown): boolean {
  return /^(UserNotFound|UserNotConfirmed|NotAuthorized|InvalidParameter)Exception$/.test(toError(error).name)
}

/** A challenge lasts a few minutes, in this page only: the sign-in starts over. */
export function isChallengeExpired(error: unknown): boolean {
  const { name, message } = toError(error)
  if (name === 'ExpiredCodeException') return !message.startsWith(USED_CODE)
  return (
    name === 'SignInException' || (name === 'NotAuthorizedException' && message.startsWith(EXPIRED_SESSION))
  )
}

/** The message by name; `otherwise` is the first sentence of the one for an unknown error. */
export function fallbackMessage(error: unknown, otherwise: string): string {
  const { name, message } = toError(error)
  // Their messages are for the user already.
  if (isChunkError(error) || name === 'ApiError') return message
  return MESSAGES[name] ?? `${otherwise} Try again in a moment.`
}

export function toError(error: unknown): ErrorLike {
  return error instanceof Error ? error : { name: '', message: '' }
}
