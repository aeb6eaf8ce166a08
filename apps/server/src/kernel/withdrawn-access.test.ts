import { Readable } from 'node:stream'
import { api } from '@backoffice/contract/api'
import type { Endpoint } from '@backoffice/contract/endpoint'
import type { Problem } from '@backoffice/contract/values.schemas'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connectClient } from '../db/client.ts'
import { insertPolicy, insertRole, userIdOf } from '../testing/access.ts'
import { createStubApp, type StubApp } from '../testing/stub-app.ts'
import { signIn, startTestSystem, type TestSystem } from '../testing/test-system.ts'
import { requestOf } from './served-apis.ts'

/**
 * Withdraws access from every endpoint wherever a call can pause, in the open body, the wait for a slot and the
 * transaction of a write.
 */
const ENDPOINTS: [string, Endpoint][] = Object.entries(api).flatMap(([group, endpoints]) =>
  Object.entries(endpoints).map(([name, endpoint]): [string, Endpoint] => [`${group}.${name}`, endpoint]),
)
const WITH_BODY = ENDPOINTS.filter(([, { method }]) => method !== 'GET')
const WRITES = ENDPOINTS.filter(([, { effect }]) => effect === 'write')

let system: TestSystem
/** The same endpoints with handlers that write a row and pause on request. */
let stub: StubApp
let headers: Record<string, string>
let userId: string
let roles: { powerful: string; powerless: string }

beforeAll(async () => {
  system = await startTestSystem()
  headers = { authorization: `Bearer ${await signIn(system.identity, 'viewer@backoffice.test')}` }
  userId = await userIdOf(system, 'viewer')
  roles = {
    powerful: await insertRole(system, ['All'], [await insertPolicy(system, ['*:*'])]),
    powerless: await insertRole(system, [], []),
  }
  stub = createStubApp(system, ENDPOINTS)
})
afterAll(async () => {
  await stub.app.close()
  await system.stop()
})
beforeEach(restore)

async function restore() {
  stub.reset()
  await system.pool.query('DELETE FROM ended_sessions')
  await system.pool.query("DELETE FROM policies WHERE name LIKE 'written by %'")
  await requireAuthenticator(false)
  await system.pool.query(
    "UPDATE users SET status = 'ACTIVE', role_id = $2, signed_in_after = NULL WHERE id = $1",
    [userId, roles.powerful],
  )
}

const requireAuthenticator = (isRequired: boolean) =>
  system.pool.query('UPDATE roles SET requires_second_factor = $2 WHERE id = $1', [
    roles.powerful,
    isRequired,
  ])

const WITHDRAWALS = {
  user_disabled: () => system.pool.query("UPDATE users SET status = 'DISABLED' WHERE id = $1", [userId]),
  session_revoked: () =>
    system.pool.query("UPDATE users SET signed_in_after = now() + interval '1 day' WHERE id = $1", [userId]),
  access_denied: () =>
    system.pool.query('UPDATE users SET role_id = $2 WHERE id = $1', [userId, roles.powerless]),
  second_factor_required: () => requireAuthenticator(true),
}
type Refusal = keyof typeof WITHDRAWALS

/** Withdrawals that end the right to call an endpoint. */
const refusalsOf = ({ access, openToSetUp }: Endpoint): Refusal[] => [
  'user_disabled',
  'session_revoked',
  ...(access === 'signed-in' ? [] : ['access_denied' as const]),
  ...(openToSetUp ? [] : ['second_factor_required' as const]),
]

async function written(): Promise<unknown[]> {
  const { rows } = await system.pool.query("SELECT name FROM policies WHERE name LIKE 'written by %'")
  return rows
}

/** Calls, withdraws access once the call has paused, resumes it, and returns its error code. */
async function codeAfter(
  call: Promise<{ body: string }>,
  paused: Promise<unknown>,
  withdraw: () => Promise<unknown>,
  resume: () => void,
) {
  await Promise.race([paused, call.then(({ body }) => Promise.reject(new Error(`was not paused: ${body}`)))])
  await withdraw()
  resume()
  return (JSON.parse((await call).body) as Problem).code
}

