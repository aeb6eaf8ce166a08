import { Gauge, type Registry } from 'prom-client'
import type { Pool } from '../telemetry/telemetry.ts'

/** Figures from the database, reported equally by all processes. */
type SystemFigures = {
  queues: readonly {
    name: string
    waiting: number
    active: number
    failed: number
    oldest_seconds: number | null
  }[]
  files: readonly { state: string; files: number }[]
  provider: readonly { state: string; actions: number; oldest_seconds: number | null }[]
}

const CACHED_MS = 10_000
const TIMEOUT_MS = 2_000

type Options = { registry: Registry; read: () => Promise<SystemFigures>; now?: () => number }

/** Gauges of every process; take the maximum. They have no values if the database does not respond in time. */
export function addSystemGauges({ registry, read, now = () => performance.now() }: Options): void {
  const figures = cachedFigures(read, now)
  const registers = [registry]
  const gauge = <Row>(
    [name, help, label]: readonly [name: string, help: string, label: string],
    rowsOf: (figures: SystemFigures) => readonly Row[],
    sampleOf: (row: Row) => readonly [label: string, value: number],
  ) =>
    new Gauge({
      name: `backoffice_${name}`,
      help,
      labelNames: [label],
      registers,
      async collect() {
        const found = await figures()
        this.reset()
        for (const [value, count] of found ? rowsOf(found).map(sampleOf) : [])
          this.set({ [label]: value }, count)
      },
    })
  const queues = ({ queues }: SystemFigures) => queues
  gauge(['queue_jobs_waiting', 'Jobs waiting for a worker.', 'queue'], queues, ({ name, waiting }) => [
    name,
    waiting,
  ])
  gauge(['queue_jobs_active', 'Jobs that run.', 'queue'], queues, ({ name, active }) => [name, active])
  gauge(['queue_jobs_failed', 'Jobs failed in the last day.', 'queue'], queues, ({ name, failed }) => [
    name,
    failed,
  ])
  gauge(['queue_oldest_seconds', 'Age of the oldest waiting job.', 'queue'], queues, (queue) => [
    queue.name,
    queue.oldest_seconds ?? 0,
  ])
  gauge(
    ['files', 'Tracked files.', 'state'],
    ({ files }) => files,
    ({ state, files }) => [state, files],
  )
  const provider = ({ provider }: SystemFigures) => provider
  gauge(
    ['provider_actions', 'Changes of users that the identity provider has not applied.', 'state'],
    provider,
    ({ state, actions }) => [state, actions],
  )
  gauge(
    ['provider_oldest_seconds', 'Age of the oldest of these changes.', 'state'],
    provider,
    ({ state, oldest_seconds }) => [state, oldest_seconds ?? 0],
  )
}

/** Figures of the last ten seconds; null if the database does not respond in time. */
export function cachedFigures<T>(read: () => Promise<T>, now: () => number): () => Promise<T | null> {
  let cached: { until: number; figures: Promise<T | null> } | undefined
  return () => {
    if (!cached || cached.until <= now()) {
      const found = Promise.race([read(), timeout()]).catch(() => null)
      cached = { until: now() + CACHED_MS, figures: found }
    }
    return cached.figures
  }
}

const timeout = () => new Promise<null>((resolve) => void setTimeout(resolve, TIMEOUT_MS, null).unref())

type Lag = readonly { reader: string; behind: number }[]
type LedgerGaugeOptions = { registry: Registry; pool: Pool; readLag: () => Promise<Lag>; now?: () => number }

/** Gauges of a separate ledger. */
export function addLedgerGauges({
  registry,
  pool,
  readLag,
  now = () => performance.now(),
}: LedgerGaugeOptions): void {
  const registers = [registry]
  const poolGauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name: `backoffice_ledger_pool_${name}`,
      help,
      registers,
      collect() {
        this.set(read())
      },
    })
  poolGauge('connections', 'Connections of the pool of the ledger.', () => pool.totalCount)
  poolGauge('idle', 'Idle connections to the ledger.', () => pool.idleCount)
  poolGauge('waiting', 'Calls and jobs waiting for a connection to the ledger.', () => pool.waitingCount)
  const lag = cachedFigures(readLag, now)
  new Gauge({
    name: 'backoffice_ledger_changes_behind',
    help: 'Changes of the ledger that a job has not read.',
    labelNames: ['reader'],
    registers,
    async collect() {
      const found = await lag()
      this.reset()
      for (const { reader, behind } of found ?? []) this.set({ reader }, behind)
    },
  })
}
