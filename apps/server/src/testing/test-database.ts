import { createHash, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { createEmbeddedProvider } from '../adapters/identity/embedded.ts'
import { connectClient, createDatabase, createPool } from '../db/client.ts'
import { LEDGER_TABLES } from '../db/schema.ts'
import { systemClock } from '../kernel/clock.ts'
import { seedDemoAccounts } from '../ops/demo/demo-accounts.ts'
import { installLedger, installSystem } from '../ops/install/install-system.ts'

/** Key of the passwords in the template, the same for all test systems. */
export const TEST_KEY = Buffer.alloc(32, 7)

const LOCK = 723_051_189

/** Servers of the tests. With one for the ledger, all test systems have it there. */
const SERVERS = { main: 'TEST_POSTGRES_URL', ledger: 'TEST_LEDGER_POSTGRES_URL' } as const
type Server = keyof typeof SERVERS
const isLedgerApart = () => process.env.TEST_LEDGER_POSTGRES_URL !== undefined

function urlOf(database: string, server: Server = 'main'): string {
  const admin = process.env[SERVERS[server]]
  if (!admin)
    throw new Error(
      'TEST_POSTGRES_URL is not set: run the tests through vitest, whose set-up starts a server',
    )
  return Object.assign(new URL(admin), { pathname: `/${database}` }).href
}

/** Hashes the sources of the template, so that a change creates a new one. */
function templateName(): string {
  const hash = createHash('sha256')
  for (const folder of [
    '../db/migrations',
    '../../../../packages/identity/migrations',
    '../ops/install',
    '../ops/demo',
    '../jobs',
  ]) {
    const path = join(import.meta.dirname, folder)
    for (const name of readdirSync(path).sort()) {
      if (/\.(sql|ts)$/.test(name)) hash.update(readFileSync(join(path, name)))
    }
  }
  // Each part of a separate ledger lacks the tables of the other.
  if (isLedgerApart()) hash.update('apart')
  return `template_backoffice_${hash.digest('hex').slice(0, 16)}`
}

export type TestDatabase = {
  url: string
  /** The same URL, unless the tests run with a separate ledger. */
  ledgerUrl: string
  drop: () => Promise<void>
}

/** Variables with the addresses of a system, for its processes. */
export const databaseVariables = ({ url, ledgerUrl }: Pick<TestDatabase, 'url' | 'ledgerUrl'>) => ({
  DATABASE_URL: url,
  ...(ledgerUrl !== url && { LEDGER_DATABASE_URL: ledgerUrl }),
})

/** Creates a migrated database with the starter roles and the demo accounts, and its ledger. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await copyTemplate('main', name)
  if (isLedgerApart()) await copyTemplate('ledger', name)
  return {
    url: urlOf(name),
    ledgerUrl: urlOf(name, isLedgerApart() ? 'ledger' : 'main'),
    drop: async () => {
      await dropDatabase(name)
      if (isLedgerApart()) await dropDatabase(name, 'ledger')
    },
  }
}

function copyTemplate(server: Server, name: string): Promise<void> {
  return asAdmin(async (admin) => {
    await admin.query('SELECT pg_advisory_lock($1)', [LOCK])
    const template = templateName()
    const { rowCount } = await admin.query('SELECT FROM pg_database WHERE datname = $1', [template])
    if (rowCount === 0) await createTemplate(admin, template, server)
    await admin.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`)
  }, server)
}

/** Creates a migrated database with the starter roles and no users, like a new production system. */
export async function createEmptyDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const database = await createBareDatabase()
  await install(database.url)
  return database
}

/** Creates a database without tables. */
export async function createBareDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await asAdmin(async (admin) => void (await admin.query(`CREATE DATABASE ${name}`)))
  return { url: urlOf(name), drop: () => dropDatabase(name) }
}

function dropDatabase(name: string, server: Server = 'main'): Promise<void> {
  return asAdmin(async (admin) => {
    // FORCE only as a fallback, because it breaks closing connections, which then report errors.
    const dropped = admin.query(`DROP DATABASE ${name}`)
    await dropped.catch(() => admin.query(`DROP DATABASE ${name} WITH (FORCE)`))
  }, server)
}

const install = (url: string) => installSystem({ ownerUrl: url, url })

async function createTemplate(admin: pg.Client, template: string, server: Server) {
  const unfinished = `${template}_unfinished`
  await admin.query(`DROP DATABASE IF EXISTS ${unfinished} WITH (FORCE)`)
  await admin.query(`CREATE DATABASE ${unfinished}`)
  const url = urlOf(unfinished, server)
  if (server === 'ledger') await installLedger({ url, directUrl: url, ownerUrl: url })
  else await installMain(url)
  if (isLedgerApart()) await dropOtherPart(url, server)
  await admin.query(`ALTER DATABASE ${unfinished} RENAME TO ${template}`)
}

async function installMain(url: string) {
  await install(url)
  const pool = createPool(url, { max: 2 })
  const db = createDatabase(pool)
  const identity = createEmbeddedProvider({ pool, key: TEST_KEY, clock: systemClock, onError: console.error })
  await seedDemoAccounts(db, identity)
  await identity.close()
  await db.destroy()
}

/** So that a statement over both databases fails. */
async function dropOtherPart(url: string, server: Server) {
  const client = await connectClient(url)
  const kept = [...LEDGER_TABLES, 'code_usage', 'transaction_days', 'migrations']
  const { rows } = await client.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`,
  )
  const names = rows.map(({ name }) => name)
  const others = server === 'main' ? LEDGER_TABLES : names.filter((name) => !kept.includes(name))
  await client.query(`DROP TABLE ${others.join(', ')} CASCADE`)
  await client.end()
}

async function asAdmin(work: (admin: pg.Client) => Promise<void>, server: Server = 'main') {
  const admin = new pg.Client({ connectionString: process.env[SERVERS[server]] })
  await admin.connect()
  try {
    await work(admin)
  } finally {
    await admin.end()
  }
}
