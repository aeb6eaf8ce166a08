import { describe, expect, it } from 'vitest'
import { isRecentSignInOver } from '../../../session/messages.ts'
import { authenticatorMessage, isSetUpExpired, removalMessage, setUpMessage } from './messages.ts'

const error = (name: string, message = '') => Object.assign(new Error(message), { name })
const refused = (message: string) => error('NotAuthorizedException', message)

const WRONG_CODE = error(
  'EnableSoftwareTokenMFAException',
  'Code mismatch and fail enable Software Token MFA',
)
const SECRET_EXPIRED = error(
  'SoftwareTokenMFANotFoundException',
  'Software Token MFA does not exist for the user.',
)

const TOO_OLD = error('ForbiddenException', 'A sign-in of the last 10 minutes is required.')

describe('setting up an authenticator', () => {
  it.each([
    [WRONG_CODE, /is incorrect/, 'kept'],
    [error('NetworkError'), /cannot be reached/, 'kept'],
    [SECRET_EXPIRED, /expired\. Start again/, 'lost'],
    [refused('Invalid session for the user, session is expired.'), /took too long/, 'lost'],
    [refused('Invalid session for the user, session can only be used once.'), /took too long/, 'lost'],
    [error('SignInException', 'An error occurred'), /took too long/, 'lost'],
  ])('at sign-in: %s', (error, message, step) => {
    expect(setUpMessage(error)).toMatch(message)
    expect(isSetUpExpired(error) ? 'lost' : 'kept').toBe(step)
  })

  it.each([
    [WRONG_CODE, /is incorrect/],
    [SECRET_EXPIRED, /This key has expired/],
    [error('InvalidParameterException', 'Invalid code'), /did not work\. Try again/],
    [
      error('SoftwareTokenMFANotFoundException', 'Software Token MFA has not been enabled by the userPool'),
      /does not use authenticators/,
    ],
    [error('NetworkError'), /cannot be reached/],
    [error('InternalErrorException'), /did not work\. Try again/],
  ])('when signed in: %s', (error, message) => {
    expect(authenticatorMessage(error)).toMatch(message)
  })
})

it.each([
  [TOO_OLD, true],
  [error('UserUnAuthenticatedException', 'User needs to be authenticated to call this API.'), true],
  [refused('Access Token has been revoked'), true],
  [refused('Access Token has expired'), true],
  [refused('Invalid session for the user, session is expired.'), true],
  [error('ForbiddenException', 'Request not allowed due to WAF block.'), false],
  [refused('User is disabled.'), false],
  [WRONG_CODE, false],
])('%s: the password is required again: %s', (error, isOver) => {
  expect(isRecentSignInOver(error)).toBe(isOver)
  const messages = [authenticatorMessage(error), removalMessage(error)]
  for (const message of messages)
    expect(message === 'That took too long. Start again with your password.').toBe(isOver)
})

it.each([
  [error('InvalidParameterException', 'MFA is required for the user pool'), /can’t be removed\. Replace it/],
  [error('NetworkError'), /cannot be reached/],
])('removing it: %s', (error, message) => {
  expect(removalMessage(error)).toMatch(message)
})
