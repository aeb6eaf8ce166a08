import { api } from '@backoffice/contract/api'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createDatabase, createPool } from '../db/client.ts'
import { startTestSystem, type TestSystem } from '../testing/test-system.ts'
import { useTestDatabase } from '../testing/use-test-database.ts'
import { createCountedAudit } from './counted-audit.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem()
})
beforeEach(async () => {
  system.clock.offsetMs += 120_000
})
afterAll(() => system.stop())

type Row = { action: string; about: string | null; reason: string; count: number }
async function rowsOf(name: string): Promise<Row[]> {
  const { rows } = await system.pool.query<Row>(
    `SELECT action, resource_id AS about, reason, count FROM audit_events
     WHERE outcome = 'refused' AND actor_name = $1 ORDER BY id`,
    [name],
  )
  return rows
}

/** Waits until the audit has this many refusals of a user. */
async function rowsOnce(count: number, name: string): Promise<Row[]> {
  let rows = await rowsOf(name)
  while (rows.length < count) rows = await rowsOf(name)
  return rows
}

const list = (as: string) => system.expectProblem(api.files.list, {}, as)
const cancel = (source_filekey: string, as: string) =>
  system.expectProblem(api.files.cancel, { body: { source_filekey, version: 1 } }, as)

test('records the first of equal refusals at once, and those of the following minute as one row', async () => {
  const [viewer, action] = ['Joel Bautista', 'file.list']
  const one = { action, about: null, reason: 'access_denied', count: 1 }
  await list('viewer')
  expect(await rowsOf(viewer)).toEqual([one])
  await Promise.all(Array.from({ length: 40 }, () => list('viewer')))
  expect(await rowsOf(viewer)).toEqual([one])
  system.clock.offsetMs += 60_000
  expect(await rowsOnce(2, viewer)).toEqual([one, { ...one, count: 40 }])
  // Starts another minute.
  await list('viewer')
  expect(await rowsOf(viewer)).toEqual([one, { ...one, count: 40 }, one])
  system.clock.offsetMs += 60_000
  await list('viewer')
  expect(await rowsOf(viewer)).toHaveLength(4)
})

test('records refusals with a different user, endpoint or code separately', async () => {
  const mine = crypto.randomUUID()
  for (let time = 0; time < 2; time++) {
    for (const as of ['auditor', 'supervisor']) {
      await cancel(mine, as)
      await system.expectProblem(api.files.get, { query: { source_filekey: mine } }, as)
    }
  }
  const found = (await rowsOf('Ramon Aquino')).map(({ action, about, count }) => [action, about, count])
  expect(found).toEqual([
    ['file.cancel', mine, 1],
    ['file.view', mine, 1],
  ])
})

test('refusals with different ids are one row and a count without a record', async () => {
  const ids = Array.from({ length: 60 }, () => crypto.randomUUID())
  for (const id of ids) await cancel(id, 'agent')
  const first = { action: 'file.cancel', about: ids[0], reason: 'file_not_found', count: 1 }
  expect(await rowsOf('Maria Reyes')).toEqual([first])
  system.clock.offsetMs += 60_000
  expect(await rowsOnce(2, 'Maria Reyes')).toEqual([first, { ...first, about: null, count: 59 }])
})

test('a count has the record that all its refusals share', async () => {
  const before = await rowsOf('Maria Reyes')
  const [first, shared] = [crypto.randomUUID(), crypto.randomUUID()]
  for (const id of [first, shared, shared]) await cancel(id, 'agent')
  system.clock.offsetMs += 60_000
  const rows = (await rowsOnce(before.length + 2, 'Maria Reyes')).slice(before.length)
  expect(rows.map(({ about, count }) => [about, count])).toEqual([
    [first, 1],
    [shared, 2],
  ])
})

const empty = useTestDatabase()
const UNKNOWN = { id: null, name: 'Unknown user' }
const refused = (reason: string) => ({
  actor: { id: null, name: 'A Caller' },
  event: { resource: 'file', action: 'view', id: null, outcome: 'refused', reason } as const,
  requestId: reason,
  clientRequestId: null,
})
const written = async () => {
  const { rows } = await empty.client.query(
    `SELECT reason, count FROM audit_events WHERE actor_name = 'A Caller' ORDER BY id`,
  )
  return rows.map(({ reason, count }) => `${reason} ${count}`)
}

test('counts use bounded memory, survive a database outage, and are written on close', async () => {
  const db = createDatabase(createPool(empty.url))
  const errors: unknown[] = []
  const clock = { offsetMs: 0, now: () => new Date(Date.now() + clock.offsetMs) }
  const refusals = createCountedAudit({ db, clock, onError: (error) => errors.push(error), maxWindows: 2 })
  for (const kind of ['one', 'one', 'one', 'two', 'two']) await refusals.record(refused(kind))
  expect(await written()).toEqual(['one 1', 'two 1'])
  await refusals.record(refused('three'))
  expect(await written()).toEqual(['one 1', 'two 1', 'one 2', 'three 1'])

  await empty.client.query('ALTER TABLE audit_events RENAME TO away')
  await expect(refusals.record(refused('four'))).rejects.toThrow('audit_events')
  await refusals.record(refused('four'))
  expect(errors).toHaveLength(1)
  await empty.client.query('ALTER TABLE away RENAME TO audit_events')
  await refusals.close()
  expect((await written()).slice(4)).toEqual(['four 2'])
  await db.destroy()
})

test('many addresses write few rows a minute, which have all attempts', async () => {
  const db = createDatabase(createPool(empty.url))
  const clock = { offsetMs: 0, now: () => new Date(Date.now() + clock.offsetMs) }
  const audit = createCountedAudit({ db, clock, onError: (error) => expect(error).toBeUndefined() })
  const attempt = (address: string) =>
    audit.record({ ...refused('wrong_password'), client: { address, device: null }, actor: UNKNOWN })
  for (let time = 0; time < 3; time++) for (let host = 0; host < 200; host++) await attempt(`192.0.2.${host}`)
  await audit.close()
  const { rows } = await empty.client.query<{ address: string | null; count: number }>(
    `SELECT client_address AS address, count FROM audit_events WHERE actor_name = $1 ORDER BY id`,
    [UNKNOWN.name],
  )
  expect(rows.map(({ address, count }) => `${address} ${count}`)).toEqual([
    ...[0, 1, 2, 3, 4, 5].map((host) => `192.0.2.${host} 1`),
    ...[0, 1, 2, 3, 4].map((host) => `192.0.2.${host} 2`),
    `null ${600 - 6 - 10}`,
  ])
  await db.destroy()
})

test('records the counts when the process stops', async () => {
  for (let time = 0; time < 3; time++) await list('viewer')
  await system.app.close()
  const rows = await rowsOf('Joel Bautista')
  expect(rows.slice(-2).map(({ count }) => count)).toEqual([1, 2])
})
