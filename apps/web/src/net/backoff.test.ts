import { expect, test } from 'vitest'
import { backoffMs, pause } from './backoff.ts'

/** All waits before giving up. */
function waits(random: number, capMs?: number): number[] {
  const all: number[] = []
  for (let retry = 1; ; retry++) {
    const waitMs = backoffMs(retry, capMs, random)
    if (waitMs === undefined) return all
    all.push(waitMs)
  }
}

test.each([
  // 5 minutes by default: 11 waits, then undefined instead of the cap.
  [undefined, 0, [200, 400, 800, 1600, 3200, 6400, 12_800, 25_600, 51_200, 102_400, 204_800]],
  [undefined, 1, [300, 500, 900, 1700, 3300, 6500, 12_900, 25_700, 51_300, 102_500, 204_900]],
  [5_000, 0, [200, 400, 800, 1600, 3200]],
  [5_000, 1, [300, 500, 900, 1700, 3300]],
])('a cap of %s ms with jitter × %s: the waits', (capMs, random, expected) => {
  expect(waits(random, capMs)).toEqual(expected)
})

test('a wait of exactly the cap is allowed', () => {
  expect(backoffMs(1, 300, 1)).toBe(300)
  expect(backoffMs(1, 299, 1)).toBeUndefined()
})

test('the base is 100 ms, and the default cap 5 minutes to within 100 ms', () => {
  expect(backoffMs(0, undefined, 0)).toBe(100)
  // A fractional retry gets close enough to the cap to find it.
  expect(backoffMs(Math.log2(2_999), undefined, 0)).toBeCloseTo(299_900)
  expect(backoffMs(Math.log2(3_001), undefined, 0)).toBeUndefined()
})

test('the jitter is under 100 ms', () => {
  for (let time = 0; time < 100; time++) {
    const waitMs = backoffMs(1) ?? 0
    expect(waitMs).toBeGreaterThanOrEqual(200)
    expect(waitMs).toBeLessThan(300)
  }
})

test('an abort ends a pause immediately', async () => {
  const stop = new AbortController()
  const paused = pause(60_000, stop.signal)
  stop.abort()
  await paused
  await pause(60_000, stop.signal)
})
