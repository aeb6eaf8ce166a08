import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addCounts, createLatencies, p95 } from './latencies.ts'

test('the 95th percentile is at most 15 % above the exact one, for one process and for several', () => {
  const times = fc.array(fc.double({ min: 1, max: 60_000, noNaN: true }), { minLength: 1, maxLength: 300 })
  fc.assert(
    fc.property(times, fc.integer({ min: 1, max: 4 }), (all, processes) => {
      const each = Array.from({ length: processes }, () => createLatencies(() => 0))
      for (const [at, ms] of all.entries()) each[at % processes]?.record(ms)
      const exact = all.toSorted((a, b) => a - b)[Math.ceil(all.length * 0.95) - 1] as number
      const found = p95(each.map(({ counts }) => counts()).reduce(addCounts)) as number
      expect(found).toBeGreaterThanOrEqual(exact * 0.999)
      expect(found).toBeLessThanOrEqual(exact * 1.151)
    }),
  )
})

test('there is no percentile without calls, and calls are dropped after five minutes', () => {
  let nowMs = 0
  const latencies = createLatencies(() => nowMs)
  expect(p95(latencies.counts())).toBeNull()
  latencies.record(0)
  latencies.record(10_000_000)
  nowMs = 4 * 60_000
  latencies.record(1)
  expect(latencies.counts().reduce((a, b) => a + b)).toBe(3)
  nowMs = 5 * 60_000 + 30_000
  expect(latencies.counts().reduce((a, b) => a + b)).toBe(1)
  expect(p95(latencies.counts())).toBe(1)
})
