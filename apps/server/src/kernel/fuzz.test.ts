import { propertyRuns } from '@backoffice/contract/testing/property-runs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fuzzEndpoints } from '../testing/fuzz/fuzz-endpoints.ts'
import { type FuzzSystem, startFuzzSystem } from '../testing/fuzz/fuzz-system.ts'

/** The short form of `npm run fuzz`; with FULL=1 three calls of each endpoint instead of one in each round. */
const SEED = 20261124
const REQUESTS = propertyRuns(1_200)

let system: FuzzSystem
beforeAll(async () => {
  system = await startFuzzSystem({ workers: false })
})
afterAll(() => system.stop())

test('every endpoint replies to generated calls with a resource or a problem document', async () => {
  const results = await fuzzEndpoints(system, { seed: SEED, requests: REQUESTS })
  expect(results.flatMap(({ name, failures }) => failures.map((failure) => ({ name, ...failure })))).toEqual(
    [],
  )
  const sum = (kind: string) => results.reduce((total, { replies }) => total + (replies[kind] ?? 0), 0)
  expect(sum('2xx') + sum('3xx') + sum('4xx')).toBeGreaterThanOrEqual(REQUESTS)
  // Enough calls pass validation, and enough fail it.
  expect(sum('2xx')).toBeGreaterThan(REQUESTS / 5)
  expect(sum('4xx')).toBeGreaterThan(REQUESTS / 5)
  expect(system.failures).toEqual([])
}, 300_000)

const ONE_EACH = { seed: SEED, requests: 1 }

test('a call that cannot be made fails the run', async () => {
  const callerToken = () => Promise.reject(new Error('no token'))
  await expect(fuzzEndpoints({ ...system, callerToken }, ONE_EACH)).rejects.toMatchObject({
    message: expect.stringMatching(/^access\.\w+ could not be called$/),
    cause: { message: 'no token' },
  })
})

test.each([
  [200, 'application/json', /200 is not JSON: \{"resource":/],
  [400, 'application/problem+json', /not a problem document: \{"resource":/],
])('a truncated reply %i is reported for its endpoint', async (status, type, flaw) => {
  const headers = { 'x-request-id': 'x', 'content-type': type }
  const sendRequest = async () => ({ status, headers, body: '{"resource":' })
  const results = await fuzzEndpoints({ ...system, sendRequest }, ONE_EACH)
  const called = results.filter(({ endpoint }) => endpoint.effect !== 'stream' || status === 400)
  for (const { name, failures } of called)
    expect([name, failures.map(({ flaws }) => flaws.join())]).toEqual([
      name,
      expect.arrayContaining([expect.stringMatching(flaw)]),
    ])
})
