import { expect, test } from 'vitest'
import { errorMessage, networkError, toApiError } from './api-error.ts'

test.each([
  ['read', 'offline', /You are offline.*by itself/],
  ['read', 'timeout', /did not answer in time/],
  ['read', 'unreachable', /cannot be reached/],
  ['write', 'offline', /offline, so this was not sent/],
  ['write', 'timeout', /may or may not have been done/],
  ['write', 'unreachable', /may or may not have been done/],
] as const)('says in words when a %s was not answered: %s', (effect, silence, words) => {
  const failure = networkError(silence, effect)
  expect(errorMessage(failure)).toMatch(words)
  expect(failure).toMatchObject({ status: 0, code: silence, fields: [] })
})

/** All that our server and what stands before it answer with. */
const STATUSES = [
  400, 401, 403, 404, 405, 408, 409, 412, 413, 415, 421, 422, 425, 429, 500, 502, 503, 504, 507,
]

test('has words of its own for each status, and some for every other', () => {
  const words = STATUSES.map((status) => errorMessage(toApiError(status, '<html>')))
  expect(new Set(words).size).toBe(STATUSES.length)
  for (const text of words) expect(text).toMatch(/^[A-Z].*\.$/)
  expect(errorMessage(toApiError(418, undefined))).toMatch(/refused/)
  expect(errorMessage(toApiError(599, null))).toMatch(/went wrong on the server/)
  expect(errorMessage(new TypeError('x is undefined'))).toBe('Something went wrong. Try again.')
})

test('takes no answer for a problem that has no words', () => {
  for (const data of [{ code: 1, detail: 'x' }, { code: 'x', detail: '' }, { code: 'x', detail: {} }, 'x'])
    expect(toApiError(404, data, 'r-2')).toMatchObject({
      code: 'no_reason_given',
      requestId: 'r-2',
      message: 'This does not exist, or you have no access to it.',
    })
})

test('gives the server’s own words, code, fields and request', () => {
  const failure = toApiError(422, {
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
