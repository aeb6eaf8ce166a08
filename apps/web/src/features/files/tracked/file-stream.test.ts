import { expect, test } from 'vitest'
import { pollEveryMs } from './file-stream.ts'

test('does not poll while changes are pushed; otherwise polls with increasing intervals', () => {
  expect(pollEveryMs({ live: true, downSinceMs: 0 }, 9e9)).toBe(false)
  const intervals = [0, 59_999, 60_000, 180_000, 9e9].map((nowMs) =>
    pollEveryMs({ live: false, downSinceMs: 0 }, nowMs),
  )
  expect(intervals).toEqual([5_000, 5_000, 10_000, 30_000, 30_000])
})
