import { api } from '@backoffice/contract/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { observeStorage } from '../adapters/storage/storage.ts'
import { connectClient } from '../db/client.ts'
import { readLedgerLag } from '../db/ledger.ts'
import { readSystemFigures } from '../features/status/status.store.ts'
import { addLedgerGauges, addSystemGauges } from '../kernel/gauges.ts'
import { startMetricsServer } from '../kernel/observe-process.ts'
import { startTestSystem, type TestSystem } from '../testing/test-system.ts'
import { NO_FIGURES, readFigures } from './process-figures.ts'
import { createRecentCounts, createTelemetry } from './telemetry.ts'

let system: TestSystem
let server: Awaited<ReturnType<typeof startMetricsServer>>
beforeAll(async () => {
  system = await startTestSystem()
  await system.db.transaction().execute((tx) => system.sendJob(tx, 'expire-files', {}))
  const { telemetry, readiness, pool } = system
  telemetry.watch(pool, 'b1', () => 3)
  addSystemGauges({
    registry: telemetry.registry,
    read: () => readSystemFigures(system.db, new Date(system.clock.now().getTime() + 60_000)),
  })
  server = await startMetricsServer({ host: '127.0.0.1', port: 0, registry: telemetry.registry, readiness })
})
afterAll(async () => {
  await server.close()
  await system.stop()
})

const get = (path: string) => fetch(`http://127.0.0.1:${server.port}${path}`)

/** Metrics by name and labels, as Prometheus reads them. */
async function metrics(): Promise<Map<string, number>> {
  const text = await (await get('/metrics')).text()
  const lines = text.split('\n').filter((line) => line && !line.startsWith('#'))
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]))
}

test('counts calls by route template, method and status', async () => {
  const id = crypto.randomUUID()
  await system.send(api.users.get, { params: { id } }, 'admin')
  await system.send(api.users.get, { params: { id } }, 'admin')
  await system.send(api.dashboard.system, { query: {} }, 'viewer')
  await system.app.inject(`/${id}`)
  const found = await metrics()
  const requests = [...found].filter(([name]) => name.startsWith('backoffice_requests_total'))
  const user = `/api/user${api.users.get.path}`
  expect(new Map(requests)).toEqual(
    new Map([
      [`backoffice_requests_total{method="GET",route="${user}",status="404"}`, 2],
      ['backoffice_requests_total{method="GET",route="/api/operations/dashboard/system",status="200"}', 1],
      ['backoffice_requests_total{method="GET",route="none",status="404"}', 1],
    ]),
  )
  expect(found.get(`backoffice_request_duration_seconds_count{method="GET",route="${user}"}`)).toBe(2)
  expect(found.get('backoffice_errors_total{code="not_found",status="404"}')).toBe(3)
  expect([...found.keys()].join()).not.toContain(id)
  expect(system.telemetry.figures().errors_last_hour).toMatchObject({ '404 not_found': 3 })
})

test('reports the queue, the pool, the streams, the files and the build', async () => {
  const found = await metrics()
  expect(found.get('backoffice_queue_jobs_waiting{queue="expire-files"}')).toBe(1)
  expect(found.get('backoffice_queue_jobs_waiting{queue="validate-file"}')).toBe(0)
  expect(found.get('backoffice_queue_oldest_seconds{queue="expire-files"}')).toBeGreaterThanOrEqual(59)
  expect(found.get('backoffice_database_pool_connections')).toBe(system.pool.totalCount)
  expect(found.get('backoffice_database_pool_waiting')).toBe(0)
  expect(found.get('backoffice_streams_open')).toBe(3)
  expect(found.get(`backoffice_build_info{build="b1",node="${process.version}"}`)).toBe(1)
  expect(found.get('process_resident_memory_bytes')).toBeGreaterThan(1_000_000)
  expect([...found.keys()].some((name) => name.startsWith('nodejs_eventloop_lag_p99'))).toBe(true)
})

test('metrics are not on the public port, and nothing else is on theirs', async () => {
  expect((await system.app.inject('/metrics')).statusCode).toBe(404)
  expect((await get('/health/live')).status).toBe(200)
  expect((await get('/health/ready')).status).toBe(200)
  expect((await get('/api/operations/file_tracker')).status).toBe(404)
  expect((await get('/metrics/../health')).status).toBe(404)
})

test('reports the pool of a separate ledger, and how far jobs are behind it, while it responds', async () => {
  const { registry } = createTelemetry()
  const before = await registry.metrics()
  let now = 0
  let readLag = () => readLedgerLag(system.db, system.ledger)
  addLedgerGauges({ registry, pool: system.ledger.pool, readLag: () => readLag(), now: () => now })
  const owner = await connectClient(system.ledgerUrl)
  await owner.query('UPDATE ledger_version SET version = 3')
  await owner.end()
  await system.pool.query('UPDATE ledger_readers SET version = 0')
  const text = await registry.metrics()
  expect(before).not.toContain('ledger')
  expect(text).toMatch(/^backoffice_ledger_pool_connections \d/m)
  expect(text).toContain('backoffice_ledger_changes_behind{reader="sums"} 3')
  expect(text).toContain('backoffice_ledger_changes_behind{reader="cases"} 3')
  readLag = () => Promise.reject(new Error('away'))
  now += 10_000
  expect(await registry.metrics()).not.toMatch(/changes_behind\{/)
})

test('reports other metrics if the database does not respond', async () => {
  const { registry } = createTelemetry()
  addSystemGauges({ registry, read: () => Promise.reject(new Error('away')) })
  const text = await registry.metrics()
  expect(text).toContain('backoffice_requests_total')
  expect(text).not.toMatch(/^backoffice_queue_jobs_waiting\{/m)
})

test('counts and times storage calls, and counts failed ones as errors', async () => {
  const telemetry = createTelemetry()
  const storage = observeStorage(system.storage, telemetry)
  await storage.write(
    'inquiries/a',
    (async function* () {
      yield Buffer.from('line\n')
    })(),
  )
  for await (const chunk of storage.read('inquiries/a')) expect(String(chunk)).toBe('line\n')
  await expect(async () => {
    for await (const _ of storage.read('inquiries/missing'));
  }).rejects.toThrow('ENOENT')
  const text = await telemetry.registry.metrics()
  expect(text).toContain('backoffice_storage_duration_seconds_count{operation="read"} 2')
  expect(text).toContain('backoffice_storage_duration_seconds_count{operation="write"} 1')
  expect(text).toContain('backoffice_storage_errors_total{operation="read"} 1')
  expect(telemetry.figures().storage.errors).toBe(1)
})

test('drops recent counts after their time', () => {
  let now = 0
  const counts = createRecentCounts({ sliceMs: 10, slices: 3, now: () => now })
  counts.add('a')
  now = 15
  counts.add('a', 2)
  expect(counts.totals()).toEqual({ a: 3 })
  now = 30
  expect(counts.totals()).toEqual({ a: 2 })
  now = 100
  expect(counts.totals()).toEqual({})
  for (let key = 0; key < 300; key++) counts.add(`key ${key}`)
  expect(Object.keys(counts.totals())).toHaveLength(201)
})

test('reads the known figures of another release', () => {
  expect(readFigures({})).toEqual(NO_FIGURES)
  expect(readFigures({ streams: 2, later: true })).toEqual({ ...NO_FIGURES, streams: 2 })
  expect(readFigures(null)).toEqual(NO_FIGURES)
})
