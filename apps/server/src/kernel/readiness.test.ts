import Fastify from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, createPool } from '../db/client.ts'
import { createDatabaseClock } from '../db/database-clock.ts'
import { startTestSystem, type TestSystem } from '../testing/test-system.ts'
import { logOptions } from './logging.ts'
import { type CheckLog, createReadiness, mountHealth } from './readiness.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem()
})
afterAll(() => system.stop())

const up = async () => {}
const down = async () => {
  throw new Error('postgres://owner:hunter2@db-7.internal refused')
}

test('a working system is ready and reports the state of each part', async () => {
  const probe = () => system.app.inject('/health/ready')
  // On a busy machine the first check of the keys may exceed its timeout.
  await expect.poll(async () => (await probe()).statusCode, { timeout: 20_000 }).toBe(200)
  const reply = await probe()
  expect(reply.json()).toMatchObject({ status: 'ready', process: { state: 'running' } })
  const states = reply.json().checks.map(({ name, state }: { name: string; state: string }) => [name, state])
  expect(states).toEqual(['database', 'queue', 'storage', 'identity'].map((name) => [name, 'up']))
})

test('reports a missing part in a sentence without the error’s text', async () => {
  const readiness = createReadiness()
  readiness.add({ database: { probe: down, needed: 'always' }, storage: { probe: up, needed: 'start' } })
  readiness.started()
  const report = await readiness.report()
  expect(report.status).toBe('not_ready')
  expect(report.checks.map(({ name, state }) => [name, state])).toEqual([
    ['database', 'down'],
    ['storage', 'up'],
  ])
  expect(JSON.stringify(report)).not.toMatch(/hunter2|internal|postgres/)
  expect(report.checks[0]?.message).toMatch(/^The database does not respond\. /)
})

test('a starting or stopping process is never ready', async () => {
  const readiness = createReadiness({ cachedMs: 0 })
  readiness.add({ database: { probe: up, needed: 'always' } })
  const states = async () => {
    const { status, process } = await readiness.report()
    return [status, process.state]
  }
  expect(await states()).toEqual(['not_ready', 'starting'])
  readiness.started()
  expect(await states()).toEqual(['ready', 'running'])
  readiness.stopping()
  expect(await states()).toEqual(['not_ready', 'stopping'])
})

test('a process is live until it stops, whatever is missing', async () => {
  const readiness = createReadiness({ cachedMs: 0 })
  readiness.add({ storage: { probe: down, needed: 'always' } })
  const app = Fastify()
  mountHealth(app, readiness)
  const statuses = () =>
    Promise.all(['live', 'ready'].map(async (name) => (await app.inject(`/health/${name}`)).statusCode))
  expect(await statuses()).toEqual([200, 503])
  readiness.started()
  expect(await statuses()).toEqual([200, 503])
  readiness.stopping()
  expect(await statuses()).toEqual([503, 503])
})

test('a part needed at the start affects a new process, but not one that has had it', async () => {
  const storage = { isUp: false }
  const probe = () => (storage.isUp ? up() : down())
  const readiness = createReadiness({ cachedMs: 0 })
  readiness.add({ storage: { probe, needed: 'start' } })
  readiness.started()
  expect((await readiness.report()).status).toBe('not_ready')
  storage.isUp = true
  expect((await readiness.report()).status).toBe('ready')
  storage.isUp = false
  const { status, checks } = await readiness.report()
  expect([status, checks[0]?.state]).toEqual(['ready', 'down'])
})

test('a hanging check times out and is not started twice; results are cached for a second', async () => {
  let probes = 0
  let now = 0
  const hanging = Promise.withResolvers<void>()
  const probe = () => {
    probes++
    return hanging.promise
  }
  const readiness = createReadiness({ timeoutMs: 1, now: () => now })
  readiness.add({ database: { probe, needed: 'always' } })
  readiness.started()
  expect((await readiness.report()).status).toBe('not_ready')
  now = 1_001
  expect((await readiness.report()).status).toBe('not_ready')
  expect(probes).toBe(1)
  hanging.resolve()
  now = 2_002
  expect((await readiness.report()).status).toBe('ready')
  for (let times = 0; times < 20; times++) await readiness.report()
  expect(probes).toBe(1)
  now = 3_003
  await readiness.report()
  expect(probes).toBe(2)
})

