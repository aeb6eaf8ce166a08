import { api } from '@backoffice/contract/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startHeartbeat } from '../../kernel/heartbeat.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem()
  system.telemetry.watch(system.pool, 'b1', () => 2)
})
afterAll(() => system.stop())

const read = () => system.call(api.status.get, {}, 'admin')

test('the figures of a process equal its metrics', async () => {
  await system.send(api.users.get, { params: { id: crypto.randomUUID() } }, 'admin')
  system.telemetry.recordRows('validated', 120)
  await system.workerDeps.storage.size('results/none')
  const { db, clock, telemetry } = system
  const heart = startHeartbeat({ db, clock, kind: 'web', build: 'b1', telemetry, onError: fail })
  await expect.poll(async () => (await read()).processes.length).toBe(1)
  const { processes, errors, rows, storage, parts } = await read()
  expect(processes).toMatchObject([{ kind: 'web', build: 'b1', streams: 2, pool: { max: 12 } }])
  expect(processes[0]?.memory_bytes).toBeGreaterThan(1_000_000)
  expect(processes[0]?.calls_per_second).toBeGreaterThan(0)
  expect(errors).toContainEqual({ status: 404, code: 'not_found', count: 1 })
  expect(rows).toEqual({ validated_per_second: 2, answered_per_second: 0 })
  expect(storage).toMatchObject({ calls: 1, errors: 0 })
  expect(parts.map(({ name }) => name)).toEqual(['database', 'queue', 'storage', 'identity'])
  await heart.stop()
  expect((await read()).processes).toEqual([])
})

test('errors of a dead process count for an hour, the most severe first', async () => {
  const now = system.clock.now().getTime()
  const insert = (ago: number, errors: object) =>
    system.pool.query(
      `INSERT INTO processes (id, kind, build, started_at, seen_at, figures)
       VALUES (gen_random_uuid(), 'worker', 'x', now(), $1, $2)`,
      [new Date(now - ago), JSON.stringify({ errors_last_hour: errors })],
    )
  await insert(60_000, { '500 internal': 1, '404 not_found': 7 })
  await insert(120_000, { '500 internal': 2, '422 invalid': 9 })
  await insert(3_700_000, { '500 internal': 50 })
  const { processes, errors } = await read()
  expect(processes).toEqual([])
  expect(errors).toEqual([
    { status: 500, code: 'internal', count: 3 },
    { status: 422, code: 'invalid', count: 9 },
    { status: 404, code: 'not_found', count: 7 },
  ])
})

test('lists queues with waiting jobs, and files by state', async () => {
  await system.db.transaction().execute((tx) => system.sendJob(tx, 'expire-files', {}))
  const { queues, files } = await read()
  expect(queues.find(({ name }) => name === 'expire-files')).toMatchObject({
    waiting: 1,
    active: 0,
    failed: 0,
  })
  expect(queues.find(({ name }) => name === 'validate-file')).toMatchObject({
    waiting: 0,
    oldest_seconds: null,
  })
  expect(files.every((each) => each.files === 0)).toBe(true)
  expect(files.length).toBeGreaterThan(8)
})

test('requires audit:view, and audits refusals', async () => {
  expect(await system.send(api.status.get, {}, 'auditor')).toMatchObject({ status: 200 })
  expect(await system.send(api.status.get, {}, 'supervisor')).toMatchObject({ status: 403 })
  const { rows } = await system.pool.query(`SELECT outcome FROM audit_events WHERE action = 'system.view'`)
  expect(rows).toEqual([{ outcome: 'refused' }])
})

function fail(error: unknown): never {
  throw error
}
