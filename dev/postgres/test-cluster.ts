import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withLock } from '../mutex.ts'
import { identityOf, isSameProcess } from '../processes.ts'
import { readAccess } from './access-file.ts'
import { dataLocation } from './data-location.ts'
import { memoryFolder } from './external-folder.ts'
import { notDurable } from './server-settings.ts'
import { describe, startPostgres, stopServer } from './start.ts'
import { runningPostmaster } from './stop-orphans.ts'

const data = join(import.meta.dirname, '../../.data')
const lock = join(data, 'test-postgres.lock')
const usersDir = join(data, 'test-postgres.users')
const freeBytes = 1024 ** 3
const lockTimeoutMs = 60_000

/**
 * Vitest's globalSetup: sets TEST_POSTGRES_URL, if missing, to the superuser URL of a disposable PostgreSQL. Concurrent
 * runs share one server; the last to finish stops and removes it.
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
      if (hasUsers()) return
      await stopServer(cluster.pid)
      rmSync(cluster.dataDir, { recursive: true, force: true })
    })
}

/** In memory if possible: on a disk, creating and dropping databases takes a third of the server tests' time. */
const wantedFolder = () => join(memoryFolder(data, freeBytes) ?? data, 'test-postgres')

function findRunning() {
  const { dataDir } = dataLocation(wantedFolder())
  const pid = runningPostmaster(dataDir)
  const access = readAccess(dataDir)
  return pid && access?.port ? describe(dataDir, pid, access.port, access) : undefined
}

function startClean() {
  rmSync(dataLocation(wantedFolder()).dataDir, { recursive: true, force: true })
  return startPostgres({ dataDir: wantedFolder(), settings: notDurable })
}

function hasUsers(): boolean {
  const files = readdirSync(usersDir).map((name) => join(usersDir, name))
  const isLive = (file: string) => isSameProcess(JSON.parse(readFileSync(file, 'utf8')))
  for (const file of files) if (!isLive(file)) rmSync(file, { force: true })
  return readdirSync(usersDir).length > 0
}