describe.each(WITH_BODY)('%s', (_name, endpoint) => {
  test('is refused when access ends while the body is open', async () => {
    for (const refusal of refusalsOf(endpoint)) {
      await restore()
      const opened = Promise.withResolvers<void>()
      const payload = new Readable({ read: () => opened.resolve() })
      const request: InjectOptions = {
        ...requestOf(endpoint, {}, { ...headers, 'content-type': 'application/json' }),
        payload,
      }
      const finish = () => {
        payload.push('{}')
        payload.push(null)
      }
      const call = system.app.inject(request)
      expect(await codeAfter(call, opened.promise, WITHDRAWALS[refusal], finish)).toBe(refusal)
    }
  })
})

describe.each(ENDPOINTS)('%s', (name, endpoint) => {
  test('is refused when access ends while the call waits for a slot', async () => {
    for (const refusal of refusalsOf(endpoint)) {
      await restore()
      const { paused, resume } = stub.pauseAt('turn')
      const call = stub.app.inject(requestOf(endpoint, {}, headers))
      expect(await codeAfter(call, paused, WITHDRAWALS[refusal], resume)).toBe(refusal)
      expect([stub.handled(name), await written()]).toEqual([[], []])
    }
  })
})

describe.each(WRITES)('%s', (_name, endpoint) => {
  test('writes nothing when access ends before the commit', async () => {
    for (const refusal of refusalsOf(endpoint)) {
      // The provider ends the session while such a call runs.
      if (refusal === 'session_revoked' && endpoint.endsSessions) continue
      await restore()
      const { paused, resume } = stub.pauseAt('commit')
      const call = stub.app.inject(requestOf(endpoint, {}, headers))
      expect(await codeAfter(call, paused, WITHDRAWALS[refusal], resume)).toBe(refusal)
      expect(await written()).toEqual([])
    }
  })
})

describe('a write whose transaction is about to commit', () => {
  const [name, endpoint] = WRITES.find(([, { access }]) => access === 'tender:create') ?? []
  if (!name || !endpoint) throw new Error('There is no such endpoint')
  const start = () => stub.app.inject(requestOf(endpoint, {}, headers))

  test('waits for a change of access that is about to commit, then is refused', async () => {
    const { paused, resume } = stub.pauseAt('commit')
    const call = start()
    await paused
    const other = await connectClient(system.url)
    try {
      await other.query('BEGIN')
      await other.query("UPDATE users SET status = 'DISABLED' WHERE id = $1", [userId])
      resume()
      await expect
        .poll(async () => {
          const { rows } = await system.pool.query(
            "SELECT count(*)::int AS waiting FROM pg_locks WHERE locktype = 'advisory' AND NOT granted",
          )
          return rows[0].waiting
        })
        .toBe(1)
      await other.query('COMMIT')
    } finally {
      await other.end()
    }
    expect([(await call).json().code, await written()]).toEqual(['user_disabled', []])
  })

  test('runs once when only the access of other users changes', async () => {
    const { paused, resume } = stub.pauseAt('commit')
    const call = start()
    await paused
    await system.pool.query(`UPDATE users SET given_name = given_name WHERE email = 'agent@backoffice.test'`)
    resume()
    expect([(await call).statusCode, stub.handled(name).length]).toEqual([201, 1])
    expect(await written()).toHaveLength(1)
  })

  test('runs again with the current access of the caller', async () => {
    const other = await insertRole(system, ['Lookup'], [await insertPolicy(system, ['tender:create'])])
    const { paused, resume } = stub.pauseAt('commit')
    const call = start()
    await paused
    await system.pool.query('UPDATE users SET role_id = $2 WHERE id = $1', [userId, other])
    resume()
    expect((await call).statusCode).toBe(201)
    expect(stub.handled(name)).toEqual([['*:*'], ['tender:create']])
    expect(await written()).toHaveLength(1)
  })

  test('succeeds when it changes the caller itself', async () => {
    stub.onWrite(async (tx) => {
      const signed_in_after = new Date(Date.now() + 3_600_000)
      await tx.updateTable('users').set({ signed_in_after }).where('id', '=', userId).execute()
      await tx.updateTable('users').set({ given_name: 'Self' }).where('id', '=', userId).execute()
    })
    expect([(await start()).statusCode, stub.handled(name).length]).toEqual([201, 1])
  })
})
