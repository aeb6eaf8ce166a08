import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPool } from '../../db/client.ts'
import { systemClock } from '../../kernel/clock.ts'
import { createTestDatabase, TEST_KEY } from '../../testing/test-database.ts'
import { createIdentity } from './create-identity.ts'
import { EMBEDDED_POOL } from './embedded.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('limits sign-in calls per address and minute as configured', async () => {
  const pool = createPool(database.url, { max: 2 })
  const app = Fastify()
  createIdentity(
    { userPool: null, secondFactor: 'optional', signInCallsPerMinute: 2, publicUrl: null },
    { pool, key: TEST_KEY, clock: systemClock, onError: () => {} },
  ).mount(app)
  const signIn = async () => {
    const reply = await app.inject({
      method: 'POST',
      url: EMBEDDED_POOL.path,
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': 'AWSCognitoIdentityProviderService.InitiateAuth',
      },
      payload: JSON.stringify({
        ClientId: EMBEDDED_POOL.userPoolClientId,
        AuthFlow: 'USER_PASSWORD_AUTH',
        AuthParameters: { USERNAME: 'agent@backoffice.test', PASSWORD: 'Backoffice#2026' },
      }),
    })
    return reply.json().__type ?? 'signed in'
  }
  expect([await signIn(), await signIn(), await signIn()]).toEqual([
    'signed in',
    'signed in',
    'TooManyRequestsException',
  ])
  await app.close()
  await pool.end()
})
