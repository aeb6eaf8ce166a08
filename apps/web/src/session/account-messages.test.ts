import { describe, expect, it } from 'vitest'
import {
  authenticatorMessage,
  isSetUpExpired,
  passwordError,
  removalMessage,
  setUpMessage,
} from './account-messages.ts'

const error = (name: string, message = '') => Object.assign(new Error(message), { name })
const refused = (message: string) => error('NotAuthorizedException', message)

const WRONG_CODE = error(
  'EnableSoftwareTokenMFAException',
  'Code mismatch and fail enable Software Token MFA',
)
const SECRET_GONE = error(
  'SoftwareTokenMFANotFoundException',
  'Software Token MFA does not exist for the user.',
)

describe('setting up an authenticator', () => {
  it.each([
    [WRONG_CODE, /is not right/, 'kept'],
    [error('NetworkError'), /cannot be reached/, 'kept'],
    [SECRET_GONE, /run out\. Start again/, 'lost'],
    [refused('Invalid session for the user, session is expired.'), /took too long/, 'lost'],
    [refused('Invalid session for the user, session can only be used once.'), /took too long/, 'lost'],
    [error('SignInException', 'An error occurred'), /took too long/, 'lost'],
  ])('at sign-in: %s', (told, words, step) => {
    expect(setUpMessage(told)).toMatch(words)
    expect(isSetUpExpired(told) ? 'lost' : 'kept').toBe(step)
  })

  it.each([
    [WRONG_CODE, /is not right/],
    [SECRET_GONE, /run out/],
    [error('InvalidParameterException', 'Invalid code'), /did not work\. Try again/],
    [
      error('SoftwareTokenMFANotFoundException', 'Software Token MFA has not been enabled by the userPool'),
      /does not use authenticators/,
    ],
    [error('NetworkError'), /cannot be reached/],
    [error('InternalErrorException'), /did not work\. Try again/],
  ])('when signed in: %s', (told, words) => {
    expect(authenticatorMessage(told)).toMatch(words)
  })
})

it.each([
  [error('InvalidParameterException', 'MFA is required for the user pool'), /cannot be removed\. Replace it/],
  [error('NetworkError'), /cannot be reached/],
])('removing it: %s', (told, words) => {
  expect(removalMessage(told)).toMatch(words)
})

describe('changing one’s own password', () => {
  it.each([
    [refused('Incorrect username or password.'), 'current', /not your current password/],
    [refused('Password attempts exceeded'), undefined, /Too many wrong passwords.*15 minutes/],
    [error('LimitExceededException'), undefined, /Too many tries/],
    [error('InvalidPasswordException', 'Password did not conform with policy: x'), 'password', /rules below/],
    [error('PasswordHistoryPolicyViolationException'), 'password', /used before/],
    [error('NetworkError'), undefined, /cannot be reached/],
    [error('InternalErrorException'), undefined, /was not changed\. Try again/],
  ])('%s', (told, field, words) => {
    const { message, ...rest } = passwordError(told)
    expect(message).toMatch(words)
    expect(rest).toEqual(field ? { field } : {})
  })
})
