import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withLock } from '../mutex.ts'
import { identityOf, isSameProcess } from '../processes.ts'
import { readAccess } from './access-file.ts'
import { dataLocation } from './data-location.ts'
import { query } from './query.ts'
import { notDurable } from './server-settings.ts'
import { describe, startPostgres, stopServer } from './start.ts'
import { runningPostmaster } from './stop-orphans.ts'

const wanted = join(import.meta.dirname, '../../.data/test-postgres')
const lock = `${wanted}.lock`
const usersDir = `${wanted}.users`
const lockTimeoutMs = 60_000

/**
 * Vitest's globalSetup: sets TEST_POSTGRES_URL, if missing, to the superuser URL of a disposable PostgreSQL. Concurrent
 * runs share one server; the last to finish stops it.
 */
export default async function testCluster(): Promise<() => Promise<void>> {
  if (process.env.TEST_POSTGRES_URL) return async () => {}
  const user = join(usersDir, `${process.pid}-${crypto.randomUUID()}.json`)
  const cluster = await withLock(lock, lockTimeoutMs, async () => {
    const found = findRunning() ?? (await startClean())
    mkdirSync(usersDir, { recursive: true })
    writeFileSync(user, JSON.stringify(identityOf(process.pid)))
    return found
  })
  process.env.TEST_POSTGRES_URL = cluster.adminUrl
  return () =>
    withLock(lock, lockTimeoutMs, async () => {
      delete process.env.TEST_POSTGRES_URL
      rmSync(user, { force: true })
      if (!hasUsers()) await stopServer(cluster.pid)
    })
}

function findRunning() {
  const { dataDir } = dataLocation(wanted)
  const pid = runningPostmaster(dataDir)
  const access = readAccess(dataDir)
  return pid && access?.port ? describe(dataDir, pid, access.port, access) : undefined
}

async function startClean() {
  const cluster = await startPostgres({ dataDir: wanted, settings: notDurable })
  // Databases of killed runs. Templates stay: they make the next run fast.
  const left = await query<{ datname: string }>(
    cluster.adminUrl,
    "select datname from pg_database where datname !~ '^(postgres$|backoffice$|template)'",
  )
  for (const { datname } of left) await query(cluster.adminUrl, `drop database "${datname}" with (force)`)
  return cluster
}

function hasUsers(): boolean {
  const files = readdirSync(usersDir).map((name) => join(usersDir, name))
  const isLive = (file: string) => isSameProcess(JSON.parse(readFileSync(file, 'utf8')))
  for (const file of files) if (!isLive(file)) rmSync(file, { force: true })
  return readdirSync(usersDir).length > 0
}
