import { decodeProtectedHeader } from 'jose'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { createTestProvider, type TestProvider } from '../testing/provider.ts'
import { signInByPassword, tokensOf } from '../testing/second-factor.ts'

let database: TestDatabase
let identity: TestProvider
let other: TestProvider
beforeEach(async () => {
  database = await createTestDatabase()
  identity = createTestProvider(database.pool)
  other = createTestProvider(database.pool, { clock: identity.now })
  await Promise.all([identity.provider.warmUp(), other.provider.warmUp()])
})
afterEach(() => database.drop())

const MINUTE = 60_000
const HOUR = 60 * MINUTE

async function aToken(at = identity): Promise<string> {
  const { email } = await at.aUser()
  return tokensOf(await signInByPassword(at, email)).IdToken
}

const kidOf = (token: string) => decodeProtectedHeader(token).kid
const published = async (at = identity) => (await at.provider.jwks()).keys.map(({ kid }) => kid)

test('a new key signs; the previous one stays published until its last token expires, then is deleted', async () => {
  const before = await aToken()
  const former = kidOf(before)
  const { kid } = await identity.provider.rotateSigningKey()
  expect(kid).not.toBe(former)
  expect(await published()).toEqual([former, kid])
  const after = await aToken()
  expect(kidOf(after)).toBe(kid)
  for (const token of [before, after]) await identity.provider.verifyIdToken(token)

  // Signed by a process that has not loaded the new key.
  identity.advance(MINUTE - 1)
  const last = await aToken(other)
  expect(kidOf(last)).toBe(former)
  // Tokens expire at whole seconds.
  identity.advance(HOUR - 1000)
  for (const { provider } of [identity, other]) await provider.verifyIdToken(last)
  expect(await published()).toEqual([former, kid])
  identity.advance(1001)
  expect(await published(createTestProvider(database.pool, { clock: identity.now }))).toEqual([kid])
  await expect(identity.provider.verifyIdToken(last)).rejects.toThrow('Id Token has expired')

  identity.advance(MINUTE)
  expect(await published()).toEqual([kid])
  await identity.call('GetUser', { AccessToken: 'x' })
  await identity.provider.close()
  const { rows } = await database.pool.query('select kid from identity.signing_keys')
  expect(rows).toEqual([{ kid }])
})

test('another process accepts the new key at once and signs with it within a minute', async () => {
  const { kid } = await identity.provider.rotateSigningKey()
  await other.provider.verifyIdToken(await aToken())
  identity.advance(MINUTE)
  expect(kidOf(await aToken(other))).toBe(kid)
  expect(await published(other)).toEqual(await published())
})

test('concurrent rotations of several processes agree on one new key', async () => {
  const former = await published()
  const rotated = await Promise.all(
    [identity, other, identity, other].map(({ provider }) => provider.rotateSigningKey()),
  )
  expect(new Set(rotated.map(({ kid }) => kid)).size).toBe(1)
  expect(rotated.filter(({ isNew }) => isNew)).toHaveLength(1)
  expect(await published()).toEqual([...former, rotated[0]?.kid])
  expect(await published(other)).toEqual(await published())
  // A rotation just after the others changes nothing either.
  expect(await other.provider.rotateSigningKey()).toEqual({ kid: rotated[0]?.kid, isNew: false })
  identity.advance(MINUTE)
  const next = await other.provider.rotateSigningKey()
  expect([next.isNew, next.kid === rotated[0]?.kid]).toEqual([true, false])
})

test('a key is kept until the given age, also the first one', async () => {
  const DAY = 24 * HOUR
  const rotate = () => other.provider.rotateSigningKey({ ifOlderThanMs: 90 * DAY })
  for (let times = 0; times < 2; times++) {
    const kid = (await published(createTestProvider(database.pool, { clock: identity.now }))).at(-1)
    identity.advance(90 * DAY - 1)
    expect(await rotate()).toEqual({ kid, isNew: false })
    identity.advance(1)
    expect(await rotate()).toMatchObject({ isNew: true })
  }
})

test('two rotations keep all three keys until the tokens of each expire', async () => {
  const first = await aToken()
  await identity.provider.rotateSigningKey()
  identity.advance(30 * MINUTE)
  const second = await aToken()
  await identity.provider.rotateSigningKey()
  expect(await published()).toHaveLength(3)
  for (const token of [first, second]) await other.provider.verifyIdToken(token)
  identity.advance(31 * MINUTE)
  expect(await published()).toHaveLength(2)
  identity.advance(30 * MINUTE)
  expect(await published()).toHaveLength(1)
})

test('sessions outlive the key of their first tokens', async () => {
  const { email } = await identity.aUser()
  const { RefreshToken } = tokensOf(await signInByPassword(identity, email))
  const { kid } = await identity.provider.rotateSigningKey()
  identity.advance(2 * HOUR)
  const refreshed = await identity.call('GetTokensFromRefreshToken', { RefreshToken })
  expect(kidOf(tokensOf(refreshed).IdToken)).toBe(kid)
})

test('rejects a token signed by an unknown key', async () => {
  const stranger = await createTestDatabase()
  try {
    const foreign = await aToken(createTestProvider(stranger.pool, { clock: identity.now }))
    await expect(identity.provider.verifyIdToken(foreign)).rejects.toThrow('Invalid Id Token')
  } finally {
    await stranger.drop()
  }
})
