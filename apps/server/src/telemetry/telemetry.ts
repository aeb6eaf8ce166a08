import { monitorEventLoopDelay } from 'node:perf_hooks'
import type pg from 'pg'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { bucketOf, createLatencies, emptyCounts } from './latencies.ts'
import type { ProcessFigures, WorkerServices } from './process-figures.ts'

/** Bounds in seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const LONG_BUCKETS = [0.1, 0.5, 1, 5, 10, 30, 60, 120, 300, 600, 1_800]

type CallFigures = {
  method: string
  /** Template of the path, because ids would make unlimited labels. */
  route: string
  status: number
  ms: number
  /** Code of the problem in the reply. */
  code: string | null
  /** True if the time of the call is shown. */
  isTimed: boolean
}
type RowPhase = 'validated' | 'answered'
export type Pool = Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount' | 'options'>

/** Calls since the last reading, `latencies` by bucket. */
export type MinuteCounts = { calls: number; failed: number; latencies: number[] }
const noCalls = (): MinuteCounts => ({ calls: 0, failed: 0, latencies: emptyCounts() })

export type Telemetry = ReturnType<typeof createTelemetry>

/** Counts the work of a process, for Prometheus and for its heartbeat, which the status screen shows. */
export function createTelemetry(now: () => number = Date.now) {
  const registry = new Registry()
  const registers = [registry]
  const define = (name: string, help: string, labelNames: string[]) => ({
    name: `backoffice_${name}`,
    help,
    labelNames,
    registers,
  })
  const requests = new Counter(define('requests_total', 'Handled requests.', ['method', 'route', 'status']))
  const requestSeconds = new Histogram({
    ...define('request_duration_seconds', 'Duration of requests.', ['method', 'route']),
    buckets: BUCKETS,
  })
  const errors = new Counter(define('errors_total', 'Problem replies.', ['code', 'status']))
  const storageSeconds = new Histogram({
    ...define('storage_duration_seconds', 'Duration of storage calls.', ['operation']),
    buckets: BUCKETS,
  })
  const storageErrors = new Counter(define('storage_errors_total', 'Failed storage calls.', ['operation']))
  const rows = new Counter(define('rows_total', 'Rows of files by phase.', ['phase']))
  const jobSeconds = new Histogram({
    ...define('job_duration_seconds', 'Duration of jobs.', ['queue', 'outcome']),
    buckets: LONG_BUCKETS,
  })

  const providerFailures = new Counter(
    define('provider_failures_total', 'Changes of users that the identity provider did not apply.', [
      'action',
      'outcome',
    ]),
  )

  const latencies = createLatencies(now)
  const storageLatencies = createLatencies(now)
  const recentStorageErrors = createRecentCounts({ sliceMs: 30_000, slices: 10, now })
  const recentErrors = createRecentCounts({ sliceMs: 300_000, slices: 12, now })
  const recentRows = createRecentCounts({ sliceMs: 10_000, slices: 6, now })
  const eventLoop = monitorEventLoopDelay({ resolution: 20 })
  eventLoop.enable()
  let minute = noCalls()
  let services: () => WorkerServices | null = () => null
  let watched: { pool: Pool; streams: () => number } | undefined

  return {
    registry,
    /** Calls of the last five minutes by bucket, see `latencies.ts`. */
    latencies: latencies.counts,

    recordCall({ method, route, status, ms, code, isTimed }: CallFigures) {
      requests.inc({ method, route, status })
      requestSeconds.observe({ method, route }, ms / 1000)
      if (isTimed) {
        latencies.record(ms)
        minute.calls += 1
        if (status >= 500) minute.failed += 1
        const bucket = bucketOf(ms)
        minute.latencies[bucket] = (minute.latencies[bucket] ?? 0) + 1
      }
      if (code === null) return
      errors.inc({ code, status })
      recentErrors.add(`${status} ${code}`)
    },
    recordStorage(operation: string, ms: number, isFailed: boolean) {
      storageSeconds.observe({ operation }, ms / 1000)
      storageLatencies.record(ms)
      if (!isFailed) return
      storageErrors.inc({ operation })
      recentStorageErrors.add('errors')
    },
    recordRows(phase: RowPhase, count: number) {
      if (count <= 0) return
      rows.inc({ phase }, count)
      recentRows.add(phase, count)
    },
    recordJob(queue: string, ms: number, isFailed: boolean) {
      jobSeconds.observe({ queue, outcome: isFailed ? 'failed' : 'done' }, ms / 1000)
    },

    recordProviderFailure(action: string, outcome: 'silent' | 'failed' | 'refused') {
      providerFailures.inc({ action, outcome })
    },

    takeMinute(): MinuteCounts {
      const taken = minute
      minute = noCalls()
      return taken
    },

    /** Services that only a worker uses. */
    watchServices(read: () => WorkerServices) {
      services = read
    },

    /** `streams` is the number of open event streams. */
    watch(pool: Pool, build: string, streams: () => number = () => 0) {
      watched = { pool, streams }
      const gauge = (name: string, help: string, read: () => number) =>
        new Gauge({
          ...define(name, help, []),
          collect() {
            this.set(read())
          },
        })
      gauge('database_pool_connections', 'Connections of the pool.', () => pool.totalCount)
      gauge('database_pool_idle', 'Idle connections.', () => pool.idleCount)
      gauge('database_pool_waiting', 'Calls and jobs waiting for a connection.', () => pool.waitingCount)
      gauge('streams_open', 'Open streams of events.', streams)
      new Gauge(define('build_info', 'The running build, as a label.', ['build', 'node'])).set(
        { build, node: process.version },
        1,
      )
    },

    /** Current figures; the delay of the event loop since the last reading. */
    figures(): ProcessFigures {
      const { pool, streams } = watched ?? {}
      const delayMs = eventLoop.count > 0 ? eventLoop.percentile(99) / 1e6 : 0
      eventLoop.reset()
      return {
        memory_bytes: process.memoryUsage.rss(),
        event_loop_delay_ms: Math.round(delayMs * 10) / 10,
        pool: {
          total: pool?.totalCount ?? 0,
          idle: pool?.idleCount ?? 0,
          waiting: pool?.waitingCount ?? 0,
          max: pool?.options.max ?? 0,
        },
        streams: streams?.() ?? 0,
        rows_last_minute: recentRows.totals(),
        errors_last_hour: recentErrors.totals(),
        services: services(),
        storage: { calls: storageLatencies.counts(), errors: recentStorageErrors.totals().errors ?? 0 },
      }
    },
    close: () => eventLoop.disable(),
  }
}

type Options = { sliceMs: number; slices: number; now: () => number }

type RecentCounts = {
  add: (key: string, count?: number) => void
  /** Counts of the last `slices * sliceMs`, accurate to a slice. */
  totals: () => Record<string, number>
}

/** Further keys are counted as `other`. */
const MAX_KEYS = 200

export function createRecentCounts({ sliceMs, slices, now }: Options): RecentCounts {
  const bySlice = new Map<number, Map<string, number>>()
  const current = () => Math.floor(now() / sliceMs)
  const forget = () => {
    for (const slice of bySlice.keys()) if (slice <= current() - slices) bySlice.delete(slice)
  }
  return {
    add(key, count = 1) {
      const counts = bySlice.get(current()) ?? new Map<string, number>()
      if (counts.size === 0) {
        forget()
        bySlice.set(current(), counts)
      }
      const kept = counts.has(key) || counts.size < MAX_KEYS ? key : 'other'
      counts.set(kept, (counts.get(kept) ?? 0) + count)
    },
    totals() {
      forget()
      const totals: Record<string, number> = {}
      for (const counts of bySlice.values())
        for (const [key, count] of counts) totals[key] = (totals[key] ?? 0) + count
      return totals
    },
  }
}
