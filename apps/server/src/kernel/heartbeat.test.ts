import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { embeddedIdentity } from '../adapters/identity/embedded.ts'
import { openLocalStorage } from '../adapters/storage/create-storage.ts'
import { buildApp } from '../app/app.ts'
import { createDatabase, createPool } from '../db/client.ts'
import { liveProcesses, queueFigures } from '../features/status/status.store.ts'
import { createFileEvents, type FileEvents } from '../files/tracked/file-events.ts'
import { NO_FIGURES } from '../telemetry/process-figures.ts'
import { createTelemetry } from '../telemetry/telemetry.ts'
import { TEST_KEY } from '../testing/test-database.ts'
import { startTestSystem, type TestSystem } from '../testing/test-system.ts'
import { createCountedAudit } from './counted-audit.ts'
import { readBuildId, startHeartbeat } from './heartbeat.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem()
})
afterAll(() => system.stop())

const telemetryWith = (calls: number[]) => ({ latencies: () => calls, figures: () => NO_FIGURES })

const live = () => liveProcesses(system.db, system.clock.now())

test('processes are alive from start to stop, and their calls are summed', async () => {
  const options = { db: system.db, clock: system.clock, onError: fail, everyMs: 10 }
  const web = startHeartbeat({ ...options, kind: 'web', build: 'b2', telemetry: telemetryWith([1, 2]) })
  const other = startHeartbeat({ ...options, kind: 'web', build: 'b1', telemetry: telemetryWith([0, 1, 4]) })
  const worker = startHeartbeat({ ...options, kind: 'worker', build: 'b2', telemetry: telemetryWith([]) })
  await expect.poll(live).toEqual({ web: 2, workers: 1, builds: ['b1', 'b2'], calls: [1, 3, 4] })
  await other.stop()
  await worker.stop()
  expect(await live()).toEqual({ web: 1, workers: 0, builds: ['b2'], calls: [1, 2] })
  await web.stop()
  expect(await live()).toEqual({ web: 0, workers: 0, builds: [], calls: [] })
})

test('a killed process is not alive and is removed after a day', async () => {
  const now = system.clock.now().getTime()
  await system.pool.query(
    `INSERT INTO processes (id, kind, build, started_at, seen_at) VALUES
      (gen_random_uuid(), 'worker', 'killed', now(), $1), (gen_random_uuid(), 'worker', 'long ago', now(), $2)`,
    [new Date(now - 16_000), new Date(now - 90_000_000)],
  )
  expect(await live()).toMatchObject({ workers: 0 })
  const heart = startHeartbeat({
    db: system.db,
    clock: system.clock,
    kind: 'web',
    build: 'b',
    telemetry: telemetryWith([]),
    onError: fail,
  })
  const builds = async () =>
    (await system.pool.query('SELECT build FROM processes ORDER BY build')).rows.map(({ build }) => build)
  await expect.poll(builds).toEqual(['b', 'killed'])
  await heart.stop()
})

test('reports a failed beat and tries the next one', async () => {
  const errors: unknown[] = []
  const pool = createPool(`${system.url}_is_missing`)
  const db = createDatabase(pool)
  const onError = (error: unknown) => errors.push(error)
  const telemetry = telemetryWith([])
  const heart = startHeartbeat({
    db,
    clock: system.clock,
    kind: 'web',
    build: 'b',
    everyMs: 5,
    telemetry,
    onError,
  })
  await expect.poll(() => errors.length).toBeGreaterThan(2)
  await heart.stop()
  await db.destroy()
})

test('the times of API calls are recorded, not those of pages or of streams of events', async () => {
  const { db, ledger, clock, storage, outbox, sendJob, identity, url: connectionString } = system
  const telemetry = createTelemetry()
  const recorded = () => telemetry.latencies().reduce((a, b) => a + b)
  let events: FileEvents | undefined
  const app = await buildApp({
    config: {
      webDist: 'no-web',
      apis: 'both',
      rateLimitPerMinute: 1_000,
      holds: system.workerDeps.holds,
      quotas: { reveals: 1, cardFiles: 1, postingCards: 1, notFoundReplies: 1, differentCards: 1 },
      files: system.workerDeps.limits,
      apiDocs: false,
      maxEventLoopDelayMs: 0,
      buildCheckMs: 1_000,
      lockAfterMs: 1_000,
      trustedProxies: [],
      hstsSeconds: 0,
      breakGlassHours: 1,
      replyLinkHosts: [],
      requestLimits: { open: 50, perHour: 30 },
    },
    db,
    ledger,
    clock,
    files: openLocalStorage(storage, { storage: TEST_KEY }),
    identity: embeddedIdentity(identity),
    outbox,
    evidenceKey: null,
    sendJob,
    countedAudit: createCountedAudit({ db, clock, onError: fail }),
    events: (authenticate) => {
      events = createFileEvents({ db, connectionString, authenticate, clock, onError: fail })
      return events
    },
    telemetry,
  })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const headers = { authorization: `Bearer ${await system.tokenOf('agent')}` }
  try {
    await fetch(`${address}/health/live`)
    await fetch(`${address}/api/operations/missing`)
    await expect.poll(recorded).toBe(1)
    const closed = new Promise((resolve) => {
      app.server.once('request', (_request, reply) => reply.once('close', resolve))
    })
    const stream = await fetch(`${address}/api/operations/file_tracker/events`, { headers })
    expect(stream.headers.get('content-type')).toContain('text/event-stream')
    // The server must end the stream, because no hook runs when the browser leaves it.
    await events?.close()
    await stream.text()
    await closed
    await fetch(`${address}/api/operations/missing`)
    await expect.poll(recorded).toBeGreaterThanOrEqual(2)
    expect(recorded()).toBe(2)
  } finally {
    await app.close()
  }
})

test('counts waiting jobs but not scheduled ones', async () => {
  expect(await queueFigures(system.db, system.clock.now())).toEqual({ queued: 0, oldestSeconds: null })
  const later = { delaySeconds: 3_600 }
  await system.db.transaction().execute(async (tx) => {
    await system.sendJob(tx, 'expire-files', {})
    await system.sendJob(tx, 'tell-provider-due', {}, later)
  })
  const soon = new Date(system.clock.now().getTime() + 60_000)
  expect(await queueFigures(system.db, soon)).toEqual({ queued: 1, oldestSeconds: expect.closeTo(60, -1) })
})

test('reads the build id, if there is a build', async () => {
  const dist = await mkdtemp(join(tmpdir(), 'build-'))
  expect(await readBuildId(dist)).toBe('unknown')
  await mkdir(join(dist, 'builds'))
  await writeFile(join(dist, 'builds/latest.json'), '{"id":"b1"}')
  expect(await readBuildId(dist)).toBe('b1')
  await rm(dist, { recursive: true })
})

function fail(error: unknown): never {
  throw error
}

test('a web process counts the processes that serve one of its APIs', async () => {
  const { db, clock, pool } = system
  await pool.query('DELETE FROM processes')
  const start = (apis: 'both' | 'user' | 'operations') =>
    startHeartbeat({
      db,
      clock,
      kind: 'web',
      build: 'b',
      apis,
      everyMs: 5,
      telemetry: telemetryWith([]),
      onError: fail,
    })
  const hearts = [start('both'), start('user'), start('operations')]
  const counts = () => hearts.map((heart) => heart.webProcesses())
  await expect.poll(counts).toEqual([3, 2, 2])
  await hearts.pop()?.stop()
  await expect.poll(counts).toEqual([2, 2])
  await Promise.all(hearts.map((heart) => heart.stop()))
})
