import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifierOf } from './srp/exchange.ts'
import { bytes } from './srp/modexp.ts'
import { createTestDatabase, type TestDatabase } from './testing/database.ts'
import { createTestProvider, PASSWORD, type TestProvider, USER_POOL_ID } from './testing/provider.ts'

let database: TestDatabase
let identity: TestProvider
beforeAll(async () => {
  database = await createTestDatabase()
  identity = createTestProvider(database.pool)
  await identity.provider.warmUp()
})
afterAll(() => database.drop())

/** Everything the schema holds, as text; bytes in hex. */
async function dump(): Promise<string> {
  const tables = ['users', 'sessions', 'counters', 'codes', 'used_challenges', 'signing_keys']
  const parts = await Promise.all(
    tables.map((table) => database.admin.query(`select t::text as row from identity.${table} t`)),
  )
  return parts.flatMap(({ rows }) => rows.map(({ row }) => row)).join('\n')
}

const hex = (text: string) => Buffer.from(text).toString('hex')

test('the database alone gives away no verifier, key, token or code', async () => {
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
  // Six digits turn up in hex by chance; as a value of its own the code must not.
  expect(everything).not.toMatch(new RegExp(`[(,"]${code}[",)]`))
})

test('another key does not open the database, and says so', async () => {
  const other = createTestProvider(database.pool, { key: Buffer.alloc(32, 8) })
  await expect(other.provider.warmUp()).rejects.toThrow('does not open this database')
})

test('the public keys hold nothing private and stay the same after a restart', async () => {
  const { keys } = await identity.provider.jwks()
  expect(keys).toHaveLength(1)
  expect(Object.keys(keys[0] ?? {}).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use'])
  expect(await createTestProvider(database.pool).provider.jwks()).toEqual({ keys })
})

test('two processes that start at once agree on one key', async () => {
  await database.admin.query('delete from identity.signing_keys')
  const starting = [createTestProvider(database.pool), createTestProvider(database.pool)]
  const sets = await Promise.all(starting.map(({ provider }) => provider.jwks()))
  expect(sets[0]?.keys).toHaveLength(1)
  expect(sets[1]).toEqual(sets[0])
})

test('what has expired leaves the database', async () => {
  for (let i = 0; i < 3; i++) await identity.call('ForgotPassword', { Username: `flood-${i}@example.test` })
  const count = async () => {
    const { rows } = await database.admin.query(
      `select (select count(*) from identity.codes)::int as codes, (select count(*) from identity.counters)::int as counters,
         (select count(*) from identity.sessions)::int as sessions`,
    )
    return rows[0]
  }
  expect((await count()).codes).toBeGreaterThanOrEqual(3)
  identity.advance(40 * 24 * 3600_000)
  await identity.call('GetUser', { AccessToken: 'x' })
  await identity.provider.close()
  expect(await count()).toEqual({ codes: 0, counters: 0, sessions: 0 })
})
