import { type Module, moduleOf, PERMISSIONS, type Permission, resourceOf } from '@backoffice/contract/access'
import { api } from '@backoffice/contract/api'
import type { Endpoint } from '@backoffice/contract/endpoint'
import type { Problem } from '@backoffice/contract/schemas/values'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEmbeddedProvider } from '../adapters/identity/embedded.ts'
import { TEST_KEY } from '../testing/test-database.ts'
import { requestOf, signIn, startTestSystem, type TestSystem } from '../testing/test-system.ts'

/**
 * Every endpoint there is × everybody who could knock. The list is the contract's own, so a new endpoint
 * is walked without being named here.
 */
const ENDPOINTS: [string, Endpoint][] = Object.entries(api).flatMap(([group, endpoints]) =>
  Object.entries(endpoints).map(([name, endpoint]): [string, Endpoint] => [`${group}.${name}`, endpoint]),
)

let system: TestSystem
let walker: string
const tokens: Record<string, string> = {}

beforeAll(async () => {
  system = await startTestSystem()
  walker = await signIn(system.identity, 'viewer@backoffice.test')
  tokens['access token'] = await signIn(system.identity, 'viewer@backoffice.test', { kind: 'AccessToken' })
  system.clock.offsetMs = -3 * 3_600_000
  tokens['expired token'] = await signIn(system.identity, 'viewer@backoffice.test')
  system.clock.offsetMs = 0
  tokens['token of another client'] = await foreignToken({ clientId: 'anotherclient0000000000001' })
  tokens['token of another issuer'] = await foreignToken({ issuer: 'urn:somebody:else' })
  tokens['token with another signature'] = `${walker.slice(0, -8)}AAAAAAAA`
  tokens['no token at all'] = 'nonsense'
})
afterAll(() => system.stop())

/** Signed by the same keys, for another client or issuer. */
async function foreignToken(other: { clientId?: string; issuer?: string }) {
  const { createIdentityProvider } = await import('@backoffice/identity')
  const provider = createIdentityProvider({
    pool: system.pool,
    key: TEST_KEY,
    userPoolId: 'ap-southeast-1_embedded1',
    clientId: other.clientId ?? 'embeddedclient00000000001',
    issuer: other.issuer ?? 'urn:backoffice:identity:ap-southeast-1_embedded1',
    deliver: async () => {},
  })
  return signIn(provider, 'viewer@backoffice.test', other.clientId ? { clientId: other.clientId } : {})
}

/** The walker gets exactly these modules and statements. */
async function grant(modules: readonly string[], statements: readonly string[]) {
  const { rows } = await system.pool.query<{ id: string }>(
    `INSERT INTO policies (name, statements) VALUES (gen_random_uuid()::text, $1) RETURNING id`,
    [statements],
  )
  const role = await system.pool.query<{ id: string }>(
    `INSERT INTO roles (name, modules) VALUES (gen_random_uuid()::text, $1) RETURNING id`,
    [modules],
  )
  await system.pool.query('INSERT INTO role_policies VALUES ($1, $2)', [role.rows[0]?.id, rows[0]?.id])
  await system.pool.query(`UPDATE users SET role_id = $1 WHERE email = 'viewer@backoffice.test'`, [
    role.rows[0]?.id,
  ])
}

/** Called with nothing in it: who may call gets past the door, whatever is said of the empty call after. */
async function knock(endpoint: Endpoint, token: string | null): Promise<number> {
  const headers = token === null ? {} : { authorization: `Bearer ${token}` }
  const isStream = endpoint.effect === 'stream'
  const reply = await system.app.inject({
    ...requestOf(endpoint, {}, headers),
    ...(isStream && { payloadAsStream: true }),
  })
  if (isStream) reply.stream().destroy()
  // Some of the endpoints end sessions: the next knock is as good as the last.
  if (endpoint === api.account.endAllSessions || endpoint === api.account.endCurrentSession)
    await reopenSessions()
  return reply.statusCode
}

