import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../dev/ports.ts'
import { isAlive, signal } from '../dev/processes.ts'
import { type Database, superviseDatabase } from '../dev/start/database.ts'
import { NODE_ARGUMENTS, NODE_ENVIRONMENT } from '../dev/start/options.ts'
import { prepareDatabase, startService } from '../dev/start/service.ts'
import type { Drill } from './drill.ts'
import { until } from './services.ts'

export const DEMO_CARDS = 5_000
export const DEMO = ['--cards', String(DEMO_CARDS), '--as-of', '2026-11-19', '--no-history']
const READY_TIMEOUT_MS = 180_000

export type ProductProcess = { name: string; pid: number; starts: number }

/** `addresses`: of the web processes. `restarts`: number of restarts of processes. */
export type Product = {
  addresses: readonly string[]
  processes: readonly ProductProcess[]
  restarts(): number
  /** False if the process does not run. */
  kill(name: string): boolean
}

/** The embedded PostgreSQL, restarted if it is killed. */
export async function startDatabase(
  drill: Drill,
  name = 'database',
): Promise<Database & { pid: () => number }> {
  let pid = 0
  const database = await superviseDatabase(join(drill.folder, name), (started) => {
    pid = started
  })
  drill.onStop(() => database.stop())
  return { ...database, pid: () => pid }
}

type Addresses = { url: string; ownerUrl: string }
/** `ledger`: null if the main database has it. */
export type DatabaseAddresses = Addresses & { ledger?: Addresses | null }

/** True for `--ledger apart`; `main` keeps it in the main database. */
export function isApart(place: string): boolean {
  if (place !== 'apart' && place !== 'main') throw new Error('--ledger must be apart or main.')
  return place === 'apart'
}

/** The main database and, if it is separate, that of the ledger. */
export async function startDatabases(drill: Drill, { isLedgerApart }: { isLedgerApart: boolean }) {
  const main = await startDatabase(drill)
  return { ...main, ledger: isLedgerApart ? await startDatabase(drill, 'ledger') : null }
}

/** Variables of the processes. */
const applicationVariables = ({ url, ledger }: DatabaseAddresses): NodeJS.ProcessEnv => ({
  DATABASE_URL: url,
  ...(ledger && { LEDGER_DATABASE_URL: ledger.url }),
})

/** Variables of migrations and loads. */
export const ownerVariables = (addresses: DatabaseAddresses): NodeJS.ProcessEnv => ({
  ...applicationVariables(addresses),
  DATABASE_OWNER_URL: addresses.ownerUrl,
  ...(addresses.ledger && { LEDGER_DATABASE_OWNER_URL: addresses.ledger.ownerUrl }),
})

/** `hasData`: databases and folder already have the demo data. */
type Options = DatabaseAddresses & {
  env?: NodeJS.ProcessEnv
  dataDir?: string
  webs?: number
  workers?: number
  hasData?: boolean
}

/** Web processes and workers, restarted if they end. */
export async function startProduct(
  { folder, onStop }: Drill,
  { env, dataDir = join(folder, 'data'), webs = 2, workers = 2, hasData = false, ...databases }: Options,
): Promise<Product> {
  mkdirSync(dataDir, { mode: 0o700, recursive: true })
  const common: NodeJS.ProcessEnv = {
    ...process.env,
    ...NODE_ENVIRONMENT,
    DATA_DIR: dataDir,
    ...applicationVariables(databases),
    LOG_LEVEL: 'warn',
    RATE_LIMIT_PER_MINUTE: '1000000',
    NOT_FOUND_REPLIES_PER_DAY: '1000000',
    SIGN_IN_CALLS_PER_MINUTE: '1000000',
    UPLOADS_AT_ONCE: '100',
    FILE_CHECKS_PER_HOUR: '1000000',
    // A drill repeatedly sends the same cards.
    HELD_SAME_LAST_FOUR_ROWS: '1000000000',
    HELD_NOT_FOUND_ROWS_PER_DAY: '1000000000',
    ...env,
  }
  const demoArgs = hasData ? undefined : DEMO
  await prepareDatabase({ ...common, ...ownerVariables(databases) }, { demoArgs })

  const processes: ProductProcess[] = []
  const start = (name: string, entry: string, more: NodeJS.ProcessEnv = {}) => {
    const state = { name, pid: 0, starts: 0 }
    processes.push(state)
    const service = startService({
      name,
      command: [process.execPath, ...NODE_ARGUMENTS, join('apps/server/src', entry)],
      env: { ...common, ...more },
      logFile: join(folder, 'logs', `${name}.log`),
      onStart: (pid) => Object.assign(state, { pid, starts: state.starts + 1 }),
      mayRestart: () => true,
      onStartFailure: (message) => console.error(message),
    })
    onStop(() => service.stop(15_000))
  }
  const addresses: string[] = []
  for (let index = 1; index <= webs; index++) {
    const PORT = String(await freePort())
    addresses.push(`http://127.0.0.1:${PORT}`)
    start(`web-${index}`, 'main.ts', { PORT })
  }
  for (let index = 1; index <= workers; index++) start(`worker-${index}`, 'worker.ts')
  for (const address of addresses) {
    const isReady = async () => (await fetch(`${address}/health/ready`)).ok
    await until('the product', isReady, READY_TIMEOUT_MS)
  }
  return {
    addresses,
    processes,
    restarts: () => processes.reduce((sum, { starts }) => sum + starts - 1, 0),
    kill(victim) {
      const pid = processes.find(({ name }) => name === victim)?.pid ?? 0
      if (pid === 0 || !isAlive(pid)) return false
      signal(pid, 'SIGKILL')
      return true
    },
  }
}
