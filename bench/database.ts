import { join } from 'node:path'
import { Client, type Pool } from 'pg'
import { createDatabase, createPool, type Database } from '../apps/server/src/db/client.ts'
import { seedDemo } from '../apps/server/src/ops/demo/demo-accounts.ts'
import { loadDemoCards } from '../apps/server/src/ops/demo/load-demo-cards.ts'
import { createProgress } from '../apps/server/src/ops/demo/progress-bar.ts'
import { installSystem } from '../apps/server/src/ops/install/install-system.ts'
import { startPostgres } from '../dev/postgres/start.ts'
import { openDrill } from '../drills/drill.ts'
import { type Product, startProduct } from '../drills/product.ts'

const FOLDER = join(import.meta.dirname, '../.data/bench')

/** Last day of the data. Fixed, so that a filled database stays usable. */
export const AS_OF = '2026-11-20'

/** `pool` and `db` connect as the product does, `url` is the owner's. `dataDir` has the keys of the demo accounts. */
export type BenchDatabase = { url: string; dataDir: string; pool: Pool; db: Database }

/** A database with the demo accounts, which is filled once, kept between runs and migrated at each run. */
export async function withDatabase<Result>(
  name: string,
  fill: (owner: Client) => Promise<unknown>,
  use: (database: BenchDatabase) => Promise<Result>,
  folder = 'postgres',
): Promise<Result> {
  const server = await findServer(folder)
  try {
    const database = `backoffice_bench_${name}`
    const dataDir = join(FOLDER, name)
    await createOnce(server.url, database, async (url) => {
      await install(url, dataDir)
      await withOwner(url, fill)
    })
    const url = urlOf(server.url, database)
    await install(url, dataDir)
    const pool = createPool(url)
    const db = createDatabase(pool)
    try {
      return await use({ url, dataDir, pool, db })
    } finally {
      await db.destroy()
    }
  } finally {
    await server.stop()
  }
}

/** A web process and workers on the database. `ledger`: another database with the same demo, if it is separate. */
export async function withProduct<Result>(
  { url, dataDir }: BenchDatabase,
  workers: number,
  use: (product: Product) => Promise<Result>,
  ledger?: BenchDatabase,
): Promise<Result> {
  const drill = openDrill('bench')
  try {
    const apart = ledger && { url: ledger.url, ownerUrl: ledger.url }
    const system = { url, ownerUrl: url, ledger: apart ?? null, dataDir, webs: 1, workers, hasData: true }
    return await use(await startProduct(drill, system))
  } finally {
    await drill.stop()
  }
}

/** `isLedger`: the demo in another server, as the ledger of the first. */
export function withDemo<Result>(
  { cards, transactions, isLedger = false }: { cards: number; transactions: number; isLedger?: boolean },
  use: (database: BenchDatabase) => Promise<Result>,
): Promise<Result> {
  const fill = async (owner: Client) => {
    const progress = createProgress(process.stdout)
    await loadDemoCards({ client: owner, cards, transactions, asOf: AS_OF, onProgress: progress.report })
    progress.end()
    await owner.query(FILES)
    // Index-only scans need the visibility map.
    await owner.query('VACUUM (ANALYZE) transactions, transaction_days, cards, code_usage, files')
  }
  const name = `demo_${cards}_${transactions}`
  if (isLedger) return withDatabase(`${name}_ledger`, fill, use, 'postgres-ledger')
  return withDatabase(name, fill, use)
}

const FILES = `INSERT INTO files (source_filekey, category, file_name, size, state, uploaded_by, link_expires_at, uploaded_at,
    validated_at, confirmed_at, finished_at, total, error, processed, error_codes)
  SELECT gen_random_uuid(), 'SMAC_INQUIRY', 'f.csv', 1, 'COMPLETED', (SELECT id FROM users LIMIT 1), now(),
    at, at, at, at + interval '1 minute', 1000, 10, 1000, '{"E003": 7, "E005": 3}'
  FROM generate_series(timestamptz '${AS_OF}' - interval '400 days', timestamptz '${AS_OF}', interval '20 minutes') AS at`

export async function withOwner<Result>(url: string, use: (owner: Client) => Promise<Result>) {
  const owner = new Client({ connectionString: url })
  await owner.connect()
  try {
    return await use(owner)
  } finally {
    await owner.end()
  }
}

/** DATABASE_URL, or the embedded server with the settings of the product. */
async function findServer(folder: string) {
  const url = process.env.DATABASE_URL
  if (url) return { url, stop: async () => {} }
  const postgres = await startPostgres({ dataDir: join(FOLDER, folder) })
  return { url: postgres.adminUrl, stop: () => postgres.stop() }
}

/** Fills under a temporary name, so that an interruption leaves no partial database. */
async function createOnce(server: string, name: string, fill: (url: string) => Promise<unknown>) {
  await withOwner(server, async (admin) => {
    const { rowCount } = await admin.query('SELECT FROM pg_database WHERE datname = $1', [name])
    if (rowCount) return
    console.log(`Filling the database ${name} …`)
    const unfinished = `${name}_making`
    await admin.query(`DROP DATABASE IF EXISTS ${unfinished} WITH (FORCE)`)
    await admin.query(`CREATE DATABASE ${unfinished}`)
    await fill(urlOf(server, unfinished))
    await admin.query('CHECKPOINT')
    await admin.query(`ALTER DATABASE ${unfinished} RENAME TO ${name}`)
  })
}

async function install(url: string, dataDir: string): Promise<void> {
  await installSystem({ ownerUrl: url, url })
  await seedDemo({ databaseUrl: url, dataDir })
}

const urlOf = (server: string, name: string) => Object.assign(new URL(server), { pathname: `/${name}` }).href
