import { api } from '@backoffice/contract/api'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { requestOf } from '../../kernel/served-apis.ts'
import { aPool, aToken } from '../../testing/fake-cloud-pool.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'
import { createNoteSession } from './security-events.ts'

const SUB = 'c0ffee00-0000-4000-8000-0000000000b5'
const NOW = () => Math.floor(Date.now() / 1_000)

let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem({ cloud: aPool().identity })
  await system.pool.query(`UPDATE users SET identity_sub = $1 WHERE email = 'agent@backoffice.test'`, [SUB])
})
beforeEach(async () => {
  await system.pool.query('DELETE FROM seen_sessions')
})
afterAll(() => system.stop())

type Claims = { origin_jti?: string | undefined; auth_time?: number }

const call = (claims: Claims, remoteAddress = '192.0.2.7') => {
  const headers = {
    authorization: `Bearer ${aToken({ sub: SUB, ...claims })}`,
    'user-agent': 'Backup tool 3',
  }
  return system.app.inject({ ...requestOf(api.access.getAccessPolicy, {}, headers), remoteAddress })
}

async function signIns(session: string) {
  const { rows } = await system.pool.query(
    `SELECT actor_name AS who, client_address AS address, device FROM audit_events
     WHERE action = 'sign-in.succeed' AND changes #>> '{session,1}' = $1`,
    [session],
  )
  return rows
}

test('the first call of a session is its sign-in, and refreshed tokens add none', async () => {
  const origin_jti = crypto.randomUUID()
  const auth_time = NOW() - 60
  await Promise.all(Array.from({ length: 8 }, () => call({ origin_jti, auth_time })))
  await call({ origin_jti, auth_time }, '192.0.2.9')
  expect(await signIns(origin_jti)).toEqual([
    { who: 'Maria Reyes', address: '192.0.2.7', device: 'Backup tool 3' },
  ])
})

test('two sessions of the same second are two sign-ins, the later one first or not', async () => {
  const [one, other] = [crypto.randomUUID(), crypto.randomUUID()]
  const auth_time = NOW() - 30
  await call({ origin_jti: one, auth_time })
  await call({ origin_jti: other, auth_time: auth_time - 5 })
  expect([await signIns(one), await signIns(other)].map((found) => found.length)).toEqual([1, 1])
})

test('several processes record a sign-in once', async () => {
  const { rows } = await system.pool.query(`SELECT id FROM users WHERE email = 'agent@backoffice.test'`)
  const session = crypto.randomUUID()
  const caller = {
    ...{ id: rows[0].id, name: 'Maria Reyes', status: 'ACTIVE' as const, nextEnd: null, tokenExpiresAt: 0 },
    ...{
      access: { modules: [], policies: [] },
      permanent: { modules: [], policies: [] },
      accessVersion: '1',
      needsAuthenticator: false,
    },
    identity: { sub: SUB, sessionId: session, signedInAt: NOW() },
  }
  const processes = Array.from({ length: 4 }, () => createNoteSession(system.db, () => new Date()))
  const app = (await import('fastify')).default()
  app.get('/', async (request) => {
    await Promise.all(processes.map((note) => note(request, caller)))
    return {}
  })
  expect((await app.inject('/')).statusCode).toBe(200)
  expect(await signIns(session)).toHaveLength(1)
})

test('a session that began more than a day ago is no sign-in', async () => {
  const origin_jti = crypto.randomUUID()
  await call({ origin_jti, auth_time: NOW() - 2 * 86_400 })
  expect(await signIns(origin_jti)).toEqual([])
})

test('a call goes through while the log cannot be written, and the next one records the sign-in', async () => {
  const origin_jti = crypto.randomUUID()
  const auth_time = NOW()
  await call({ origin_jti: crypto.randomUUID(), auth_time })
  await owner('ALTER TABLE seen_sessions RENAME TO away')
  expect((await call({ origin_jti, auth_time })).statusCode).toBe(200)
  await owner('ALTER TABLE away RENAME TO seen_sessions')
  await call({ origin_jti, auth_time })
  expect(await signIns(origin_jti)).toHaveLength(1)
})

async function owner(statement: string) {
  const client = new (await import('pg')).default.Client({ connectionString: system.url })
  await client.connect()
  await client.query(statement)
  await client.end()
}
