import { join } from 'node:path'
import { Client } from 'pg'
import { migrate } from '../../apps/server/src/db/migrate.ts'
import { loadDemoCards } from '../../apps/server/src/demo/load-demo-cards.ts'
import { createProgress } from '../../apps/server/src/demo/progress-bar.ts'
import { startPostgres } from '../postgres/start.ts'

/** The day that the data ends on: fixed, so that a database built once stays good. */
export const AS_OF = '2026-11-20'

export type BenchDatabase = { url: string; stop(): Promise<void> }

/** A server to measure on: DATABASE_URL, or the embedded one with the settings of the product. */
async function findServer(): Promise<BenchDatabase> {
  if (process.env.DATABASE_URL) return { url: process.env.DATABASE_URL, stop: async () => {} }
  const dataDir = join(import.meta.dirname, '../../.data/bench/postgres')
  const postgres = await startPostgres({ dataDir })
  return { url: postgres.adminUrl, stop: () => postgres.stop() }
}

/** Its own database for lists, whose tables are filled by those who measure them. */
export async function openListsDatabase(
  of: 'lists' | 'access' | 'limits' | 'audit' | 'terminals' | 'years',
): Promise<BenchDatabase> {
  const server = await findServer()
  const name = `backoffice_bench_${of}`
  const admin = new Client({ connectionString: server.url })
  await admin.connect()
  const { rowCount } = await admin.query('SELECT FROM pg_database WHERE datname = $1', [name])
  if (!rowCount) await admin.query(`CREATE DATABASE ${name}`)
  await admin.end()
  return { url: urlOf(server.url, name), stop: server.stop }
}

/** Its own database of so many cards and transactions: built once, kept between runs. */
export async function openBenchDatabase(cards: number, transactions: number): Promise<BenchDatabase> {
  const server = await findServer()
  const name = `backoffice_bench_${cards}_${transactions}`
  const admin = new Client({ connectionString: server.url })
  await admin.connect()
  const { rowCount } = await admin.query('SELECT FROM pg_database WHERE datname = $1', [name])
  if (!rowCount) await build(admin, server.url, name, cards, transactions)
  await admin.end()
  return { url: urlOf(server.url, name), stop: server.stop }
}

function urlOf(server: string, name: string): string {
  return Object.assign(new URL(server), { pathname: `/${name}` }).href
}

async function build(admin: Client, server: string, name: string, cards: number, transactions: number) {
  const making = `${name}_making`
  await admin.query(`DROP DATABASE IF EXISTS ${making} WITH (FORCE)`)
  await admin.query(`CREATE DATABASE ${making}`)
  const client = new Client({ connectionString: urlOf(server, making) })
  await client.connect()
  await migrate(client)
  const progress = createProgress(process.stdout)
  await loadDemoCards({ client, cards, transactions, asOf: AS_OF, onProgress: progress.report })
  progress.end()
  await client.query('CHECKPOINT')
  await client.end()
  await admin.query(`ALTER DATABASE ${making} RENAME TO ${name}`)
}
