import { api } from '@backoffice/contract/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPool } from '../../db/client.ts'
import { systemClock } from '../../kernel/clock.ts'
import { requestOf } from '../../kernel/served-apis.ts'
import { type DatabaseProxy, startDatabaseProxy } from '../../testing/database-proxy.ts'
import { TEST_KEY } from '../../testing/test-database.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'
import { createEmbeddedProvider, EMBEDDED_POOL, embeddedIdentity } from './embedded.ts'

/** Nothing listens there. */
const nowhere = createPool('postgres://unused@127.0.0.1:1/nothing', { max: 2 })
const away = createEmbeddedProvider({ pool: nowhere, key: TEST_KEY, clock: systemClock, onError: () => {} })

/** Only the database of its identity provider is unavailable. */
let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem({ cloud: embeddedIdentity(away) })
})
afterAll(async () => {
  await system.stop()
  await nowhere.end()
})

async function call(token: string) {
  const authorization = `Bearer ${token}`
  const reply = await system.app.inject(requestOf(api.access.getAccessPolicy, {}, { authorization }))
  return [reply.statusCode, reply.json().code]
}

test('replies 503, not 401, for a token whose key cannot be read', async () => {
  expect(await call(await system.tokenOf('agent'))).toEqual([503, 'unavailable'])
})

test('replies 503 when cached keys have expired', async () => {
  let proxy: DatabaseProxy | undefined
  const cut = await startTestSystem({
    poolAt: async (url) => {
      proxy = await startDatabaseProxy(url)
      return proxy.url
    },
  })
  try {
    const read = async () => {
      const headers = { authorization: `Bearer ${await cut.tokenOf('agent')}` }
      const reply = await cut.app.inject(requestOf(api.access.getAccessPolicy, {}, headers))
      return [reply.statusCode, reply.headers['retry-after']]
    }
    expect(await read()).toEqual([200, undefined])
    proxy?.become('away')
    expect(await read()).toEqual([503, '1'])
    cut.clock.offsetMs = 120_000
    expect(await read()).toEqual([503, '1'])
    proxy?.become('there')
    expect(await read()).toEqual([200, undefined])
  } finally {
    await cut.stop()
    await proxy?.stop()
  }
})

test('still replies 401 for a malformed token', async () => {
  expect(await call('not.a.token')).toEqual([401, 'unauthenticated'])
})

const client = { ClientId: EMBEDDED_POOL.userPoolClientId }
const person = { USERNAME: 'agent@backoffice.test', PASSWORD: 'Backoffice#2026' }
test.each<[string, () => Promise<object> | object]>([
  ['InitiateAuth', () => ({ ...client, AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters: person })],
  ['ForgotPassword', () => ({ ...client, Username: person.USERNAME })],
  ['GetTokensFromRefreshToken', () => ({ ...client, RefreshToken: 'a'.repeat(64) })],
  ['RevokeToken', () => ({ ...client, Token: 'a'.repeat(64) })],
  // Any well-formed token will do, because its key cannot be read.
  ['GetUser', async () => ({ AccessToken: await system.tokenOf('agent') })],
  ['GlobalSignOut', async () => ({ AccessToken: await system.tokenOf('agent') })],
])('%s replies with a server error, which the browser library retries', async (operation, input) => {
  const reply = await system.app.inject({
    method: 'POST',
    url: EMBEDDED_POOL.path,
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
    },
    payload: JSON.stringify(await input()),
  })
  expect([reply.statusCode, reply.json()]).toEqual([
    500,
    { __type: 'InternalErrorException', message: 'Internal error' },
  ])
})
