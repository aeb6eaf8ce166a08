import { expect, test } from 'vitest'
import { errorMessage, networkError, toApiError } from './api-error.ts'

test.each([
  ['read', 'offline', /You are offline.*automatically/],
  ['read', 'timeout', /did not respond in time/],
  ['read', 'unreachable', /cannot be reached/],
  ['write', 'offline', /offline, so this was not sent/],
  ['write', 'timeout', /may or may not have been done/],
  ['write', 'unreachable', /may or may not have been done/],
] as const)('has a message for a %s without a reply: %s', (effect, reason, message) => {
  const error = networkError(reason, effect)
  expect(errorMessage(error)).toMatch(message)
  expect(error).toMatchObject({ status: 0, code: reason, fields: [] })
})

/** Statuses that our server and its proxies send. */
const STATUSES = [
  400, 401, 403, 404, 405, 408, 409, 412, 413, 415, 421, 422, 425, 429, 500, 502, 503, 504, 507,
]

test('has a message for each of these statuses, and one for all others', () => {
  const messages = STATUSES.map((status) => errorMessage(toApiError(status, '<html>')))
  expect(new Set(messages).size).toBe(STATUSES.length)
  for (const text of messages) expect(text).toMatch(/^[A-Z].*\.$/)
  expect(errorMessage(toApiError(418, undefined))).toMatch(/refused/)
  expect(errorMessage(toApiError(599, null))).toMatch(/went wrong on the server/)
  expect(errorMessage(new TypeError('x is undefined'))).toBe('Something went wrong. Try again.')
})

test('does not accept a reply without a message as a problem document', () => {
  for (const data of [{ code: 1, detail: 'x' }, { code: 'x', detail: '' }, { code: 'x', detail: {} }, 'x'])
    expect(toApiError(404, data, 'r-2')).toMatchObject({
      code: 'no_reason_given',
      requestId: 'r-2',
      message: 'This does not exist, or you have no access to it.',
    })
})

test('shows the client’s id, which all attempts share', () => {
  const problem = { code: 'internal', detail: 'Failed.', request_id: 'attempt', client_request_id: 'call' }
  expect(toApiError(500, problem).requestId).toBe('call')
})

test('keeps the server’s message, code, fields and request id', () => {
  const error = toApiError(422, {
    code: 'invalid',
    detail: 'Two fields are wrong.',
    request_id: 'r-1',
    errors: [{ field: 'purpose', code: 'required', message: 'Select Purpose' }],
  })
  expect(error).toMatchObject({
    status: 422,
    code: 'invalid',
    message: 'Two fields are wrong.',
    requestId: 'r-1',
  })
  expect(error.fields).toHaveLength(1)
})
