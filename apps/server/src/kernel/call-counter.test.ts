import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, createPool, type Database } from '../db/client.ts'
import { useTestDatabase } from '../testing/use-test-database.ts'
import { type CallCounter, createCallCounter, createCallCounts } from './rate-limit.ts'

const database = useTestDatabase()
let db: Database
beforeAll(() => {
  db = createDatabase(createPool(database.url, { max: 5 }))
})
afterAll(() => db.destroy())

const fail = (error: unknown) => {
  throw error
}
const aCounter = () => createCallCounter({ counts: createCallCounts(db), onError: fail })
const aKey = () => `caller ${crypto.randomUUID()}`

/** Number of allowed calls among concurrent ones that are spread over the counters. */
async function countAllowed(counters: CallCounter[], key: string, calls: number, limit: number) {
  const all = Array.from({ length: calls }, (_, index) =>
    counters[index % counters.length]?.count(key, limit),
  )
  return (await Promise.all(all)).filter(Boolean).length
}

test('a single process enforces the limit exactly under concurrency', async () => {
  expect(await countAllowed([aCounter()], aKey(), 60, 20)).toBe(20)
})

test('two processes exceed a limit of 20 by at most one call', async () => {
  const [counters, key] = [[aCounter(), aCounter()], aKey()]
  const allowed = await countAllowed(counters, key, 80, 20)
  expect([20, 21]).toContain(allowed)
  for (const counter of counters) expect(await counter.count(key, 20)).toBe(false)
  // A new process may allow one call without an exchange.
  expect(await countAllowed([aCounter()], key, 10, 20)).toBeLessThanOrEqual(1)
})

test('sequential calls do not wait for an exchange until the limit is near', async () => {
  let exchanges = 0
  const counts = createCallCounts(db)
  const counter = createCallCounter({
    counts: {
      ...counts,
      add(calls) {
        exchanges++
        return counts.add(calls)
      },
    },
    onError: fail,
  })
  const key = aKey()
  for (let call = 0; call < 74; call++) expect(await counter.count(key, 1_200)).toBe(true)
  expect(exchanges).toBe(0)
  await counter.close()
  expect(exchanges).toBe(1)
})

test('each additional process exceeds the limit by at most a sixteenth', async () => {
  const [counters, key] = [[aCounter(), aCounter(), aCounter()], aKey()]
  const allowed = await countAllowed(counters, key, 3_000, 800)
  expect(allowed).toBeGreaterThanOrEqual(800)
  expect(allowed).toBeLessThanOrEqual(800 + 2 * 50)
})

test('a minute begins with the first call and ends for all processes', async () => {
  const [counters, key] = [[aCounter(), aCounter()], aKey()]
  await countAllowed(counters, key, 10, 5)
  await database.client.query(`UPDATE call_counts SET ends_at = now() WHERE key = $1`, [key])
  const next = aCounter()
  expect(await countAllowed([next], key, 10, 5)).toBe(5)
  const { rows } = await database.client.query('SELECT calls FROM call_counts WHERE key = $1', [key])
  expect(rows).toEqual([{ calls: 5 }])
})

test('without a database a process counts its own calls', async () => {
  const reported: unknown[] = []
  const unreachable = createDatabase(createPool('postgres://unused@127.0.0.1:1/none'))
  const counter = createCallCounter({
    counts: createCallCounts(unreachable),
    onError: (error) => reported.push(error),
  })
  expect(await countAllowed([counter], aKey(), 30, 20)).toBe(20)
  expect(reported.length).toBeGreaterThan(0)
  await counter.close()
})
