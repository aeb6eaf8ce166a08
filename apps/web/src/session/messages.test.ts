import { describe, expect, it } from 'vitest'
import {
  codeMessage,
  fieldOf,
  isChallengeExpired,
  mayBeUnknownUser,
  passwordError,
  resetMessage,
  signInMessage,
} from './messages.ts'

const error = (name: string, message = '') => Object.assign(new Error(message), { name })
const refused = (message: string) => error('NotAuthorizedException', message)

const WRONG = refused('Incorrect username or password.')
const LOCKED = refused('Password attempts exceeded')
const SESSION_EXPIRED = refused('Invalid session for the user, session is expired.')
const CODE_USED = error('ExpiredCodeException', 'Your software token has already been used once.')
const CODE_EXPIRED = error('ExpiredCodeException', 'Invalid code provided, please request a code again.')

describe('signing in', () => {
  it.each([
    [WRONG, /^Incorrect email or password\.$/],
    [error('UserNotFoundException', 'User does not exist.'), /^Incorrect email or password\.$/],
    [LOCKED, /Too many wrong passwords.*up to 15 minutes/],
    [refused('User is disabled.'), /disabled.*administrator/],
    [error('ApiError', 'User is disabled.'), /account is disabled.*administrator/],
    [error('ApiError', 'User does not exist.'), /account was removed.*administrator/],
    [refused('Temporary password has expired and must be reset by an administrator.'), /has expired/],
    [SESSION_EXPIRED, /took too long/],
    [refused('Attempt limit exceeded, please try after some time.'), /Too many codes.*up to an hour/],
    [error('ApiError', 'Access Token has been revoked'), /^This session was ended\. Sign in again\.$/],
    [error('InvalidPasswordException', 'Password did not conform with policy: x'), /rules below/],
    [error('PasswordHistoryPolicyViolationException'), /used before/],
    [error('TooManyRequestsException', 'Too many requests'), /Too many attempts/],
    [error('MFAMethodNotFoundException'), /can no longer be used/],
    [error('NetworkError', 'A network error has occurred.'), /cannot be reached/],
    [error('ApiError', 'The access of this account could not be read.'), /^The access of this account/],
    [error('InternalErrorException', 'Internal error'), /Sign-in failed\. Try again/],
    ['x', /Sign-in failed\. Try again/],
  ])('%s', (error, message) => {
    expect(signInMessage(error)).toMatch(message)
  })
})

describe('a second-factor code', () => {
  it.each([
    [error('CodeMismatchException', 'Invalid code received for user'), /is incorrect/, 'kept'],
    [CODE_USED, /Wait for the next code/, 'kept'],
    [LOCKED, /Too many wrong codes/, 'kept'],
    [error('NetworkError'), /cannot be reached/, 'kept'],
    [CODE_EXPIRED, /Sign in again/, 'lost'],
    [SESSION_EXPIRED, /Sign in again/, 'lost'],
    [refused('Invalid session for the user, session can only be used once.'), /Sign in again/, 'lost'],
    [error('SignInException', 'An error occurred during the sign in process.'), /Sign in again/, 'lost'],
  ])('%s', (error, message, step) => {
    expect(codeMessage(error)).toMatch(message)
    expect(isChallengeExpired(error) ? 'lost' : 'kept').toBe(step)
  })
})

describe('a password reset', () => {
  it.each([
    [error('CodeMismatchException'), /is incorrect/, 'code'],
    [CODE_EXPIRED, /Request a new code/, 'code'],
    [error('InvalidPasswordException'), /rules below/, 'password'],
    [error('LimitExceededException'), /up to an hour/, undefined],
    [error('TooManyFailedAttemptsException'), /up to an hour/, undefined],
    [error('TooManyRequestsException'), /a few minutes/, undefined],
    [error('CodeDeliveryFailureException'), /could not be sent/, undefined],
    [error('NetworkError'), /cannot be reached/, undefined],
    [error('InternalErrorException'), /did not work/, undefined],
  ])('%s', (error, message, field) => {
    expect(resetMessage(error)).toMatch(message)
    expect(fieldOf(error)).toBe(field)
  })

  it('shows an unknown user the message of a wrong code', () => {
    const wrongCode = resetMessage(error('CodeMismatchException'))
    for (const refusal of [
      error('UserNotFoundException'),
      error('UserNotConfirmedException'),
      refused('User is disabled.'),
      error('InvalidParameterException', 'Cannot reset password for the user'),
    ]) {
      expect(mayBeUnknownUser(refusal)).toBe(true)
      expect(resetMessage(refusal)).toBe(wrongCode)
    }
    expect(mayBeUnknownUser(error('NetworkError'))).toBe(false)
  })
})

describe('changing the password', () => {
  it.each([
    [refused('Incorrect username or password.'), 'current', /not your current password/],
    [refused('Password attempts exceeded'), undefined, /Too many wrong passwords.*15 minutes/],
    [error('LimitExceededException'), undefined, /Too many attempts/],
    [error('InvalidPasswordException', 'Password did not conform with policy: x'), 'password', /rules below/],
    [error('PasswordHistoryPolicyViolationException'), 'password', /used before/],
    [error('NetworkError'), undefined, /cannot be reached/],
    [error('InternalErrorException'), undefined, /was not changed\. Try again/],
  ])('%s', (error, field, expected) => {
    const { message, ...rest } = passwordError(error)
    expect(message).toMatch(expected)
    expect(rest).toEqual(field ? { field } : {})
  })
})
