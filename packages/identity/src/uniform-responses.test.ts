import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { work } from './srp/modexp.ts'
import { createTestDatabase, type TestDatabase } from './testing/database.ts'
import { createTestProvider, PASSWORD, type Reply, type TestProvider } from './testing/provider.ts'
import { aUserWithAuthenticator, aUserWithSms } from './testing/second-factor.ts'
import { signInBySrp } from './testing/srp-client.ts'

// Responses must not reveal by message, length or work whether an email has an account.

let database: TestDatabase
let identity: TestProvider
const statements: string[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  identity = createTestProvider(recording(database.pool))
  await identity.provider.warmUp()
  // The first call also starts the purge, which then pauses for a minute.
  await identity.call('GetUser', { AccessToken: 'x' })
  await identity.provider.close()
})
afterAll(() => database.drop())

/** The pool, recording the text of every statement. */
function recording(pool: pg.Pool): pg.Pool {
  return new Proxy(pool, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name)
      if (typeof member !== 'function') return member
      return (...args: unknown[]) => {
        statements.push(name === 'query' ? String(args[0]) : `${String(name)}()`)
        return member.apply(target, args)
      }
    },
  })
}

type Observation = { replies: unknown[]; modexps: number; statements: string[] }

/** Everything an outsider can see or measure; random values by their length only. */
async function observe(run: () => Promise<Reply[]>): Promise<Observation> {
  statements.length = 0
  const before = work.modexps
  const replies = await run()
  return {
    replies: replies.map(({ status, headers, body }) => ({
      status,
      headers: { ...headers, 'x-amzn-requestid': 'random' },
      shape: shapeOf(body),
      length: body.length,
    })),
    modexps: work.modexps - before,
    statements: [...statements],
  }
}

function shapeOf(value: unknown, name = ''): unknown {
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shapeOf(inner, key)]))
  }
  const fixed = ['__type', 'message', 'ChallengeName', 'AttributeName', 'DeliveryMedium'].includes(name)
  return fixed || typeof value !== 'string' ? value : value.length
}

type Name = () => Promise<string>
const known: Name = async () => (await identity.aUser()).email
const knownId: Name = async () => (await identity.aUser()).username
const temporary: Name = async () => (await identity.aUser({ temporary: true })).email
const unknown: Name = async () => `User.${randomUUID().slice(0, 8)}@example.test`
const unknownId: Name = async () => randomUUID()

const disabled: Name = async () => {
  const { email, username } = await identity.aUser()
  await database.admin.query('update identity.users set enabled = false where sub = $1', [username])
  return email
}

const withAuthenticator: Name = async () => (await aUserWithAuthenticator(identity)).email
const withSms: Name = async () => (await aUserWithSms(identity)).email

const bySrp = async (name: string) => {
  const { challenge, result } = await signInBySrp(identity, name, 'Wrong#Password1')
  return [challenge, result]
}
const byPassword = async (name: string) => [
  await identity.call('InitiateAuth', {
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: name, PASSWORD: 'Wrong#Password1' },
  }),
]
const forgot = async (Username: string) => [await identity.call('ForgotPassword', { Username })]
const confirm = (Username: string) =>
  identity.call('ConfirmForgotPassword', { Username, ConfirmationCode: 'abcdef', Password: PASSWORD })
const confirmWithoutCode = async (name: string) => [await confirm(name)]
const forgotAndConfirm = async (name: string) => {
  const replies = await forgot(name)
  for (let i = 0; i < 7; i++) replies.push(await confirm(name))
  return replies
}
/** One request more than an hour allows, then a code. */
const forgotTooOften = async (name: string) => {
  const replies: Reply[] = []
  for (let i = 0; i < 6; i++) replies.push(...(await forgot(name)))
  return [...replies, await confirm(name)]
}
/** Rejected before the code is checked. */
const confirmWeak = async (Username: string) => [
  await identity.call('ConfirmForgotPassword', { Username, ConfirmationCode: 'abcdef', Password: 'short' }),
]
/** Starts a sign-in without responding to its challenge. */
const startOnly = async (USERNAME: string) => [
  await identity.call('InitiateAuth', {
    AuthFlow: 'USER_SRP_AUTH',
    AuthParameters: { USERNAME, SRP_A: 'ab'.repeat(384) },
  }),
]
const lockedOut = async (name: string) => {
  const replies: Reply[] = []
  for (let i = 0; i < 7; i++) replies.push(...(await byPassword(name)))
  return replies
}
const lockedOutBySrp = async (name: string) => {
  const replies: Reply[] = []
  for (let i = 0; i < 7; i++) replies.push(...(await bySrp(name)))
  return replies
}

