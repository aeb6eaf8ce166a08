import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../ports.ts'
import { signal } from '../processes.ts'
import { NODE_ARGUMENTS, NODE_ENVIRONMENT } from '../start/memory-settings.ts'
import { runScript } from '../start/run-script.ts'
import { type Service, startService } from '../start/service.ts'
import { startRoundRobin } from './round-robin.ts'
import type { Drill } from './run-drill.ts'
import { until } from './services.ts'

export const DEMO_CARDS = 5_000
const AS_OF = '2026-11-19'
const READY_TIMEOUT_MS = 180_000

export type ProductProcess = { name: string; kind: 'web' | 'worker'; pid: number; starts: number }

export type Product = {
  /** Of the balancer in front of the web processes. */
  address: string
  /** Of the web processes themselves. */
  webPorts: readonly number[]
  processes: readonly ProductProcess[]
  /** Starts that were not the first of their process. */
  restarts(): number
  kill(name: string): void
}

type Options = { databaseUrl: string; ownerUrl: string; env?: NodeJS.ProcessEnv }

/** Two web processes behind a balancer and two workers on a new database, restarted whenever they end. */
export async function startProduct(drill: Drill, { databaseUrl, ownerUrl, env }: Options): Promise<Product> {
  const dataDir = join(drill.folder, 'data')
  mkdirSync(dataDir, { mode: 0o700 })
  const owner: NodeJS.ProcessEnv = {
    ...process.env,
    ...NODE_ENVIRONMENT,
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    DATABASE_OWNER_URL: ownerUrl,
    LOG_LEVEL: 'warn',
    RATE_LIMIT_PER_MINUTE: '1000000',
    SIGN_IN_CALLS_PER_MINUTE: '1000000',
    UPLOADS_AT_ONCE: '100',
    // The same cards over and over are what a drill sends.
    HELD_SAME_LAST_FOUR_ROWS: '1000000000',
    EVENT_LOOP_DELAYS: join(drill.folder, 'event-loop-delays'),
    ...env,
  }
  const { signal: never } = new AbortController()
  await runScript('Migrating the database', ['apps/server/src/migrate.ts'], owner, never)
  const demo = ['apps/server/src/demo.ts', '--cards', String(DEMO_CARDS), '--as-of', AS_OF]
  await runScript('Loading the demo data', demo, owner, never)

  const { DATABASE_OWNER_URL: _owner, ...rest } = owner
  const services: Service[] = []
  const processes: ProductProcess[] = []
  const start = (kind: 'web' | 'worker', index: number, more: NodeJS.ProcessEnv = {}) => {
    const state: ProductProcess = { name: `${kind}-${index}`, kind, pid: 0, starts: 0 }
    processes.push(state)
    const entry = kind === 'web' ? 'main.ts' : 'worker.ts'
    const service = startService({
      name: state.name,
      command: [
        ...[process.execPath, ...NODE_ARGUMENTS],
        ...['--import', join(import.meta.dirname, 'event-loop-delay.ts'), join('apps/server/src', entry)],
      ],
      env: { ...rest, ...more },
      logFile: join(drill.folder, 'logs', `${state.name}.log`),
      onStart: (pid) => Object.assign(state, { pid, starts: state.starts + 1 }),
      mayRestart: () => true,
      onStartFailure: (message) => console.error(message),
    })
    services.push(service)
  }
  const ports = [await freePort(), await freePort()]
  for (const [index, port] of ports.entries()) start('web', index + 1, { PORT: String(port) })
  for (const index of [1, 2]) start('worker', index)
  const balancer = await startRoundRobin(ports)
  drill.onStop(async () => {
    await balancer.close()
    await Promise.all(services.map((service) => service.stop(15_000)))
  })
  for (const port of ports) {
    const isReady = async () => (await fetch(`http://127.0.0.1:${port}/health/ready`)).ok
    await until('the product', isReady, READY_TIMEOUT_MS)
  }
  return {
    address: balancer.address,
    webPorts: ports,
    processes,
    restarts: () => processes.reduce((sum, { starts }) => sum + starts - 1, 0),
    kill: (name) => signal(processes.find((each) => each.name === name)?.pid ?? 0, 'SIGKILL'),
  }
}

/** The longest stalls of event loops, in ms, by the pid of the process; of each second one. */
export function stallsOf({ folder }: Drill): Map<number, number[]> {
  const stalls = new Map<number, number[]>()
  const lines = readFileSync(join(folder, 'event-loop-delays'), 'utf8').trimEnd().split('\n')
  for (const line of lines) {
    const [pid = 0, ms = 0] = line.split(' ').map(Number)
    stalls.set(pid, [...(stalls.get(pid) ?? []), ms])
  }
  return stalls
}
