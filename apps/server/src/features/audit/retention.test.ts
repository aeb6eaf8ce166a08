import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'
import { removeOldFiles } from '../retention/remove-old-files.ts'

let system: TestSystem
let owner: pg.Client
beforeAll(async () => {
  system = await startTestSystem()
  owner = new pg.Client({ connectionString: system.url })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await system.stop()
})

const addEvents = (count: number, age: string) =>
  owner.query(
    `INSERT INTO audit_events (at, actor_name, action, resource, outcome)
     SELECT now() - $2::interval, $2, 'tender.update', 'tender', 'done' FROM generate_series(1, $1)`,
    [count, age],
  )
const countOf = async (age: string) =>
  (await owner.query('SELECT count(*)::int AS n FROM audit_events WHERE actor_name = $1', [age])).rows[0].n
const removals = async () =>
  (
    await owner.query(
      `SELECT actor_name, changes FROM audit_events WHERE action = 'audit.remove' ORDER BY id`,
    )
  ).rows

test('the nightly job removes events older than five years, and records it in the trail', async () => {
  await addEvents(12_000, '5 years 1 day')
  await addEvents(5, '4 years 364 days')
  await removeOldFiles(system.workerDeps)
  expect([await countOf('5 years 1 day'), await countOf('4 years 364 days')]).toEqual([0, 5])
  const recorded = await removals()
  expect(recorded.map(({ actor_name, changes }) => [actor_name, changes.events])).toEqual([
    ['System', [10_000, 0]],
    ['System', [2_000, 0]],
  ])
  await removeOldFiles(system.workerDeps)
  expect(await removals()).toEqual(recorded)
})

test('an application clock that runs ahead removes nothing', async () => {
  system.clock.offsetMs = 10 * 365 * 86_400_000
  await removeOldFiles(system.workerDeps)
  system.clock.offsetMs = 0
  expect(await countOf('4 years 364 days')).toBe(5)
})

test.each([
  ['delete', 'DELETE FROM audit_events'],
  ['change', `UPDATE audit_events SET actor_name = 'x'`],
  [
    'date',
    `INSERT INTO audit_events (at, actor_name, action, resource, outcome) VALUES (now(), 'x', 'x.x', 'x', 'done')`,
  ],
  ['empty', 'TRUNCATE audit_events'],
  ['redefine the removal of', 'DROP FUNCTION remove_old_audit_events(int)'],
])('the application itself cannot %s events', async (_what, statement) => {
  await expect(system.pool.query(statement)).rejects.toThrow(/permission denied|must be owner/)
})

test('the function takes no age, and ignores tables of other schemas', async () => {
  await expect(system.pool.query(`SELECT remove_old_audit_events(now() - interval '1 day')`)).rejects.toThrow(
    'does not exist',
  )
  const client = await system.pool.connect()
  try {
    await client.query(`CREATE TEMP TABLE audit_events (id bigint, at timestamptz)`)
    await client.query(`INSERT INTO pg_temp.audit_events VALUES (1, now() - interval '9 years')`)
    await client.query('SELECT remove_old_audit_events(-1)').catch(() => undefined)
    await client.query('SELECT remove_old_audit_events(2000000000)')
    expect((await client.query('SELECT FROM pg_temp.audit_events')).rowCount).toBe(1)
  } finally {
    await client.query('DROP TABLE pg_temp.audit_events')
    client.release()
  }
  expect(await countOf('4 years 364 days')).toBe(5)
})
