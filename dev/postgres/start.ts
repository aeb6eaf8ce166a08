import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../ports.ts'
import { endProcess, hasEnded, identityOf, signal } from '../processes.ts'
import { type AccessFile, type Role, readAccess, writeAccess } from './access-file.ts'
import { binariesFor } from './binaries.ts'
import { createRoles } from './create-roles.ts'
import { dataLocation } from './data-location.ts'
import { C_LOCALE, initialise, launch, UNICODE_LOCALE } from './launch.ts'
import { type Settings, serverArguments } from './server-settings.ts'
import { stopOrphanedServer } from './stop-orphans.ts'

export type PostgresOptions = {
  dataDir: string
  /** Folder of another PostgreSQL than the embedded one, with its bin/. */
  binaries?: string
  /** Default: the previous port if it is free, else any free one. */
  port?: number
  settings?: Settings
  /** Called when the server ends without `stop()`. */
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
  /** Immediate shutdown; the next start runs crash recovery. */
  kill(): void
}

const largestLogBytes = 10 * 1024 ** 2

export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const { account, dataDir } = dataLocation(options.dataDir)
  const binaries = options.binaries ?? binariesFor(account)
  const logFile = `${dataDir}.log`

  await stopOrphanedServer(dataDir)
  if (!existsSync(join(dataDir, 'PG_VERSION'))) {
    if (existsSync(dataDir) && readdirSync(dataDir).length > 0)
      throw new Error(`${dataDir} is not a PostgreSQL data folder. Move it away.`)
    await initialise(dataDir, binaries, account, options.binaries ? C_LOCALE : UNICODE_LOCALE)
  }
  const access = readAccess(dataDir)
  if (!access) throw new Error(`${dataDir}/access.json with the passwords is missing. Remove ${dataDir}.`)

  const port = options.port ?? (await freePort(access.port))
  const starter = identityOf(process.pid)
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
