import { expect, test } from 'vitest'
import { retryAfterMs, retryDelayMs } from './retry-delay.ts'

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

const reply = (status: number, retryAfter?: string) =>
  new Response(null, { status, headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter } })

test.each([
  ['no answer', undefined, 200],
  ['500', reply(500), 200],
  ['500, which has no say', reply(500, '3'), 200],
  ['503', reply(503), 200],
  ['503 with 3 s', reply(503, '3'), 3_200],
  ['429 with 3 s', reply(429, '3'), 3_200],
  ['429 with a date', reply(429, 'Fri, 20 Nov 2026 09:00:05 GMT'), 5_200],
  ['503 with an hour', reply(503, '3600'), 10_000],
])('after %s', (_, response, expected) => {
  expect(retryDelayMs(response, nowMs, 0)).toBe(expected)
  expect(retryDelayMs(response, nowMs, 1)).toBe(Math.min(10_000, expected + 100))
})
