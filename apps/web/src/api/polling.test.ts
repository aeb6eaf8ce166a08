import { expect, test } from 'vitest'
import { pollEveryMs } from './polling.ts'

test('no polling while changes are pushed, ever slower while they are not', () => {
  expect(pollEveryMs({ live: true, downSinceMs: 0 }, 9e9)).toBe(false)
  const every = [0, 59_999, 60_000, 180_000, 9e9].map((nowMs) =>
    pollEveryMs({ live: false, downSinceMs: 0 }, nowMs),
  )
  expect(every).toEqual([5_000, 5_000, 10_000, 30_000, 30_000])
})
