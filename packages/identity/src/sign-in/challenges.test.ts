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
  const { answer } = await signInBySrp(identity, user.email, PASSWORD)
  expect(answer.body.ChallengeName).toBe('NEW_PASSWORD_REQUIRED')
  return { ...user, session: String(answer.body.Session) }
}

test('a proof is good once, even when sent side by side', async () => {
  const { email } = await identity.aUser()
  const { answer, responses } = await signInBySrp(identity, email, PASSWORD)
  expect(answer.status).toBe(200)
  expect((await prove(responses)).body.message).toMatch(/only be used once/)
  const replays = await Promise.all([prove(responses), prove(responses)])
  expect(replays.map((reply) => reply.status)).toEqual([400, 400])
})

test('a challenge lasts three minutes', async () => {
  const { session } = await newPasswordSession()
  identity.advance(3 * 60_000 - 1)
  expect((await choose(session, 'short')).body.__type).toBe('InvalidPasswordException')
  identity.advance(1)
  expect((await choose(session)).body.message).toMatch(/session is expired/)
})

test('what was sealed for one step does not pass for another', async () => {
  const { session } = await newPasswordSession()
  const { email } = await identity.aUser()
  const { challenge, responses } = await signInBySrp(identity, email, PASSWORD)
  const { SECRET_BLOCK } = challenge.body.ChallengeParameters as Record<string, string>
  expect((await choose(SECRET_BLOCK)).body.message).toMatch(/session is expired/)
  const crossed = await prove({ ...responses, PASSWORD_CLAIM_SECRET_BLOCK: session })
  expect(crossed.body.message).toMatch(/session is expired/)
})

test('a new password can be chosen once, and not after an administrator set another', async () => {
  const first = await newPasswordSession()
  expect((await choose(first.session)).body.AuthenticationResult).toBeDefined()
  expect((await choose(first.session)).body.message).toMatch(/only be used once/)

  const second = await newPasswordSession()
  await database.pool.query('update identity.users set generation = generation + 1 where sub = $1', [
    second.username,
  ])
  expect((await choose(second.session)).body.message).toMatch(/only be used once/)
})

test('of two new passwords sent side by side one wins', async () => {
  const { session } = await newPasswordSession()
  const replies = await Promise.all([choose(session), choose(session)])
  expect(replies.map((reply) => reply.status).sort()).toEqual([200, 400])
})

test('attributes cannot be written along the way', async () => {
  const { session } = await newPasswordSession()
  const reply = await choose(session, CHOSEN, { 'userAttributes.email': 'other@example.test' })
  expect(reply.body.__type).toBe('NotAuthorizedException')
})

test('a temporary password works for seven days', async () => {
  const { email } = await identity.aUser({ temporary: true })
  const day = 24 * 3600_000
  identity.advance(7 * day - 1)
  expect((await signInBySrp(identity, email, PASSWORD)).answer.status).toBe(200)
  identity.advance(1)
  const { answer } = await signInBySrp(identity, email, PASSWORD)
  expect(answer.body.message).toBe('Temporary password has expired and must be reset by an administrator.')
})

test.each([
  ['zero', '0'],
  ['the modulus', N.toString(16)],
  ['a multiple of the modulus', (N * 3n).toString(16)],
  ['no number', 'xyz'],
])('a client whose public value is %s is refused before anything is computed', async (_, SRP_A) => {
  const { email } = await identity.aUser()
  const { body } = await identity.call('InitiateAuth', {
    AuthFlow: 'USER_SRP_AUTH',
    AuthParameters: { USERNAME: email, SRP_A },
  })
  expect(body.__type).toBe('InvalidParameterException')
})
