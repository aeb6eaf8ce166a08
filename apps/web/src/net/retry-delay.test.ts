import { expect, test } from 'vitest'
import { retryAfterMs, retryDelayMs } from './call.ts'

const nowMs = Date.parse('2026-11-20T09:00:00Z')

test.each([
  ['3', 3_000],
  ['0', 0],
  [' 7 ', 7_000],
  ['Fri, 20 Nov 2026 09:00:05 GMT', 5_000],
  ['Friday, 20-Nov-26 09:00:05 GMT', 5_000],
  ['Fri, 20 Nov 2026 08:00:00 GMT', 0],
  ['-1', undefined],
  ['1.5', undefined],
  ['soon', undefined],
  ['2026', 2_026_000],
  ['Soon, perhaps', undefined],
  ['', undefined],
  [null, undefined],
])('Retry-After “%s” is %s ms', (header, expected) => {
  expect(retryAfterMs(header, nowMs)).toBe(expected)
})

const response = (status: number, retryAfter?: string) =>
  new Response(null, { status, headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter } })

test.each([
  ['no answer', undefined, 200],
  ['500', response(500), 200],
  ['500, whose header does not count', response(500, '3'), 200],
  ['503', response(503), 200],
  ['503 with 3 s', response(503, '3'), 3_200],
  ['429 with 3 s', response(429, '3'), 3_200],
  ['429 with a date', response(429, 'Fri, 20 Nov 2026 09:00:05 GMT'), 5_200],
  ['503 with an hour', response(503, '3600'), 10_000],
])('after %s', (_, reply, expected) => {
  expect(retryDelayMs(reply, nowMs, 0)).toBe(expected)
  expect(retryDelayMs(reply, nowMs, 1)).toBe(Math.min(10_000, expected + 100))
})
