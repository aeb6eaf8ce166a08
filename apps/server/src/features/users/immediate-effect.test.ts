import { api } from '@backoffice/contract/api'
import { Kysely, PostgresDialect } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTokenVerifier } from '../../adapters/identity/embedded.ts'
import type { DB } from '../../db/schema.ts'
import { requestOf } from '../../kernel/served-apis.ts'
import { insertUser, userIdOf } from '../../testing/access.ts'
import { signIn, startTestSystem, type TestSystem } from '../../testing/test-system.ts'
import { accessVersion } from '../access/access.store.ts'
import { createAuthentication } from '../access/authenticate.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem()
})
beforeEach(() => {
  system.clock.offsetMs = 0
})
afterAll(() => system.stop())

/** Another process, with its own cache of callers. */
function anotherProcess(db = system.db) {
  const { authenticate } = createAuthentication(db, createTokenVerifier(system.identity), async () => {})
  return (token: string) =>
    authenticate(`Bearer ${token}`).then(
      ({ access }) => (access.policies.length > 0 ? 'accepted' : 'no access'),
      ({ code }: { code?: string }) => code,
    )
}

async function call(token: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}` }
  const reply = await system.app.inject(requestOf(api.access.getAccessPolicy, {}, headers))
  return reply.statusCode === 200 ? 'accepted' : reply.json().code
}

const signedIn = (mailbox: string) => signIn(system.identity, `${mailbox}@backoffice.test`)
const read = (id: string) => system.call(api.users.get, { params: { id } }, 'admin')

async function setStatus(id: string, status: 'ACTIVE' | 'DISABLED') {
  const items = [{ id, version: (await read(id)).version }]
  return system.call(api.users.updateStatus, { body: { items, status, reason: 'Test' } }, 'admin')
}

test('another process refuses a disabled and a deleted user on the next call', async () => {
  const other = anotherProcess()
  const [agent, glass] = [await signedIn('agent'), await signedIn('glass')]
  expect([await other(agent), await other(glass)]).toEqual(['accepted', 'accepted'])
  await setStatus(await userIdOf(system, 'agent'), 'DISABLED')
  expect([await other(agent), await other(glass)]).toEqual(['user_disabled', 'accepted'])
  const id = await userIdOf(system, 'glass')
  await system.call(api.users.remove, { params: { id }, version: (await read(id)).version }, 'admin')
  expect(await other(glass)).toBe('user_unknown')
})

const BUSY_CALLERS = 20

/**
 * Calls another process without pause, changes something, and returns the outcomes of the calls that began before and
 * after the change committed.
 */
async function outcomesAround(mailbox: string, change: (token: string) => Promise<unknown>) {
  const token = await signedIn(mailbox)
  const other = anotherProcess()
  const before = new Set<string | undefined>()
  const after: (string | undefined)[] = []
  let hasChanged = false
  const work = async () => {
    while (after.length < 5 * BUSY_CALLERS) {
      const began = hasChanged
      const outcome = await other(token)
      if (began) after.push(outcome)
      else before.add(outcome)
    }
  }
  const working = Promise.all(Array.from({ length: BUSY_CALLERS }, work))
  await expect.poll(() => before.size).toBe(1)
  await change(token)
  hasChanged = true
  await working
  return { before: before.has('accepted'), after: [...new Set(after)] }
}

const withdraw = () =>
  system.pool.query(`DELETE FROM role_policies USING roles WHERE role_id = roles.id AND name = 'Night desk'`)
const disable = async () => setStatus(await userIdOf(system, 'bernard.tolentino'), 'DISABLED')
const endSessions = async (token: string) => {
  const headers = { authorization: `Bearer ${token}` }
  await system.app.inject(requestOf(api.account.endAllSessions, {}, headers))
}

test.each<[string, string, string, (token: string) => Promise<unknown>]>([
  ['withdrawn access', 'rowena.castillo', 'no access', withdraw],
  ['a disabled user', 'bernard.tolentino', 'user_disabled', disable],
  ['an ended session', 'estrella.gonzales', 'session_revoked', endSessions],
])('a busy process notices %s on every call that begins later', async (_what, mailbox, code, change) => {
  expect(await outcomesAround(mailbox, change)).toEqual({ before: true, after: [code] })
})

test('an enabled user without a sign-in is pending, and active after the first sign-in', async () => {
  const id = await userIdOf(system, 'lookup')
  await system.pool.query("UPDATE users SET status = 'PENDING' WHERE id = $1", [id])
  const statuses = [await setStatus(id, 'DISABLED'), await setStatus(id, 'ACTIVE')]
  expect(statuses.map(({ items }) => items[0]?.row?.status)).toEqual(['DISABLED', 'PENDING'])
  // Sign-ins in the second of the disabling are revoked.
  system.clock.offsetMs = 2_000
  expect(await call(await signedIn('lookup'))).toBe('accepted')
  expect((await read(id)).status).toBe('ACTIVE')
})

test('ending all sessions of a user takes effect on their next call; later sign-ins are valid', async () => {
  const id = await userIdOf(system, 'supervisor')
  const [one, two] = [await signedIn('supervisor'), await signedIn('supervisor')]
  const other = anotherProcess()
  expect([await call(one), await other(two)]).toEqual(['accepted', 'accepted'])
  const listed = await system.call(api.users.sessions, { params: { id } }, 'auditor')
  expect([listed.is_available, listed.items.length]).toEqual([true, 2])
  expect(Object.keys(listed.items[0] ?? {}).sort()).toEqual([
    'address',
    'created_at',
    'id',
    'last_used_at',
    'user_agent',
  ])

  expect(await system.call(api.users.endSessions, { params: { id } }, 'admin')).toEqual({ id })
  expect([await call(one), await other(two)]).toEqual(['session_revoked', 'session_revoked'])
  expect((await read(id)).provider_action).toMatchObject({ action: 'end-sessions' })
  system.clock.offsetMs = 2_000
  expect(await call(await signedIn('supervisor'))).toBe('accepted')

  const { rows } = await system.pool.query(
    "SELECT resource, action, outcome FROM audit_events WHERE resource_id = $1 AND action LIKE '%sessions'",
    [id],
  )
  expect(rows).toEqual([{ resource: 'user', action: 'user.end-sessions', outcome: 'done' }])
})

test('sessions of unknown or deleted users are neither shown nor ended', async () => {
  const { id: role } = (await read(await userIdOf(system, 'viewer'))).role
  for (const id of [crypto.randomUUID(), await insertUser(system, role, { status: 'DELETED' })]) {
    const params = { id }
    expect((await system.expectProblem(api.users.sessions, { params }, 'admin')).status).toBe(404)
    expect((await system.expectProblem(api.users.endSessions, { params }, 'admin')).status).toBe(404)
  }
})

test('a sign-in is written once per process, keeps the access version, and an older one changes nothing', async () => {
  const id = await userIdOf(system, 'viewer')
  const older = await signedIn('viewer')
  system.clock.offsetMs = 5_000
  const newer = await signedIn('viewer')
  const { version } = await accessVersion(system.db)
  const statements: string[] = []
  const counting = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: system.pool }),
    log: ({ query }) => void statements.push(query.query.kind),
  })
  const other = anotherProcess(counting)
  const statementsOf = async (token: string) => {
    statements.length = 0
    expect(await other(token)).toBe('accepted')
    return [...statements]
  }
  // The access version is a prepared read.
  const ACCESS_VERSION = 'RawNode'
  // The user with all permanent access is one prepared read too.
  const lookUp = [ACCESS_VERSION, 'RawNode']
  expect(await statementsOf(newer)).toEqual([...lookUp, 'UpdateQueryNode'])
  const { last_sign_in_at } = await read(id)
  expect(await statementsOf(newer)).toEqual([ACCESS_VERSION])
  expect(await statementsOf(older)).toEqual([ACCESS_VERSION])
  expect(await anotherProcess()(older)).toBe('accepted')
  expect((await read(id)).last_sign_in_at).toBe(last_sign_in_at)
  expect((await accessVersion(system.db)).version).toBe(version)
})
