import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../ports.ts'
import { endProcess, hasEnded, markOf, signal } from '../processes.ts'
import { type AccessFile, type Role, readAccess, writeAccess } from './access-file.ts'
import { binariesFor } from './binaries.ts'
import { initialise } from './initialise.ts'
import { launch } from './launch.ts'
import { stopLeftovers } from './leftovers.ts'
import { placeOf } from './place.ts'
import { createRoles } from './roles.ts'
import { type Settings, serverArguments } from './settings.ts'

export type PostgresOptions = {
  dataDir: string
  /** Without one: the port of last time if it is still free, else any free one. */
  port?: number
  settings?: Settings
  /** Called when the server ends without `stop()`, with what is known of the cause. */
  onExit?: (reason: string) => void
}

export type Postgres = {
  pid: number
  port: number
  dataDir: string
  /** The superuser, on database `postgres`. */
  adminUrl: string
  urlFor(database: string, role?: Role): string
  /** Fast shutdown: ends the sessions, writes a checkpoint. */
  stop(): Promise<void>
  /** Ends it at once; the next start recovers. */
  kill(): void
}

const largestLogBytes = 10 * 1024 ** 2

/** Starts the embedded PostgreSQL on this data folder, making it first when there is none. */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const { account, dataDir } = placeOf(options.dataDir)
  const binaries = binariesFor(account)
  const logFile = `${dataDir}.log`

  await stopLeftovers(dataDir)
  if (!existsSync(join(dataDir, 'PG_VERSION'))) {
    if (existsSync(dataDir) && readdirSync(dataDir).length > 0)
      throw new Error(`${dataDir} holds something else than a PostgreSQL data folder. Move it away.`)
    await initialise(dataDir, binaries, account)
  }
  const access = readAccess(dataDir)
  if (!access)
    throw new Error(`${dataDir}/access.json is missing, and with it the passwords. Remove ${dataDir}.`)

  const port = options.port ?? (await freePort(access.port))
  const starter = markOf(process.pid)
  writeAccess(dataDir, { ...access, port, ...(starter && { starter }) })
  if ((statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > largestLogBytes) rmSync(logFile)

  const args = serverArguments(dataDir, port, options.settings ?? {})
  const child = await launch({ binaries, account, dataDir, logFile, args })
  const pid = child.pid ?? 0
  child.unref()

  let stopping = false
  child.once('exit', (code, by) => {
    if (!stopping) options.onExit?.(`PostgreSQL ended with ${by ?? `code ${code}`}; its log is ${logFile}`)
  })
  const postgres = {
    ...describe(dataDir, pid, port, access),
    stop: () => {
      stopping = true
      return stopServer(pid)
    },
    kill: () => {
      stopping = true
      signal(pid, 'SIGQUIT')
    },
  }
  await createRoles(postgres.adminUrl, access.passwords)
  return postgres
}

export function describe(dataDir: string, pid: number, port: number, access: AccessFile) {
  const urlFor = (database: string, role: Role = 'backoffice') =>
    `postgres://${role}:${access.passwords[role]}@127.0.0.1:${port}/${database}`
  return { pid, port, dataDir, adminUrl: urlFor('postgres', 'postgres'), urlFor }
}

export async function stopServer(pid: number): Promise<void> {
  signal(pid, 'SIGINT')
  if (await hasEnded(pid, 30_000)) return
  await endProcess(pid, [
    ['SIGQUIT', 5_000],
    ['SIGKILL', 2_000],
  ])
}
