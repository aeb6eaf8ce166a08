import { randomBytes, randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { propertyRuns } from '../testing/property-runs.ts'
import { createPurge } from './purge.ts'

const NOW = Date.parse('2026-11-24T18:00:00.123Z')
const DAY_MS = 86_400_000

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** Retention of a row after it expires, its key column and its other columns. */
const TABLES: Record<string, { keptMs: number; name: string; rest: string; values: string }> = {
  counters: { keptMs: 0, name: 'key', rest: 'count', values: '1' },
  used_challenges: { keptMs: 0, name: 'id', rest: 'spent', values: 'true' },
  codes: { keptMs: DAY_MS, name: 'key', rest: 'hash', values: `''::bytea` },
  pending_authenticators: { keptMs: 0, name: 'user_sub', rest: 'totp_secret', values: `''::bytea` },
  sessions: {
    keptMs: 7 * DAY_MS,
    name: 'id',
    rest: 'user_sub, token_hash, generation, created_at',
    values: `(select sub from identity.users limit 1), sha256(gen_random_uuid()::text::bytea), 1, now()`,
  },
  signing_keys: {
    keptMs: 0,
    name: 'kid',
    rest: 'public_jwk, private_key, created_at, retired_at',
    values: `'{}', ''::bytea, now(), now()`,
  },
}

const row = fc.record({
  table: fc.constantFrom(...Object.keys(TABLES)),
  /** Milliseconds since the row was due. */
  due: fc.oneof(fc.integer({ min: -2, max: 2 }), fc.integer({ min: -30 * DAY_MS, max: 30 * DAY_MS })),
})

async function newUser(): Promise<string> {
  const sub = randomUUID()
  await database.pool.query(
    `insert into identity.users (sub, email, email_key, email_verified, status, salt, verifier, created_at, updated_at)
     values ($1, $2, $2, true, 'CONFIRMED', '', '', now(), now())`,
    [sub, sub],
  )
  return sub
}

const count = async (table: string) =>
  (await database.pool.query(`select count(*)::int as n from identity.${table}`)).rows[0].n as number

test('deletes rows whose retention is over, and no others', async () => {
  await newUser()
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 25 }), async (rows) => {
      for (const table of Object.keys(TABLES)) await database.pool.query(`delete from identity.${table}`)
      for (const { table, due } of rows) {
        const { keptMs, name, rest, values } = TABLES[table] as (typeof TABLES)[string]
        const id = table === 'pending_authenticators' ? await newUser() : idFor(table)
        await database.pool.query(
          `insert into identity.${table} (${name}, expires_at, ${rest}) values ($1, $2, ${values})`,
          [id, new Date(NOW - keptMs - due)],
        )
      }
      await createPurge(database.pool, () => NOW)()
      for (const table of Object.keys(TABLES)) {
        const kept = rows.filter((each) => each.table === table && each.due <= 0).length
        expect([table, await count(table)]).toEqual([table, kept])
      }
    }),
    { numRuns: propertyRuns(30) },
  )
})

function idFor(table: string): string | Buffer {
  if (table === 'sessions' || table === 'signing_keys') return randomUUID()
  return randomBytes(8)
}

test('runs at most once a minute, in batches until no row is left', async () => {
  let now = NOW
  const purge = createPurge(database.pool, () => now)
  await database.pool.query('delete from identity.counters')
  const expired = `insert into identity.counters (key, count, expires_at)
    select sha256(gen_random_uuid()::text::bytea), 1, $1::timestamptz - interval '1 hour' from generate_series(1, 12000)`
  await database.pool.query(expired, [new Date(NOW)])
  await purge()
  expect(await count('counters')).toBe(0)
  await database.pool.query(expired, [new Date(NOW)])
  now += 59_999
  expect(purge()).toBeUndefined()
  now += 1
  await purge()
  expect(await count('counters')).toBe(0)
})
