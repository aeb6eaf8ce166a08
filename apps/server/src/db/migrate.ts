import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { pendingIdentityMigrations } from '@backoffice/identity'
import type pg from 'pg'
import { StartError } from '../config/start-error.ts'
import type { VariablePrefix } from './login.ts'

const MIGRATIONS = join(import.meta.dirname, 'migrations')
// Id of the advisory lock that serializes migrations.
const LOCK = 723_051_188

/** Waits for a table in turns of two seconds, so that calls never queue behind the migration for longer. */
const LOCK_TIMEOUT = '2s'
const LOCK_TRIES = 150
const LOCK_NOT_AVAILABLE = '55P03'
const UNDEFINED_TABLE = '42P01'
const INSUFFICIENT_PRIVILEGE = '42501'

/** First line of a migration whose statements run one by one. Each must be repeatable. */
const NO_TRANSACTION = '-- without a transaction: '
const LOCK_PAUSE_MS = 100

/**
 * Runs `work` while other installers of this database wait. May be nested. They retry, because an index that is built
 * concurrently waits for every statement in progress, also for one that waits for this lock.
 */
export async function withMigrationLock<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  const isLocked = async () => {
    const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS locked', [LOCK])
    return rows[0].locked
  }
  while (!(await isLocked())) await setTimeout(LOCK_PAUSE_MS)
  try {
    return await work()
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [LOCK])
  }
}

/**
 * Applies pending files in order, up to and including `until`, each in a transaction unless it opts out. Returns
 * their names.
 */
export function migrate(client: pg.ClientBase, { until }: { until?: string } = {}): Promise<string[]> {
  return withMigrationLock(client, async () => {
    await client.query(
      'CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
    )
    const { rows } = await client.query<{ name: string }>('SELECT name FROM migrations')
    const files = (await migrationNames()).filter((name) => until === undefined || name <= until)
    const pending = without(files, rows)
    for (const name of pending) await apply(client, name)
    return pending
  })
}

export async function migrationNames(): Promise<string[]> {
  return (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql')).sort()
}

export const readMigration = (name: string) => readFile(join(MIGRATIONS, name), 'utf8')

const without = (files: string[], applied: readonly { name: string }[]) => {
  const names = new Set(applied.map(({ name }) => name))
  return files.filter((name) => !names.has(name))
}

/**
 * Throws if the database lacks a migration of this release. Migrations of later releases are allowed. A separate ledger
 * has no identities.
 */
export async function requireMigrations(pool: pg.Pool, of: VariablePrefix = 'DATABASE'): Promise<void> {
  await requireServerVersion(pool, of)
  const { rows } = await pool.query<{ name: string }>('SELECT name FROM migrations').catch((error) => {
    // The table does not exist yet, or an earlier release did not grant access.
    if ([UNDEFINED_TABLE, INSUFFICIENT_PRIVILEGE].includes(error.code)) return { rows: [] }
    throw error
  })
  const ofIdentity = of === 'DATABASE' ? await pendingIdentityMigrations(pool) : []
  const missing = [...without(await migrationNames(), rows), ...ofIdentity]
  if (missing.length === 0) return
  const named = missing.length > 3 ? `${missing.length} migrations` : missing.join(', ')
  throw new StartError(`it is older than this release and lacks ${named}: run npm run migrate`, {
    mayPass: true,
  })
}

async function apply(client: pg.ClientBase, name: string) {
  const sql = await readMigration(name)
  if (sql.startsWith(NO_TRANSACTION)) return applySteps(client, name, sql)
  for (let left = LOCK_TRIES; ; left--) {
    await client.query('BEGIN')
    try {
      await client.query(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`)
      await client.query(sql)
      await client.query('INSERT INTO migrations (name) VALUES ($1)', [name])
      await client.query('COMMIT')
      return
    } catch (error) {
      await client.query('ROLLBACK')
      if ((error as { code?: string }).code === LOCK_NOT_AVAILABLE && left > 0) continue
      throw failed(name, error)
    }
  }
}

/** Runs the statements of the migration, each of which commits. */
async function applySteps(client: pg.ClientBase, name: string, sql: string) {
  const steps = sql.split(/;\s*$/m).filter((step) => step.replace(/^--.*$/gm, '').trim() !== '')
  try {
    for (const step of steps) await client.query(step)
    await client.query('INSERT INTO migrations (name) VALUES ($1)', [name])
  } catch (error) {
    throw failed(name, error)
  }
}

const failed = (name: string, error: unknown) =>
  new StartError(`Migration ${name} failed: ${error instanceof Error ? error.message : error}`, {
    cause: error,
  })

/** Oldest tested version. */
const OLDEST = 15

type Db = { query: (statement: string) => Promise<{ rows: { version: string }[] }> }

/** Throws for an older PostgreSQL, whose own errors would hide the cause. */
export async function requireServerVersion(db: Db, of: VariablePrefix = 'DATABASE'): Promise<void> {
  const { rows } = await db.query(`SELECT current_setting('server_version') AS version`)
  const version = rows[0]?.version ?? ''
  if (Number.parseInt(version, 10) >= OLDEST) return
  throw new StartError(
    `The database is PostgreSQL ${version}: Backoffice needs PostgreSQL ${OLDEST} or later. Upgrade it, or set ${of}_URL to another.`,
  )
}
