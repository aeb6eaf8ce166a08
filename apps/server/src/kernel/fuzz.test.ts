import { afterAll, beforeAll, expect, test } from 'vitest'
import { fuzzEndpoints } from '../testing/fuzz/fuzz-endpoints.ts'
import { type FuzzSystem, startFuzzSystem } from '../testing/fuzz/fuzz-system.ts'

/** The short form of `npm run fuzz`. */
const SEED = 20261124
const REQUESTS = 1_200

let system: FuzzSystem
beforeAll(async () => {
  system = await startFuzzSystem({ workers: false })
})
afterAll(() => system.stop())

test('every endpoint answers calls made from its own schemas with a resource or a problem document', async () => {
  const results = await fuzzEndpoints(system, { seed: SEED, requests: REQUESTS })
  expect(results.flatMap(({ name, failures }) => failures.map((failure) => ({ name, ...failure })))).toEqual(
    [],
  )
  const sum = (kind: string) => results.reduce((total, { replies }) => total + (replies[kind] ?? 0), 0)
  expect(sum('2xx') + sum('3xx') + sum('4xx')).toBeGreaterThanOrEqual(REQUESTS)
  // Enough of them get past the validator, and enough do not.
  expect(sum('2xx')).toBeGreaterThan(REQUESTS / 5)
  expect(sum('4xx')).toBeGreaterThan(REQUESTS / 5)
  expect(system.failures).toEqual([])
}, 300_000)