test('reports an unavailable database within the timeout of a check', async () => {
  const pool = createPool(`${system.url}_is_missing`)
  const readiness = createReadiness()
  readiness.add({ database: { probe: () => pool.query('SELECT 1'), needed: 'always' } })
  readiness.started()
  expect((await readiness.report()).checks).toMatchObject([{ name: 'database', state: 'down' }])
  await createDatabase(pool).destroy()
})

test('logs the cause of a failed check once until it changes, and its recovery', async () => {
  const lines: unknown[] = []
  const write = (line: string) => {
    const { level, msg, check, reason } = JSON.parse(line)
    lines.push([level, msg, check, ...(reason ? [reason] : [])])
  }
  const log = pino(logOptions('info'), { write })
  let failure: Error | null = new Error('The bucket refuses request 4711.')
  const readiness = createReadiness({ cachedMs: 0, log })
  const probe = async () => {
    if (failure) throw failure
  }
  readiness.add({ storage: { probe, needed: 'always' }, database: { probe: up, needed: 'always' } })
  const pollTwice = async () => {
    await readiness.report()
    await readiness.report()
  }
  await pollTwice()
  failure = new Error('The bucket refuses request 4712.')
  await pollTwice()
  failure = Object.assign(new Error('certificate has expired'), { code: 'CERT_HAS_EXPIRED' })
  await pollTwice()
  const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  failure = new Error('The storage is not available.', { cause: refused })
  await pollTwice()
  failure = null
  await pollTwice()
  expect(lines).toEqual([
    [40, 'check failed', 'storage', 'The bucket refuses request 4711.'],
    [40, 'check failed', 'storage', 'certificate has expired'],
    [40, 'check failed', 'storage', 'The storage is not available: connection refused'],
    [30, 'check passes again', 'storage'],
  ])
})

test('logs a hanging check as such, and its cause once it is known', async () => {
  const causes: unknown[] = []
  const log: CheckLog = { warn: ({ reason }: { reason: string }) => void causes.push(reason), info: () => {} }
  const hanging = Promise.withResolvers<void>()
  const readiness = createReadiness({ timeoutMs: 1, cachedMs: 0, log })
  readiness.add({ storage: { probe: () => hanging.promise, needed: 'always' } })
  await readiness.report()
  await readiness.report()
  hanging.reject(new Error('connection refused'))
  await readiness.report()
  await readiness.report()
  expect(causes).toEqual(['No reply within 0.001 seconds.', 'connection refused'])
})

test('logs what fails when nothing requests the state', async () => {
  const failed = Promise.withResolvers<unknown>()
  const readiness = createReadiness({ log: { warn: failed.resolve, info: () => {} } })
  readiness.add({ storage: { probe: down, needed: 'always' } })
  readiness.started()
  expect(await failed.promise).toMatchObject({ check: 'storage' })
})

test.each([
  [-5, 'behind'],
  [5, 'ahead of'],
])('a process whose clock is %i minutes off says so and is not ready', async (minutes, where) => {
  const causes: unknown[] = []
  const log: CheckLog = { warn: ({ reason }: { reason: string }) => void causes.push(reason), info: () => {} }
  let offMs = minutes * 60_000
  const clock = createDatabaseClock(system.pool, () => Date.now() + offMs)
  await clock.read()
  const readiness = createReadiness({ cachedMs: 0, log })
  readiness.add({ clock: { probe: clock.check, needed: 'always' } })
  readiness.started()
  expect(await readiness.report()).toMatchObject({
    status: 'not_ready',
    checks: [{ name: 'clock', state: 'down', message: expect.stringMatching(/^The clock differs/) }],
  })
  expect(causes).toEqual([
    expect.stringMatching(`^The clock of this process is \\d+ seconds ${where} the database's.$`),
  ])
  offMs = 90_000
  await clock.read()
  expect((await readiness.report()).status).toBe('ready')
})
