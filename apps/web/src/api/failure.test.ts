import { expect, test } from 'vitest'
import { endsSession, failureOf, wordsOf } from './failure.ts'

test('says in words what happened when the server did not', () => {
  expect(wordsOf(failureOf(undefined, undefined))).toMatch(/cannot be reached/)
  expect(wordsOf(failureOf(500, '<html>'))).toMatch(/went wrong on the server/)
  expect(wordsOf(new TypeError('x is undefined'))).toBe('Something went wrong. Try again.')
})

test('gives the server’s own words, code, fields and request', () => {
  const failure = failureOf(422, {
    code: 'invalid',
    detail: 'Two fields are wrong.',
    request_id: 'r-1',
    errors: [{ field: 'purpose', code: 'required', message: 'Select Purpose' }],
  })
  expect(failure).toMatchObject({
    status: 422,
    code: 'invalid',
    message: 'Two fields are wrong.',
    requestId: 'r-1',
  })
  expect(failure.fields).toHaveLength(1)
})

test.each([
  'User is disabled.',
  'User does not exist.',
  'Access Token has been revoked',
  'Refresh Token has been revoked',
  'Refresh Token has expired',
  'Password reset required for the user',
])('“%s” ends the session, whatever its status', (detail) => {
  expect(endsSession(failureOf(403, { code: 'x', detail }))).toBe(true)
})

test('a missing permission does not', () => {
  expect(endsSession(failureOf(403, { code: 'forbidden', detail: 'You may not do this.' }))).toBe(false)
})
