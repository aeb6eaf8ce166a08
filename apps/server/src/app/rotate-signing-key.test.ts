import { api } from '@backoffice/contract/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKeyRotation } from '../adapters/identity/create-identity.ts'
import { requestOf } from '../kernel/served-apis.ts'
import { TEST_KEY } from '../testing/test-database.ts'
import { signIn, startTestSystem, type TestSystem } from '../testing/test-system.ts'
import { rotateSigningKey } from './run-jobs.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem({ workers: true })
})
afterAll(() => system.stop())

const DAY_MS = 24 * 3_600_000

const aToken = () => signIn(system.identity, 'agent@backoffice.test')

function kidOf(token: string): string {
  return JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid
}

async function statusWith(token: string) {
  const headers = { authorization: `Bearer ${token}` }
  return (await system.app.inject(requestOf(api.access.getAccessPolicy, {}, headers))).statusCode
}

async function rotations() {
  const { rows } = await system.pool.query(
    `SELECT actor_name, resource_id FROM audit_events WHERE action = 'signing-key.rotate'`,
  )
  return rows
}

test('after ninety days a new key signs and existing tokens stay valid', async () => {
  const first = kidOf(await aToken())
  system.clock.offsetMs = 89 * DAY_MS
  await rotateSigningKey(system.workerDeps)
  expect(kidOf(await aToken())).toBe(first)

  system.clock.offsetMs = 91 * DAY_MS
  const before = await aToken()
  await rotateSigningKey(system.workerDeps)
  expect(await statusWith(before)).toBe(200)
  // Every process signs with it within a minute.
  system.clock.offsetMs += 60_000
  const after = await aToken()
  expect([kidOf(before), await statusWith(before), await statusWith(after)]).toEqual([first, 200, 200])
  expect(await rotations()).toEqual([{ actor_name: 'System', resource_id: kidOf(after) }])
  expect(kidOf(after)).not.toBe(first)
  expect((await system.identity.jwks()).keys).toHaveLength(2)

  await rotateSigningKey(system.workerDeps)
  expect(await rotations()).toHaveLength(1)
})

test('workers run it every night', async () => {
  const schedules = await system.boss.getSchedules('rotate-signing-key')
  expect(schedules).toMatchObject([{ cron: '37 18 * * *' }])
  system.clock.offsetMs = 182 * DAY_MS
  await system.boss.send('rotate-signing-key', {})
  await expect.poll(rotations, { timeout: 10_000 }).toHaveLength(2)
  expect(system.failures).toEqual([])
})

test('keys of a cloud pool are not rotated', async () => {
  const { pool, clock } = system
  const options = { pool, key: TEST_KEY, clock, onError: () => {} }
  expect(createKeyRotation({ userPool: { id: 'p_1', clientId: 'c' } }, options)).toBeNull()
  await rotateSigningKey({ ...system.workerDeps, rotateKey: null })
})
