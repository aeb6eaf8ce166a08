import { expect, test } from 'vitest'
import { backoffMs, pause } from './backoff.ts'

test('doubles from 200 ms with up to 100 ms of jitter, under a cap', () => {
  expect([1, 2, 3].map((attempt) => backoffMs(attempt, 30_000, 0))).toEqual([200, 400, 800])
  expect(backoffMs(1, 30_000, 1)).toBe(300)
  expect(backoffMs(20, 30_000)).toBe(30_000)
})

test('a pause ends at once when it is called off', async () => {
  const stop = new AbortController()
  const paused = pause(60_000, stop.signal)
  stop.abort()
  await paused
  await pause(60_000, stop.signal)
})
