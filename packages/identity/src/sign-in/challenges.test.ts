import { afterAll, beforeAll, expect, test } from 'vitest'
import { N } from '../srp/modexp.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { createTestProvider, PASSWORD, type Reply, type TestProvider } from '../testing/provider.ts'
import { signInBySrp } from '../testing/srp-client.ts'

let database: TestDatabase
let identity: TestProvider
beforeAll(async () => {
  database = await createTestDatabase()
  identity = createTestProvider(database.pool)
})
afterAll(() => database.drop())

const CHOSEN = 'Another-Day#2027'
const prove = (ChallengeResponses: object) =>
  identity.call('RespondToAuthChallenge', { ChallengeName: 'PASSWORD_VERIFIER', ChallengeResponses })

const choose = (Session: unknown, NEW_PASSWORD = CHOSEN, more: object = {}): Promise<Reply> =>
  identity.call('RespondToAuthChallenge', {
    ChallengeName: 'NEW_PASSWORD_REQUIRED',
    Session,
    ChallengeResponses: { USERNAME: 'x', NEW_PASSWORD, ...more },
  })

async function newPasswordSession(): Promise<{ email: string; username: string; session: string }> {
  const user = await identity.aUser({ temporary: true })
  const { result } = await signInBySrp(identity, user.email, PASSWORD)
  expect(result.body.ChallengeName).toBe('NEW_PASSWORD_REQUIRED')
  return { ...user, session: String(result.body.Session) }
}

test('a proof is accepted once, also by concurrent requests', async () => {
  const { email } = await identity.aUser()
  const { result, responses } = await signInBySrp(identity, email, PASSWORD)
  expect(result.status).toBe(200)
  expect((await prove(responses)).body.message).toMatch(/only be used once/)
  const replays = await Promise.all([prove(responses), prove(responses)])
  expect(replays.map((reply) => reply.status)).toEqual([400, 400])
})

test('a challenge is valid for three minutes', async () => {
  const { session } = await newPasswordSession()
  identity.advance(3 * 60_000 - 1)
  expect((await choose(session, 'short')).body.__type).toBe('InvalidPasswordException')
  identity.advance(1)
  expect((await choose(session)).body.message).toMatch(/session is expired/)
})

test('a session of one step is invalid for another', async () => {
  const { session } = await newPasswordSession()
  const { email } = await identity.aUser()
  const { challenge, responses } = await signInBySrp(identity, email, PASSWORD)
  const { SECRET_BLOCK } = challenge.body.ChallengeParameters as Record<string, string>
  expect((await choose(SECRET_BLOCK)).body.message).toMatch(/session is expired/)
  const crossed = await prove({ ...responses, PASSWORD_CLAIM_SECRET_BLOCK: session })
  expect(crossed.body.message).toMatch(/session is expired/)
})

test('a new password can be set once, and not after an administrator sets another', async () => {
  const first = await newPasswordSession()
  expect((await choose(first.session)).body.AuthenticationResult).toBeDefined()
  expect((await choose(first.session)).body.message).toMatch(/only be used once/)

  const second = await newPasswordSession()
  await database.pool.query('update identity.users set generation = generation + 1 where sub = $1', [
    second.username,
  ])
  expect((await choose(second.session)).body.message).toMatch(/only be used once/)
})

test('only one of two concurrent new passwords is set', async () => {
  const { session } = await newPasswordSession()
  const replies = await Promise.all([choose(session), choose(session)])
  expect(replies.map((reply) => reply.status).sort()).toEqual([200, 400])
})

test('attributes cannot be written during a sign-in', async () => {
  const { session } = await newPasswordSession()
  const reply = await choose(session, CHOSEN, { 'userAttributes.email': 'other@example.test' })
  expect(reply.body.__type).toBe('NotAuthorizedException')
})

test('a temporary password works for seven days', async () => {
  const { email } = await identity.aUser({ temporary: true })
  const day = 24 * 3600_000
  identity.advance(7 * day - 1)
  expect((await signInBySrp(identity, email, PASSWORD)).result.status).toBe(200)
  identity.advance(1)
  const { result } = await signInBySrp(identity, email, PASSWORD)
  expect(result.body.message).toBe('Temporary password has expired and must be reset by an administrator.')
})

test.each([
  ['zero', '0'],
  ['the modulus', N.toString(16)],
  ['a multiple of the modulus', (N * 3n).toString(16)],
  ['no number', 'xyz'],
])('rejects a public value of a client that is %s before any exponentiation', async (_, SRP_A) => {
  const { email } = await identity.aUser()
  const { body } = await identity.call('InitiateAuth', {
    AuthFlow: 'USER_SRP_AUTH',
    AuthParameters: { USERNAME: email, SRP_A },
  })
  expect(body.__type).toBe('InvalidParameterException')
})
