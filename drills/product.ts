import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../dev/ports.ts'
import { isAlive, signal } from '../dev/processes.ts'
import { type Database, superviseDatabase } from '../dev/start/database.ts'
import { NODE_ARGUMENTS, NODE_ENVIRONMENT } from '../dev/start/memory-settings.ts'
import { runScript } from '../dev/start/run-script.ts'
import { type Service, startService } from '../dev/start/service.ts'
import type { Drill } from './drill.ts'
import { startRoundRobin } from './round-robin.ts'
import { until } from './services.ts'

export const DEMO_CARDS = 5_000
export const DEMO = ['apps/server/src/demo.ts', '--cards', String(DEMO_CARDS), '--as-of', '2026-11-19']
const READY_TIMEOUT_MS = 180_000

export type ProductProcess = { name: string; kind: 'web' | 'worker'; pid: number; starts: number }

/** `address`: address of the balancer. `restarts`: number of restarts of processes. */
export type Product = {
  address: string
  webPorts: readonly number[]
  processes: readonly ProductProcess[]
  restarts(): number
  /** False if the process does not run. */
  kill(name: string): boolean
}

/** The embedded PostgreSQL, restarted if it is killed. */
export async function startDatabase(drill: Drill): Promise<Database & { pid: () => number }> {
  let pid = 0
  const database = await superviseDatabase(join(drill.folder, 'database'), (started) => {
    pid = started
  })
  drill.onStop(() => database.stop())
  return { ...database, pid: () => pid }
}

/** `name`: name of the data folder and prefix of the logs. `isRestored`: database and folder already have data. */
type Options = {
  url: string
  ownerUrl: string
  env?: NodeJS.ProcessEnv
  name?: string
  webs?: number
  isRestored?: boolean
}

/** Web processes behind a balancer and two workers, restarted if they end. */
export async function startProduct(
  drill: Drill,
  { url, ownerUrl, env, name = 'data', webs = 2, isRestored = false }: Options,
): Promise<Product> {
  const dataDir = join(drill.folder, name)
  mkdirSync(dataDir, { mode: 0o700, recursive: true })
  const common: NodeJS.ProcessEnv = {
    ...process.env,
    ...NODE_ENVIRONMENT,
    DATA_DIR: dataDir,
    DATABASE_URL: url,
    LOG_LEVEL: 'warn',
    RATE_LIMIT_PER_MINUTE: '1000000',
    SIGN_IN_CALLS_PER_MINUTE: '1000000',
    UPLOADS_AT_ONCE: '100',
    // A drill repeatedly sends the same cards.
    HELD_SAME_LAST_FOUR_ROWS: '1000000000',
    EVENT_LOOP_DELAYS: join(drill.folder, 'event-loop-delays'),
    ...env,
  }
  const owner = { ...common, DATABASE_OWNER_URL: ownerUrl }
  const { signal: never } = new AbortController()
  await runScript('Migrating the database', ['apps/server/src/migrate.ts'], owner, never)
  if (!isRestored) await runScript('Loading the demo data', DEMO, owner, never)

  const services: Service[] = []
  const processes: ProductProcess[] = []
  const start = (kind: 'web' | 'worker', index: number, more: NodeJS.ProcessEnv = {}) => {
    const state: ProductProcess = { name: `${kind}-${index}`, kind, pid: 0, starts: 0 }
    processes.push(state)
    const entry = join('apps/server/src', kind === 'web' ? 'main.ts' : 'worker.ts')
    const preload = join(import.meta.dirname, 'event-loop-delay.ts')
    const service = startService({
      name: state.name,
      command: [process.execPath, ...NODE_ARGUMENTS, '--import', preload, entry],
      env: { ...common, ...more },
      logFile: join(drill.folder, 'logs', `${name}-${state.name}.log`),
      onStart: (pid) => Object.assign(state, { pid, starts: state.starts + 1 }),
      mayRestart: () => true,
      onStartFailure: (message) => console.error(message),
    })
    services.push(service)
  }
  const webPorts: number[] = []
  for (let index = 1; index <= webs; index++) {
    const port = await freePort()
    webPorts.push(port)
    start('web', index, { PORT: String(port) })
  }
  for (const index of [1, 2]) start('worker', index)
  const balancer = await startRoundRobin(webPorts)
  drill.onStop(async () => {
    await balancer.close()
    await Promise.all(services.map((service) => service.stop(15_000)))
  })
  for (const port of webPorts) {
    const isReady = async () => (await fetch(`http://127.0.0.1:${port}/health/ready`)).ok
    await until('the product', isReady, READY_TIMEOUT_MS)
  }
  return {
    address: balancer.address,
    webPorts,
    processes,
    restarts: () => processes.reduce((sum, { starts }) => sum + starts - 1, 0),
    kill(victim) {
      const pid = processes.find((each) => each.name === victim)?.pid ?? 0
      if (pid === 0 || !isAlive(pid)) return false
      signal(pid, 'SIGKILL')
      return true
    },
  }
}
