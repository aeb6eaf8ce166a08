import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { exclusively } from '../mutex.ts'
import { isSame, markOf, type ProcessMark } from '../processes.ts'
import { readAccess } from './access-file.ts'
import { runningPostmaster } from './leftovers.ts'
import { placeOf } from './place.ts'
import { notDurable } from './settings.ts'
import { describe, startPostgres, stopServer } from './start.ts'

const wanted = join(import.meta.dirname, '../../.data/test-postgres')
const lock = `${wanted}.lock`
const usersDir = `${wanted}.users`
const lockTimeoutMs = 60_000

/**
 * Vitest's globalSetup: puts the superuser's address of a throw-away PostgreSQL in TEST_POSTGRES_URL, unless
 * one is there already. Runs at the same time share one server; the last to finish stops it.
 */
export default async function testCluster(): Promise<() => Promise<void>> {
  if (process.env.TEST_POSTGRES_URL) return async () => {}
  const user = join(usersDir, `${process.pid}-${crypto.randomUUID()}.json`)
  const cluster = await exclusively(lock, lockTimeoutMs, async () => {
    const found = adopt() ?? (await startClean())
    mkdirSync(usersDir, { recursive: true })
    writeFileSync(user, JSON.stringify(markOf(process.pid)))
    return found
  })
  process.env.TEST_POSTGRES_URL = cluster.adminUrl
  return () =>
    exclusively(lock, lockTimeoutMs, async () => {
      delete process.env.TEST_POSTGRES_URL
      rmSync(user, { force: true })
      if (!hasUsers()) await stopServer(cluster.pid)
    })
}

function adopt() {
  const { dataDir } = placeOf(wanted)
  const pid = runningPostmaster(dataDir)
  const access = readAccess(dataDir)
  return pid && access?.port ? describe(dataDir, pid, access.port, access) : undefined
}

async function startClean() {
  const cluster = await startPostgres({ dataDir: wanted, settings: notDurable })
  const client = new Client({ connectionString: cluster.adminUrl })
  await client.connect()
  // What killed runs left. Templates stay: they are what makes the next run quick.
  const left = await client.query<{ datname: string }>(
    "select datname from pg_database where datname !~ '^(postgres$|backoffice$|template)'",
  )
  for (const { datname } of left.rows) await client.query(`drop database "${datname}" with (force)`)
  await client.end()
  return cluster
}

function hasUsers(): boolean {
  const files = readdirSync(usersDir).map((name) => join(usersDir, name))
  const isLive = (file: string) => isSame(JSON.parse(readFileSync(file, 'utf8')) as ProcessMark)
  for (const file of files) if (!isLive(file)) rmSync(file, { force: true })
  return readdirSync(usersDir).length > 0
}
