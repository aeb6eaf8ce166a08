import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withLock } from '../mutex.ts'
import { identityOf, isSameProcess } from '../processes.ts'
import { readAccess } from './access-file.ts'
import { dataLocation, memoryFolder } from './data-location.ts'
import { notDurable } from './server-settings.ts'
import { describe, startPostgres, stopServer } from './start.ts'
import { runningPostmaster } from './stop-orphans.ts'

const data = join(import.meta.dirname, '../../.data')
const freeBytes = 1024 ** 3
const lockTimeoutMs = 60_000

/**
 * Vitest's globalSetup: sets TEST_POSTGRES_URL, if missing, to the superuser URL of a disposable PostgreSQL; with
 * TEST_LEDGER=apart also TEST_LEDGER_POSTGRES_URL to that of a second one. Concurrent runs share the servers; the last to
 * finish stops and removes them.
 */
export default async function testCluster(): Promise<() => Promise<void>> {
  const stops = [await useServer('test-postgres', 'TEST_POSTGRES_URL')]
  if (process.env.TEST_LEDGER === 'apart')
    stops.push(await useServer('test-ledger', 'TEST_LEDGER_POSTGRES_URL'))
  return async () => {
    for (const stop of stops) await stop()
  }
}

async function useServer(name: string, variable: string): Promise<() => Promise<void>> {
  if (process.env[variable]) return async () => {}
  const lock = join(data, `${name}.lock`)
  const usersDir = join(data, `${name}.users`)
  const user = join(usersDir, `${process.pid}-${crypto.randomUUID()}.json`)
  const cluster = await withLock(lock, lockTimeoutMs, async () => {
    const found = findRunning(name) ?? (await startClean(name))
    mkdirSync(usersDir, { recursive: true })
    writeFileSync(user, JSON.stringify(identityOf(process.pid)))
    return found
  })
  process.env[variable] = cluster.adminUrl
  return () =>
    withLock(lock, lockTimeoutMs, async () => {
      delete process.env[variable]
      rmSync(user, { force: true })
      if (hasUsers(usersDir)) return
      await stopServer(cluster.pid)
      rmSync(cluster.dataDir, { recursive: true, force: true })
    })
}

/** In memory if possible. On a disk, creating and dropping databases takes a third of the server tests' time. */
const wantedFolder = (name: string) => join(memoryFolder(data, freeBytes) ?? data, name)

function findRunning(name: string) {
  const { dataDir } = dataLocation(wantedFolder(name))
  const pid = runningPostmaster(dataDir)
  const access = readAccess(dataDir)
  return pid && access?.port ? describe(dataDir, pid, access.port, access) : undefined
}

function startClean(name: string) {
  rmSync(dataLocation(wantedFolder(name)).dataDir, { recursive: true, force: true })
  return startPostgres({ dataDir: wantedFolder(name), settings: notDurable })
}

function hasUsers(usersDir: string): boolean {
  const files = readdirSync(usersDir).map((name) => join(usersDir, name))
  const isLive = (file: string) => isSameProcess(JSON.parse(readFileSync(file, 'utf8')))
  for (const file of files) if (!isLive(file)) rmSync(file, { force: true })
  return readdirSync(usersDir).length > 0
}
