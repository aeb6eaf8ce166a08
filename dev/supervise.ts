import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fullDiskMessage } from './postgres/disk.ts'
import { type Database, keepDatabase } from './start/database.ts'
import { LEAN_ARGUMENTS, LEAN_ENVIRONMENT } from './start/lean.ts'
import { type Options, readOptions, refuseTakenPort, root } from './start/options.ts'
import { readyWords } from './start/ready-words.ts'
import { type RunFile, takeRun } from './start/run-file.ts'
import { type Service, startService } from './start/service.ts'
import { step } from './start/step.ts'
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
/** Ends the steps of the start that are still under way. */
const abandon = new AbortController()

async function start(options: Options): Promise<void> {
  const address = `http://${options.host.includes(':') ? `[${options.host}]` : options.host}:${options.port}`
  runFile = await takeRun(options.dataDir, address)
  await refuseTakenPort(options)
  // The build needs no database: both run side by side.
  const built = buildWeb(abandon.signal)
  built.catch(() => {})
  const env = await prepareDatabase(options)
  await built
  if (stopping) return
  startServices(options, env)
  await untilReady(address)
  ready = true
  tell(options, address)
}

async function prepareDatabase(options: Options): Promise<NodeJS.ProcessEnv> {
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    HOST: options.host,
    PORT: String(options.port),
    DATA_DIR: options.dataDir,
    WEB_DIST: webDist,
    WORKERS: String(options.workers),
  }
  if (!options.databaseUrl) {
    database = await keepDatabase(options.dataDir, (postgres) => runFile?.note({ postgres }))
    env.DATABASE_URL = database.url
    env.DATABASE_OWNER_URL = database.ownerUrl
  } else env.DATABASE_OWNER_URL ??= options.databaseUrl
  await step('Migrating the database', ['apps/server/src/migrate.ts'], env, abandon.signal)
  if (database) {
    await step('Loading the demo data', ['apps/server/src/demo.ts', ...options.demoArgs], env, abandon.signal)
    database.checkpoint().catch(() => {})
  }
  return env
}

function startServices({ watch, workers: count, dataDir }: Options, all: NodeJS.ProcessEnv): void {
  // The owner's login is for migrations: what serves people never holds it.
  const { DATABASE_OWNER_URL: _owner, ...rest } = all
  const env = { ...rest, ...LEAN_ENVIRONMENT }
  const node = [process.execPath, ...LEAN_ARGUMENTS, ...(watch ? ['--watch', '--watch-preserve-output'] : [])]
  const common = { env, mayRestart: () => ready, onEarlyDeath: (message: string) => void fail(message) }
  const log = (name: string) => (watch ? {} : { logFile: join(dataDir, 'logs', `${name}.log`) })
  web = startService({
    ...common,
    ...log('web'),
    name: 'web',
    command: [...node, 'apps/server/src/main.ts'],
    onStart: (pid) => runFile?.note({ web: pid }),
  })
  const pids: number[] = []
  for (let index = 0; index < count; index += 1) {
    const worker = startService({
      ...common,
      ...log(`worker-${index + 1}`),
      name: `worker ${index + 1}`,
      command: [...node, 'apps/server/src/worker.ts'],
      onStart: (pid) => {
        pids[index] = pid
        runFile?.note({ workers: pids.filter(Boolean) })
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
      throw new Error(`${address}/health/ready did not answer 200 in ${readyTimeoutMs / 1000} s.`)
    await sleep(50)
  }
}

function tell({ watch, shownDataDir, userPoolId }: Options, address: string): void {
  if (stopping) return
  console.log(
    readyWords({
      address,
      watchAddress: watch ? `http://127.0.0.1:${vitePort}` : null,
      logs: watch ? null : join(shownDataDir, 'logs'),
      hasOwnDatabase: database !== undefined,
      userPoolId,
    }),
  )
}

/** Web first, so that nobody is served by half; PostgreSQL last. */
async function stop(): Promise<void> {
  abandon.abort()
  runFile?.note({ stopping: true })
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
// A terminal or pipe that went away must not end the supervisor before what it started.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, onSignal)
// Whoever started this was killed: nobody is left to press Ctrl-C.
process.once('disconnect', () => stopping ?? onSignal())

async function run(args: string[]): Promise<void> {
  const options = await readOptions(args)
  try {
    await start(options)
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ENOSPC'
      ? new Error(fullDiskMessage(options.dataDir), { cause: error })
      : error
  }
}

starting = run(process.argv.slice(2))
starting.catch((error: Error) => stopping ?? fail(error.message))
