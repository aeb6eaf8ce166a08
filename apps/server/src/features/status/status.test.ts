import { api } from '@backoffice/contract/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startHeartbeat, watchProvider } from '../../kernel/heartbeat.ts'
import { createTelemetry } from '../../telemetry/telemetry.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'
import { recordMinutes } from './record-minutes.ts'

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
  expect(errors).toContainEqual({ status: 404, code: 'not_found', count: 1, audited: true })
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
    { status: 500, code: 'internal', count: 3, audited: false },
    { status: 422, code: 'invalid', count: 9, audited: false },
    { status: 404, code: 'not_found', count: 7, audited: true },
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

test('trends add up the minutes of all processes, and know nothing of minutes that none recorded', async () => {
  const { db, clock, pool } = system
  await pool.query('DELETE FROM status_minutes')
  const processes = [createTelemetry(), createTelemetry()]
  const recorders = processes.map((telemetry) => recordMinutes({ db, clock, telemetry, onError: fail }))
  const call = { method: 'GET', route: '/', code: null, isTimed: true }
  for (const telemetry of processes) telemetry.recordCall({ ...call, status: 200, ms: 10 })
  processes[0]?.recordCall({ ...call, status: 500, ms: 1_000 })
  processes[0]?.recordCall({ ...call, status: 200, ms: 5, isTimed: false })
  for (const recorder of recorders) await recorder.stop()
  clock.offsetMs += 60_000
  const { hour, day } = await system.call(api.status.trends, {}, 'admin')
  expect([hour.length, day.length]).toEqual([60, 48])
  for (const [points, stepMs] of [[hour, 60_000] as const, [day, 1_800_000] as const]) {
    const recorded = points.filter(({ calls }) => calls !== null)
    expect(recorded).toMatchObject([{ calls: 3, failed: 1, waiting: expect.any(Number) }])
    expect(recorded[0]?.p95_ms).toBeGreaterThan(900)
    expect(Date.parse(points[1]?.at ?? '') - Date.parse(points[0]?.at ?? '')).toBe(stepMs)
  }
  clock.offsetMs += 26 * 3_600_000
  await recordMinutes({ db, clock, telemetry: createTelemetry(), onError: fail }).stop()
  expect((await pool.query('SELECT FROM status_minutes')).rowCount).toBe(1)
  clock.offsetMs = 0
})

test('the slowest minute is in both trends, however many fast calls its half hour has', async () => {
  const { db, clock, pool } = system
  await pool.query('DELETE FROM status_minutes')
  const call = { method: 'GET', route: '/', code: null, isTimed: true, status: 200 }
  const recordCalls = async (number: number, ms: number) => {
    const telemetry = createTelemetry()
    const recorder = recordMinutes({ db, clock, telemetry, onError: fail })
    for (let each = 0; each < number; each++) telemetry.recordCall({ ...call, ms })
    await recorder.stop()
    clock.offsetMs += 60_000
  }
  await recordCalls(2, 354)
  await recordCalls(100, 10)
  const { hour, day } = await system.call(api.status.trends, {}, 'admin')
  const [worst, worstOfDay] = [hour, day].map((points) =>
    Math.max(...points.map(({ p95_ms }) => p95_ms ?? 0)),
  )
  expect(worst).toBeGreaterThan(350)
  expect(worstOfDay).toBe(worst)
  clock.offsetMs = 0
})

test('the identity provider and mail are known from a live worker only', async () => {
  const { db, clock, pool } = system
  await pool.query('DELETE FROM processes')
  const unknown = await read()
  expect(unknown.identity).toEqual({ check: null, waiting: 0, failed: 0, oldest_seconds: null })
  expect(unknown.mail).toMatchObject({ delivery: null, sent: 0, last_sent_at: null, failed: 0, waiting: 0 })

  const telemetry = createTelemetry()
  const refusing = watchProvider(() => Promise.reject(new Error('no')), clock)
  await expect.poll(() => refusing.last()).not.toBeNull()
  telemetry.watchServices(() => ({ provider: refusing.last(), mail: 'none' }))
  const heart = startHeartbeat({ db, clock, kind: 'worker', build: 'b1', telemetry, onError: fail })
  await expect.poll(async () => (await read()).mail.delivery).toBe('none')
  expect((await read()).identity.check).toEqual({ is_up: false, checked_at: refusing.last()?.checked_at })
  refusing.stop()
  await heart.stop()

  const mail = { to: ['a@backoffice.test'], subject: 's', text: 't' }
  for (const _ of [1, 2, 3])
    await db.transaction().execute((tx) => system.sendJob(tx, 'send-mail', mail as never))
  await pool.query(`WITH jobs AS (SELECT id, row_number() OVER () AS place FROM pgboss.job WHERE name = 'send-mail')
    UPDATE pgboss.job SET state = CASE WHEN place = 1 THEN 'completed' ELSE 'failed' END::pgboss.job_state,
      completed_on = now() - place * interval '10 hours' FROM jobs WHERE jobs.id = job.id AND place < 3`)
  await pool.query(
    `UPDATE pgboss.job SET completed_on = now() - interval '25 hours' WHERE name = 'send-mail' AND state = 'failed'`,
  )
  const { mail: counts } = await read()
  expect(counts).toMatchObject({ sent: 1, failed: 0, last_failed_at: null, waiting: 1 })
  expect(counts.last_sent_at).not.toBeNull()
})

function fail(error: unknown): never {
  throw error
}