async function reopenSessions() {
  await system.pool.query('DELETE FROM ended_sessions')
  await system.pool.query('UPDATE users SET signed_in_after = NULL')
}

const isPastTheDoor = (status: number) => status !== 401 && status !== 403 && status < 500

function wantedBy(endpoint: Endpoint): readonly Permission[] {
  if (endpoint.access === 'signed-in') return []
  return typeof endpoint.access === 'string' ? [endpoint.access] : endpoint.access.anyOf
}

describe.each(ENDPOINTS)('%s', (_name, endpoint) => {
  const wanted = wantedBy(endpoint)
  const wantedModules = wanted.map(moduleOf)
  const others = PERMISSIONS.filter((permission) => !wanted.includes(permission))
  const otherModules: Module[] = (
    ['Users', 'Lookup', 'Glass', 'Audit', 'SMAC Inquiry', 'Files'] as const
  ).filter((module) => !wantedModules.includes(module))

  test('requires a valid ID token', async () => {
    expect(await knock(endpoint, null)).toBe(401)
    for (const [kind, token] of Object.entries(tokens)) {
      expect([kind, await knock(endpoint, token)]).toEqual([kind, 401])
    }
  })

  test('asks for its module and its action, both', async () => {
    await grant(['All'], [])
    expect(isPastTheDoor(await knock(endpoint, walker))).toBe(wanted.length === 0)
    await grant(['All'], others)
    expect(isPastTheDoor(await knock(endpoint, walker))).toBe(wanted.length === 0)
    await grant(otherModules, ['*:*'])
    expect(isPastTheDoor(await knock(endpoint, walker))).toBe(wanted.length === 0)
    for (const permission of wanted) {
      const module = moduleOf(permission)
      await grant([module], [permission])
      expect(isPastTheDoor(await knock(endpoint, walker))).toBe(true)
      await grant([module], [`${resourceOf(permission)}:*`])
      expect(isPastTheDoor(await knock(endpoint, walker))).toBe(true)
      await grant(['All'], ['*:*'])
      expect(isPastTheDoor(await knock(endpoint, walker))).toBe(true)
      await grant([module], [`*:${permission.split(':')[1]}`])
      expect(await knock(endpoint, walker)).toBe(403)
    }
  })

  test('names missing permissions by label and by identifier', async () => {
    if (wanted.length === 0) return
    await grant(['All'], [])
    const headers = { authorization: `Bearer ${walker}` }
    const problem = (await system.app.inject(requestOf(endpoint, {}, headers))).json<Problem>()
    expect(problem).toMatchObject({ code: 'access_denied', missing: wanted })
    expect(problem.detail).toMatch(/^You may not [a-z ]+: ask an access administrator for it\.$/)
  })

  test('rejects a disabled user on the next call, and an unknown user as nonexistent', async () => {
    await grant(['All'], ['*:*'])
    const setStatus = (status: string) =>
      system.pool.query(`UPDATE users SET status = $1 WHERE email = 'viewer@backoffice.test'`, [status])
    await setStatus('DISABLED')
    expect(await knock(endpoint, walker)).toBe(401)
    await setStatus('DELETED')
    expect(await knock(endpoint, walker)).toBe(401)
    await setStatus('ACTIVE')
    expect(isPastTheDoor(await knock(endpoint, walker))).toBe(true)
  })
})

test('another process feels a change of access on its next call', async () => {
  const other = createEmbeddedProvider({
    pool: system.pool,
    key: TEST_KEY,
    clock: system.clock,
    onError: () => {},
  })
  const { createAuthenticate } = await import('../resources/access/authenticate.ts')
  const { createTokenVerifier } = await import('../adapters/identity/embedded.ts')
  const authenticate = createAuthenticate(system.db, createTokenVerifier(other))
  await grant(['Files'], ['file:view'])
  expect((await authenticate(`Bearer ${walker}`)).access.policies).toEqual(['file:view'])
  await grant(['Files'], ['file:cancel'])
  expect((await authenticate(`Bearer ${walker}`)).access.policies).toEqual(['file:cancel'])
})
