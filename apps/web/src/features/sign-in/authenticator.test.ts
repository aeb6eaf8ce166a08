import { propertyRuns } from '@backoffice/contract/testing/property-runs'
import fc from 'fast-check'
import decodeQR from 'qr/decode.js'
import { describe, expect, it, test } from 'vitest'
import { isRecentSignInOver } from '../../session/messages.ts'
import {
  authenticatorMessage,
  inGroups,
  isSetUpExpired,
  otpauthUri,
  type QrCode,
  qrCode,
  removalMessage,
  setUpMessage,
} from './authenticator.tsx'

const PIXELS = 4

/** Renders the path to pixels and decodes them. */
function decode({ side, path }: QrCode): string {
  const size = side * PIXELS
  const data = new Uint8ClampedArray(size * size * 4).fill(255)
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let row = Number(y) * PIXELS; row < (Number(y) + 1) * PIXELS; row++) {
      const from = (row * size + Number(x) * PIXELS) * 4
      const to = from + Number(width) * PIXELS * 4
      for (let at = from; at < to; at += 4) data.fill(0, at, at + 3)
    }
  }
  return decodeQR({ width: size, height: size, data })
}

const secrets = fc.stringMatching(/^[A-Z2-7]{32}$/)
const mailboxes = fc.stringMatching(/^[a-z0-9+._-]{1,30}$/)

test('the QR code decodes to the URI of any secret and account', () => {
  fc.assert(
    fc.property(secrets, mailboxes, (secret, mailbox) => {
      const account = `${mailbox}@backoffice.test`
      const uri = new URL(decode(qrCode(otpauthUri(account, secret))))
      expect([uri.protocol, uri.host]).toEqual(['otpauth:', 'totp'])
      expect(decodeURIComponent(uri.pathname)).toBe(`/Backoffice:${account}`)
      expect(Object.fromEntries(uri.searchParams)).toEqual({ secret, issuer: 'Backoffice' })
    }),
    { numRuns: propertyRuns(25) },
  )
})

test('the quiet zone has four white modules on each side', () => {
  const { side, path } = qrCode('x')
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)/g)) {
    expect(Number(x)).toBeGreaterThanOrEqual(4)
    expect(Number(x) + Number(width)).toBeLessThanOrEqual(side - 4)
    expect(Number(y)).toBeGreaterThanOrEqual(4)
    expect(Number(y)).toBeLessThan(side - 4)
  }
})

test('the groups of a secret differ from it only by spaces', () => {
  expect(inGroups('JBSWY3DPEHPK3PXPJBSW')).toBe('JBSW Y3DP EHPK 3PXP JBSW')
  fc.assert(
    fc.property(secrets, (secret) => {
      expect(inGroups(secret).replaceAll(' ', '')).toBe(secret)
    }),
  )
})

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
