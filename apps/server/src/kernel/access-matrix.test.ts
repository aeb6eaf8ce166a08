import { type Module, moduleOf, PERMISSIONS, type Permission, resourceOf } from '@backoffice/contract/access'
import { api } from '@backoffice/contract/api'
import type { Endpoint } from '@backoffice/contract/endpoint'
import type { Problem } from '@backoffice/contract/values.schemas'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEmbeddedProvider } from '../adapters/identity/embedded.ts'
import { insertPolicy, insertRole } from '../testing/access.ts'
import { TEST_KEY } from '../testing/test-database.ts'
import { signIn, startTestSystem, type TestSystem } from '../testing/test-system.ts'
import { requestOf } from './served-apis.ts'

/** Calls every endpoint of the contract as every kind of caller. New endpoints are covered without a change here. */
const ENDPOINTS: [string, Endpoint][] = Object.entries(api).flatMap(([group, endpoints]) =>
  Object.entries(endpoints).map(([name, endpoint]): [string, Endpoint] => [`${group}.${name}`, endpoint]),
)

let system: TestSystem
let token: string
const tokens: Record<string, string> = {}

beforeAll(async () => {
  system = await startTestSystem()
  token = await signIn(system.identity, 'viewer@backoffice.test')
  tokens['access token'] = await signIn(system.identity, 'viewer@backoffice.test', { kind: 'AccessToken' })
  system.clock.offsetMs = -3 * 3_600_000
  tokens['expired token'] = await signIn(system.identity, 'viewer@backoffice.test')
  system.clock.offsetMs = 0
  tokens['token of another client'] = await foreignToken({ clientId: 'anotherclient0000000000001' })
  tokens['token of another issuer'] = await foreignToken({ issuer: 'urn:another:issuer' })
  tokens['token with another signature'] = `${token.slice(0, -8)}AAAAAAAA`
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

const roles = new Map<string, Promise<string>>()

/** Gives the test user exactly these modules and statements, by a role that is inserted once. */
async function grant(modules: readonly string[], statements: readonly string[]) {
  const key = JSON.stringify([modules, statements])
  const role =
    roles.get(key) ?? insertPolicy(system, statements).then((policy) => insertRole(system, modules, [policy]))
  roles.set(key, role)
  await system.pool.query(`UPDATE users SET role_id = $1 WHERE email = 'viewer@backoffice.test'`, [
    await role,
  ])
}

/** Status of an empty call. An authorized call passes the access check, whatever validation reports afterwards. */
async function statusOf(endpoint: Endpoint, token: string | null): Promise<number> {
  const headers = token === null ? {} : { authorization: `Bearer ${token}` }
  const isStream = endpoint.effect === 'stream'
  // The call waits for the next second.
  if (endpoint === api.account.endAllSessions) system.clock.offsetMs = 990 - (Date.now() % 1_000)
  const reply = await system.app.inject({
    ...requestOf(endpoint, {}, headers),
    ...(isStream && { payloadAsStream: true }),
  })
  if (isStream) reply.stream().destroy()
  // Restores the sessions that the call has ended.
  if (endpoint === api.account.endAllSessions || endpoint === api.account.endCurrentSession)
    await reopenSessions()
  return reply.statusCode
}

async function reopenSessions() {
  await system.pool.query('DELETE FROM ended_sessions')
  await system.pool.query('UPDATE users SET signed_in_after = NULL')
}

const isAuthorized = (status: number) => status !== 401 && status !== 403 && status < 500

function permissionsOf(endpoint: Endpoint): readonly Permission[] {
  if (endpoint.access === 'signed-in') return []
  return typeof endpoint.access === 'string' ? [endpoint.access] : endpoint.access.anyOf
}

describe.each(ENDPOINTS)('%s', (_name, endpoint) => {
  const required = permissionsOf(endpoint)
  const requiredModules = required.map(moduleOf)
  const others = PERMISSIONS.filter((permission) => !required.includes(permission))
  const otherModules: Module[] = (
    ['Users', 'Lookup', 'Glass', 'Audit', 'SMAC Inquiry', 'Files'] as const
  ).filter((module) => !requiredModules.includes(module))

  test('requires a valid ID token', async () => {
    expect(await statusOf(endpoint, null)).toBe(401)
    for (const [kind, token] of Object.entries(tokens)) {
      expect([kind, await statusOf(endpoint, token)]).toEqual([kind, 401])
    }
  })

  test('requires both its module and its action', async () => {
    await grant(['All'], [])
    expect(isAuthorized(await statusOf(endpoint, token))).toBe(required.length === 0)
    await grant(['All'], others)
    expect(isAuthorized(await statusOf(endpoint, token))).toBe(required.length === 0)
    await grant(otherModules, ['*:*'])
    expect(isAuthorized(await statusOf(endpoint, token))).toBe(required.length === 0)
    for (const permission of required) {
      const module = moduleOf(permission)
      await grant([module], [permission])
      expect(isAuthorized(await statusOf(endpoint, token))).toBe(true)
      await grant([module], [`${resourceOf(permission)}:*`])
      expect(isAuthorized(await statusOf(endpoint, token))).toBe(true)
      await grant(['All'], ['*:*'])
      expect(isAuthorized(await statusOf(endpoint, token))).toBe(true)
      await grant([module], [`*:${permission.split(':')[1]}`])
      expect(await statusOf(endpoint, token)).toBe(403)
    }
  })

  test('names missing permissions by label and by identifier', async () => {
    if (required.length === 0) return
    await grant(['All'], [])
    const headers = { authorization: `Bearer ${token}` }
    const problem = (await system.app.inject(requestOf(endpoint, {}, headers))).json<Problem>()
    expect(problem).toMatchObject({ code: 'access_denied', missing: required })
    expect(problem.detail).toMatch(/^You may not [a-z ]+\. Ask an access administrator\.$/)
  })

  test('rejects a disabled user on the next call, and an unknown user as nonexistent', async () => {
    await grant(['All'], ['*:*'])
    const setStatus = (status: string) =>
      system.pool.query(`UPDATE users SET status = $1 WHERE email = 'viewer@backoffice.test'`, [status])
    await setStatus('DISABLED')
    expect(await statusOf(endpoint, token)).toBe(401)
    await setStatus('DELETED')
    expect(await statusOf(endpoint, token)).toBe(401)
    await setStatus('ACTIVE')
    expect(isAuthorized(await statusOf(endpoint, token))).toBe(true)
  })
})

test('a change of access takes effect in another process on its next call', async () => {
  const other = createEmbeddedProvider({
    pool: system.pool,
    key: TEST_KEY,
    clock: system.clock,
    onError: () => {},
  })
  const { createAuthentication } = await import('../features/access/authenticate.ts')
  const { createTokenVerifier } = await import('../adapters/identity/embedded.ts')
  const { authenticate } = createAuthentication(system.db, createTokenVerifier(other), async () => {})
  await grant(['Files'], ['file:view'])
  expect((await authenticate(`Bearer ${token}`)).access.policies).toEqual(['file:view'])
  await grant(['Files'], ['file:cancel'])
  expect((await authenticate(`Bearer ${token}`)).access.policies).toEqual(['file:cancel'])
})
