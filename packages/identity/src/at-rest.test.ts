import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifierOf } from './srp/exchange.ts'
import { bytes } from './srp/modexp.ts'
import { fromBase32 } from './testing/authenticator.ts'
import { createTestDatabase, type TestDatabase } from './testing/database.ts'
import { createTestProvider, PASSWORD, type TestProvider, USER_POOL_ID } from './testing/provider.ts'
import {
  aUserWithAuthenticator,
  aUserWithSms,
  otherThan,
  respondToChallenge,
  sentCode,
  signInByPassword,
} from './testing/second-factor.ts'

let database: TestDatabase
let identity: TestProvider
beforeAll(async () => {
  database = await createTestDatabase()
  identity = createTestProvider(database.pool)
  await identity.provider.warmUp()
})
afterAll(() => database.drop())

/** All rows of the schema as text; bytes in hex. */
async function dump(): Promise<string> {
  const { rows: tables } = await database.admin.query(
    `select table_name as name from information_schema.tables where table_schema = 'identity'`,
  )
  const parts = await Promise.all(
    tables.map(({ name: table }) => database.admin.query(`select t::text as row from identity.${table} t`)),
  )
  return parts.flatMap(({ rows }) => rows.map(({ row }) => row)).join('\n')
}

const hex = (text: string) => Buffer.from(text).toString('hex')

test('the database contains no verifier, key, token or code in the clear', async () => {
  const { email, username } = await identity.aUser()
  const { body } = await identity.call('InitiateAuth', {
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: email, PASSWORD },
  })
  const { RefreshToken = '' } = body.AuthenticationResult as Record<string, string>
  await identity.call('ForgotPassword', { Username: email })
  await identity.provider.close()
  const sent = identity.outbox.at(-1)
  const code = sent?.kind === 'reset-code' ? sent.code : ''
  const { rows } = await database.pool.query('select salt from identity.users where sub = $1', [username])
  const poolName = USER_POOL_ID.split('_')[1] ?? ''
  const verifier = bytes(verifierOf({ poolName, userId: username }, PASSWORD, rows[0].salt))

  const everything = await dump()
  expect(everything).toContain(username)
  const secrets = [RefreshToken, hex(RefreshToken), Buffer.from(RefreshToken, 'base64url').toString('hex')]
  secrets.push(verifier.toString('hex'), hex('PRIVATE KEY'), hex(code), PASSWORD, hex(PASSWORD))
  for (const secret of secrets) expect(everything).not.toContain(secret)
  // Six digits can occur in hex by chance, but the code must not be a value.
  expect(everything).not.toMatch(new RegExp(`[(,"]${code}[",)]`))
})

test('the database contains no secret of an authenticator and no code by message in the clear', async () => {
  const { secret, AccessToken, username } = await aUserWithAuthenticator(identity)
  const pending = String((await identity.call('AssociateSoftwareToken', { AccessToken })).body.SecretCode)
  const user = await aUserWithSms(identity)
  const challenge = await signInByPassword(identity, user.email)
  const code = sentCode(identity, user) ?? ''
  await respondToChallenge(identity, challenge, otherThan(code))

  const everything = await dump()
  // The dump contains the user, a session, and a confirmed and a pending authenticator.
  expect(everything.split(username)).toHaveLength(5)
  for (const text of [secret, pending]) {
    for (const form of [text, hex(text), fromBase32(text).toString('hex')]) {
      expect(everything).not.toContain(form)
    }
  }
  expect(everything).not.toContain(String(challenge.body.Session))
  expect(everything).not.toContain(hex(code))
  expect(everything).not.toMatch(new RegExp(`[(,"]${code}[",)]`))
})

test('a wrong key fails with an error that states it', async () => {
  const other = createTestProvider(database.pool, { key: Buffer.alloc(32, 8) })
  await expect(other.provider.warmUp()).rejects.toThrow('does not open this database')
})

test('the public keys contain nothing private and stay the same after a restart', async () => {
  const { keys } = await identity.provider.jwks()
  expect(keys).toHaveLength(1)
  expect(Object.keys(keys[0] ?? {}).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use'])
  expect(await createTestProvider(database.pool).provider.jwks()).toEqual({ keys })
})

test('two processes that start concurrently agree on one key', async () => {
  await database.admin.query('delete from identity.signing_keys')
  const starting = [createTestProvider(database.pool), createTestProvider(database.pool)]
  const sets = await Promise.all(starting.map(({ provider }) => provider.jwks()))
  expect(sets[0]?.keys).toHaveLength(1)
  expect(sets[1]).toEqual(sets[0])
})

test('expired rows are deleted', async () => {
  for (let i = 0; i < 3; i++) await identity.call('ForgotPassword', { Username: `flood-${i}@example.test` })
  const count = async () => {
    const { rows } = await database.admin.query(
      `select (select count(*) from identity.codes)::int as codes, (select count(*) from identity.counters)::int as counters,
         (select count(*) from identity.sessions)::int as sessions,
         (select count(*) from identity.pending_authenticators)::int as pending,
         (select count(*) from identity.used_challenges)::int as challenges`,
    )
    return rows[0]
  }
  expect((await count()).codes).toBeGreaterThanOrEqual(3)
  expect((await count()).pending).toBeGreaterThanOrEqual(1)
  expect((await count()).challenges).toBeGreaterThanOrEqual(1)
  identity.advance(40 * 24 * 3600_000)
  await identity.call('GetUser', { AccessToken: 'x' })
  await identity.provider.close()
  expect(await count()).toEqual({ codes: 0, counters: 0, sessions: 0, pending: 0, challenges: 0 })
})
