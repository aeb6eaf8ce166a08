import { expect, test } from 'vitest'
import { ApiError } from '../net/api-error.ts'
import { isPermanentError, isServiceFault, isSessionOver, reasonOf } from './sign-out-reasons.ts'

const error = (name: string, message = '') => Object.assign(new Error(message), { name })

test.each([
  'User is disabled.',
  'User does not exist.',
  'Access Token has been revoked',
  'Refresh Token has been revoked',
  'Refresh Token has expired',
  'Password reset required for the user',
])('“%s” ends the session', (message) => {
  expect(isSessionOver(message)).toBe(true)
  expect(isPermanentError(error('ApiError', message))).toBe(true)
})

test('a similar message does not end the session', () => {
  for (const message of [
    '',
    'User is disabled',
    'user is disabled.',
    'You may not do this.',
    'Sign in again.',
  ])
    expect(isSessionOver(message)).toBe(false)
})

test.each([
  ['NotAuthorizedException', true],
  ['TokenRevokedException', true],
  ['UserNotFoundException', true],
  ['UserNotConfirmedException', true],
  ['PasswordResetRequiredException', true],
  ['RefreshTokenReuseException', true],
  ['UserUnAuthenticatedException', true],
  ['NetworkError', false],
  ['TooManyRequestsException', false],
  ['InternalErrorException', false],
  ['Unknown', false],
])('a refresh error %s is permanent: %s', (name, isPermanent) => {
  expect(isPermanentError(error(name))).toBe(isPermanent)
})

test.each([
  ['NotAuthorizedException', 'User is disabled.', 'disabled'],
  ['UserNotFoundException', 'User does not exist.', 'removed'],
  ['UserNotFoundException', 'Worded otherwise', 'removed'],
  ['PasswordResetRequiredException', 'Password reset required for the user due to its age', 'reset-required'],
  ['NotAuthorizedException', 'Refresh Token has been revoked', 'revoked'],
  ['NotAuthorizedException', 'Access Token has been revoked', 'revoked'],
  ['NotAuthorizedException', 'Refresh Token has expired', 'expired'],
  ['NotAuthorizedException', 'Invalid Refresh Token', 'expired'],
])('the reason of %s “%s” is %s', (name, message, reason) => {
  expect(reasonOf({ name, message })).toBe(reason)
})

test('service faults are 408, 425, 429, 500 and above, and statuses below 400', () => {
  const isFault = (status: number) => isServiceFault(new ApiError(status, { code: 'x', detail: '' }))
  const ofSession = Array.from({ length: 600 }, (_, status) => status).filter((status) => !isFault(status))
  const refusals = Array.from({ length: 100 }, (_, index) => 400 + index)
  expect(ofSession).toEqual(refusals.filter((status) => ![408, 425, 429].includes(status)))
})

test('a missing reply is a service fault, unless the provider refused permanently', () => {
  expect(isServiceFault(new TypeError('Failed to fetch'))).toBe(true)
  expect(isServiceFault(error('NotAuthorizedException', 'Refresh Token has been revoked'))).toBe(false)
})
