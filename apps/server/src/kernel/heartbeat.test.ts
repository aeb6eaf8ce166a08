import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, createPool } from '../db/client.ts'
import { liveProcesses, queueFigures } from '../resources/dashboard/processes.store.ts'
import { startTestSystem, type TestSystem } from '../testing/test-system.ts'
import { readBuildId, startHeartbeat } from './heartbeat.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem()
})
afterAll(() => system.stop())

const live = () => liveProcesses(system.db, system.clock.now())

test('processes are alive from their start to their stop, and their calls are added up', async () => {
  const options = { db: system.db, clock: system.clock, onError: fail, everyMs: 10 }
  const web = startHeartbeat({ ...options, kind: 'web', build: 'b2', calls: () => [1, 2] })
  const other = startHeartbeat({ ...options, kind: 'web', build: 'b1', calls: () => [0, 1, 4] })
  const worker = startHeartbeat({ ...options, kind: 'worker', build: 'b2' })
  await expect.poll(live).toEqual({ web: 2, workers: 1, builds: ['b1', 'b2'], calls: [1, 3, 4] })
  await other.stop()
  await worker.stop()
  expect(await live()).toEqual({ web: 1, workers: 0, builds: ['b2'], calls: [1, 2] })
  await web.stop()
  expect(await live()).toEqual({ web: 0, workers: 0, builds: [], calls: [] })
})

test('a process that was killed is not alive any more, and is forgotten after a day', async () => {
  const now = system.clock.now().getTime()
  await system.pool.query(
    `INSERT INTO processes (id, kind, build, started_at, seen_at) VALUES
      (gen_random_uuid(), 'worker', 'killed', now(), $1), (gen_random_uuid(), 'worker', 'long ago', now(), $2)`,
    [new Date(now - 16_000), new Date(now - 90_000_000)],
  )
  expect(await live()).toMatchObject({ workers: 0 })
  const heart = startHeartbeat({ db: system.db, clock: system.clock, kind: 'web', build: 'b', onError: fail })
  const builds = async () =>
    (await system.pool.query('SELECT build FROM processes ORDER BY build')).rows.map(({ build }) => build)
  await expect.poll(builds).toEqual(['b', 'killed'])
  await heart.stop()
})

test('a beat that fails is reported, and the next is tried', async () => {
  const errors: unknown[] = []
  const pool = createPool(`${system.url}_is_missing`)
  const db = createDatabase(pool)
  const onError = (error: unknown) => errors.push(error)
  const heart = startHeartbeat({ db, clock: system.clock, kind: 'web', build: 'b', everyMs: 5, onError })
  await expect.poll(() => errors.length).toBeGreaterThan(2)
  await heart.stop()
  await db.destroy()
})

test('jobs that wait are counted, those for later are not', async () => {
  expect(await queueFigures(system.db, system.clock.now())).toEqual({ queued: 0, oldestSeconds: null })
  const later = { delaySeconds: 3_600 }
  await system.db.transaction().execute(async (tx) => {
    await system.sendJob(tx, 'expire-files', {})
    await system.sendJob(tx, 'tell-provider-due', {}, later)
  })
  const soon = new Date(system.clock.now().getTime() + 60_000)
  expect(await queueFigures(system.db, soon)).toEqual({ queued: 1, oldestSeconds: expect.closeTo(60, -1) })
})

test('reads the id of the build, if there is one', async () => {
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
