import { expect, test } from 'vitest'
import { restartDelays } from './restart-delays.ts'

test('delays grow with repeated exits and reset after a stable run', () => {
  let nowMs = 0
  const delays = restartDelays(() => nowMs)
  expect([0, 1, 2, 3, 4, 5].map(() => delays.nextMs())).toEqual([0, 250, 500, 1_000, 2_000, 2_000])
  delays.started()
  nowMs += 60_000
  expect(delays.nextMs()).toBe(0)
})