const calls = {
  startOnly,
  bySrp,
  byPassword,
  forgot,
  forgotTooOften,
  confirmWithoutCode,
  confirmWeak,
  forgotAndConfirm,
  lockedOut,
  lockedOutBySrp,
}

describe.each(Object.entries(calls))('%s', (_, call) => {
  const observations = new Map<Name, Promise<Observation>>()
  /** Each kind of name is observed once, because a call gets the same response to every comparison. */
  function observed(name: Name): Promise<Observation> {
    const observation = observations.get(name) ?? name().then((each) => observe(() => call(each)))
    observations.set(name, observation)
    return observation
  }

  test.each([
    ['an email without an account', known, unknown],
    ['an id without an account', knownId, unknownId],
    ['a disabled user', known, disabled],
    ['a user on a temporary password', known, temporary],
    ['a user with an authenticator', known, withAuthenticator],
    ['a user with codes by message', known, withSms],
    ['an email without an account, compared with a user with an authenticator,', withAuthenticator, unknown],
  ])('%s gets the same response as any other', async (_, one, other) => {
    const expected = await observed(one)
    expect(await observed(other)).toEqual(expected)
    expect(expected.statements.length).toBeGreaterThan(0)
  })
})

test('the sixth request for a code is rejected, with or without an account', async () => {
  for (const name of [await known(), await unknown()]) {
    const statuses = (await forgotTooOften(name)).map(({ status, body }) => [status, body.__type])
    expect(statuses).toEqual([
      ...Array.from({ length: 5 }, () => [200, undefined]),
      [400, 'LimitExceededException'],
      [400, 'CodeMismatchException'],
    ])
  }
})

test('requesting and confirming a code takes no exponentiation, with or without an account', async () => {
  for (const name of [await known(), await unknown()])
    expect((await observe(() => forgotAndConfirm(name))).modexps).toBe(0)
})

test('a sign-in takes three exponentiations by SRP and one by password, with or without an account', async () => {
  const name = await unknown()
  expect((await observe(() => bySrp(name))).modexps).toBe(3)
  expect((await observe(() => byPassword(name))).modexps).toBe(1)
})

test('an unknown name gets the same id and salt every time, ignoring case', async () => {
  const name = await unknown()
  const challenges = await Promise.all(
    [name, name.toUpperCase()].map(async (username) => {
      const { challenge } = await signInBySrp(identity, username, PASSWORD)
      return challenge.body.ChallengeParameters as Record<string, string>
    }),
  )
  expect(challenges[0]?.SALT).toBe(challenges[1]?.SALT)
  expect(challenges[0]?.USER_ID_FOR_SRP).toBe(challenges[1]?.USER_ID_FOR_SRP)
  expect(challenges[0]?.SRP_B).not.toBe(challenges[1]?.SRP_B)
})

test.each([
  ['exists', knownId],
  ['does not', unknownId],
])('an id that %s keeps its value in the challenge', async (_, aName) => {
  const name = await aName()
  const { challenge } = await signInBySrp(identity, name.toUpperCase(), PASSWORD)
  expect(challenge.body.ChallengeParameters).toMatchObject({ USER_ID_FOR_SRP: name, USERNAME: name })
})

test.each([
  ['an authenticator', withAuthenticator, 'SOFTWARE_TOKEN_MFA'],
  ['codes by message', withSms, 'SMS_MFA'],
])('only the right password reveals that a user has %s', async (_, aName, challenge) => {
  const name = await aName()
  const { result } = await signInBySrp(identity, name, PASSWORD)
  expect(result.body.ChallengeName).toBe(challenge)
})

test.each(['SOFTWARE_TOKEN_MFA', 'SMS_MFA', 'MFA_SETUP'])(
  'a forged session for %s is rejected before a user is looked up',
  async (ChallengeName) => {
    const inputs = await Promise.all(
      [known, unknown, withAuthenticator].map(async (aName) => {
        const USERNAME = await aName()
        const ChallengeResponses = { USERNAME, SOFTWARE_TOKEN_MFA_CODE: '123456', SMS_MFA_CODE: '123456' }
        return { ChallengeName, ChallengeResponses, Session: Buffer.alloc(200, 1).toString('base64') }
      }),
    )
    for (const input of inputs) {
      const { replies, statements: run } = await observe(async () => [
        await identity.call('RespondToAuthChallenge', input),
      ])
      expect(replies).toMatchObject([{ status: 400, shape: { __type: 'NotAuthorizedException' } }])
      // Only the statement of the throttle.
      expect(run).toEqual([expect.stringContaining('identity.counters')])
    }
  },
)

test('only the right password reveals that an account is disabled', async () => {
  const email = await disabled()
  const { result } = await signInBySrp(identity, email, PASSWORD)
  expect(result.body.message).toBe('User is disabled.')
})
