import { api } from '@backoffice/contract/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestSystem, type TestSystem } from '../testing/test-system.ts'
import { requestOf } from './served-apis.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem({ callsPerMinute: 2 })
})
afterAll(() => system.stop())

const call = async (authorization = '') =>
  (await system.app.inject(requestOf(api.access.getAccessPolicy, {}, { authorization }))).headers

test('replies state the calls left in the minute, and a refusal when to retry', async () => {
  const authorization = `Bearer ${await system.tokenOf('agent')}`
  expect(await call(authorization)).toMatchObject({
    'ratelimit-policy': '"caller";q=2;w=60',
    ratelimit: expect.stringMatching(/^"caller";r=1;t=(60|[1-5]?\d)$/),
  })
  expect(await call(authorization)).toMatchObject({ ratelimit: expect.stringMatching(/^"caller";r=0;t=/) })
  const { ratelimit, ...refused } = await call(authorization)
  expect(ratelimit).toBe(`"caller";r=0;t=${refused['retry-after']}`)
  expect(Number(refused['retry-after'])).toBeGreaterThan(1)
  // The refused call counts for the address, as do calls without a caller.
  expect(await call()).toMatchObject({
    'ratelimit-policy': '"address";q=20;w=60',
    ratelimit: expect.stringMatching(/^"address";r=16;t=/),
  })
})
