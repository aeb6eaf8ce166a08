import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { recordMeasured } from './measured.ts'
import { fullDiskMessage } from './postgres/launch.ts'
import { hasCode } from './processes.ts'
import { type Database, superviseDatabase } from './start/database.ts'
import {
  assertPortFree,
  NODE_ARGUMENTS,
  NODE_ENVIRONMENT,
  type Options,
  readOptions,
  root,
} from './start/options.ts'
import { readyMessage } from './start/ready-message.ts'
import { claimDataDir, type RunFile } from './start/run-file.ts'
import { prepareDatabase, type Service, startService } from './start/service.ts'
import { buildWeb, webDist } from './start/web-build.ts'

const readyTimeoutMs = 120_000
const stopTimeoutMs = 10_000
const vitePort = 5173

let runFile: RunFile | undefined
let database: Database | undefined
let web: Service | undefined
const workers: Service[] = []
const others: Service[] = []
let ready = false
let stopping: Promise<void> | undefined
let starting: Promise<void> | undefined
/** Aborts the steps of a start in progress. */
const abortStart = new AbortController()

async function start(options: Options): Promise<void> {
  const address = `http://${options.host.includes(':') ? `[${options.host}]` : options.host}:${options.port}`
  runFile = await claimDataDir(options.dataDir, address)
  await assertPortFree(options)
  const isFirst = !existsSync(join(options.dataDir, 'keys.json'))
  // The build needs no database and runs in parallel.
  const built = buildWeb(abortStart.signal)
  built.catch(() => {})
  const env = await findDatabase(options, address)
  await built
  if (stopping) return
  startServices(options, env)
  await untilReady(address)
  ready = true
  printReady(options, address)
  // Only a start with the default demo is measured.
  if (database && !options.watch && options.demoArgs.length === 0)
    recordMeasured(isFirst ? 'start.first' : 'start.later', performance.now() / 1_000)
}

async function findDatabase(options: Options, address: string): Promise<NodeJS.ProcessEnv> {
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    HOST: options.host,
    PORT: String(options.port),
    PUBLIC_URL: process.env.PUBLIC_URL || address,
    DATA_DIR: options.dataDir,
    WEB_DIST: webDist,
    WORKERS: String(options.workers),
  }
  if (!options.databaseUrl) {
    database = await superviseDatabase(options.dataDir, (postgres) => runFile?.update({ postgres }))
    env.DATABASE_URL = database.url
    env.DATABASE_OWNER_URL = database.ownerUrl
  } else env.DATABASE_OWNER_URL ||= env.DATABASE_DIRECT_URL || options.databaseUrl
  const demoArgs = database && options.demoArgs
  await prepareDatabase(env, { demoArgs, signal: abortStart.signal })
  database?.checkpoint().catch(() => {})
  return env
}

/** Each process needs its own port. The web process uses the configured one, workers the ones after it. */
function metricsPort({ METRICS_PORT: first }: NodeJS.ProcessEnv, after: number): NodeJS.ProcessEnv {
  return first ? { METRICS_PORT: String(Number(first) + after) } : {}
}

function startServices({ watch, workers: count, dataDir }: Options, all: NodeJS.ProcessEnv): void {
  // The owner's login is for migrations only.
  const { DATABASE_OWNER_URL: _owner, LEDGER_DATABASE_OWNER_URL: _ledgerOwner, ...rest } = all
  const env = { ...rest, ...NODE_ENVIRONMENT }
  const node = [process.execPath, ...NODE_ARGUMENTS, ...(watch ? ['--watch', '--watch-preserve-output'] : [])]
  const common = { env, mayRestart: () => ready, onStartFailure: (message: string) => void fail(message) }
  const log = (name: string) => (watch ? {} : { logFile: join(dataDir, 'logs', `${name}.log`) })
  web = startService({
    ...common,
    ...log('web'),
    name: 'web',
    command: [...node, 'apps/server/src/main.ts'],
    onStart: (pid) => runFile?.update({ web: pid }),
  })
  const pids: number[] = []
  for (let index = 0; index < count; index += 1) {
    const worker = startService({
      ...common,
      env: { ...env, ...metricsPort(env, index + 1) },
      ...log(`worker-${index + 1}`),
      name: `worker ${index + 1}`,
      command: [...node, 'apps/server/src/worker.ts'],
      onStart: (pid) => {
        pids[index] = pid
        runFile?.update({ workers: pids.filter(Boolean) })
      },
    })
    workers.push(worker)
  }
  if (!watch) return
  const vite = [
    'node_modules/.bin/vite',
    'apps/web',
    '--host',
    '127.0.0.1',
    '--port',
    `${vitePort}`,
    '--strictPort',
  ]
  others.push(startService({ ...common, name: 'vite', command: vite, onStart: () => {} }))
}

async function untilReady(address: string): Promise<void> {
  const deadline = Date.now() + readyTimeoutMs
  while (!stopping) {
    const reply = await fetch(`${address}/health/ready`).catch(() => undefined)
    if (reply?.status === 200) return
    if (Date.now() > deadline)
      throw new Error(`${address}/health/ready did not return 200 in ${readyTimeoutMs / 1000} s.`)
    await sleep(50)
  }
}

function printReady({ watch, shownDataDir, userPoolId }: Options, address: string): void {
  if (stopping) return
  console.log(
    readyMessage({
      address,
      watchAddress: watch ? `http://127.0.0.1:${vitePort}` : null,
      logs: watch ? null : join(shownDataDir, 'logs'),
      hasOwnDatabase: database !== undefined,
      userPoolId,
    }),
  )
}

/** Web first, PostgreSQL last. */
async function stop(): Promise<void> {
  abortStart.abort()
  runFile?.update({ stopping: true })
  await starting?.catch(() => {})
  await Promise.all([web, ...others].map((service) => service?.stop(stopTimeoutMs)))
  await Promise.all(workers.map((service) => service.stop(stopTimeoutMs)))
  await database?.stop()
  runFile?.remove()
}

async function fail(message: string): Promise<void> {
  console.error(`\n${message}`)
  stopping ??= stop()
  await stopping
  process.exit(1)
}

function onSignal(): void {
  if (stopping) {
    for (const service of [web, ...workers, ...others]) service?.kill()
    database?.kill()
    process.exit(1)
  }
  console.log('\nStopping … (again to force)')
  stopping = stop()
  stopping.then(
    () => process.exit(0),
    (error: Error) => fail(error.message),
  )
}

process.chdir(root)
// A closed terminal or pipe must not end the supervisor before its services.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, onSignal)
// The parent process was killed.
process.once('disconnect', () => stopping ?? onSignal())

async function run(args: string[]): Promise<void> {
  const options = await readOptions(args)
  try {
    await start(options)
  } catch (error) {
    throw hasCode(error, 'ENOSPC') ? new Error(fullDiskMessage(options.dataDir), { cause: error }) : error
  }
}

starting = run(process.argv.slice(2))
starting.catch((error: Error) => stopping ?? fail(error.message))
