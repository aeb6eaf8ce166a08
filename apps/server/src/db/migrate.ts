import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'

const MIGRATIONS = join(import.meta.dirname, 'migrations')
// Advisory lock, unique in this database: serializes concurrent migrations.
const LOCK = 723_051_188

/**
 * Applies the pending files in numeric order, each in a transaction with the row that records it. Returns
 * their names.
 */
export async function migrate(client: pg.ClientBase): Promise<string[]> {
  await client.query('SELECT pg_advisory_lock($1)', [LOCK])
  try {
    await client.query(
      'CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
    )
    const { rows } = await client.query<{ name: string }>('SELECT name FROM migrations')
    const applied = new Set(rows.map((row) => row.name))
    const files = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql')).sort()
    const pending = files.filter((name) => !applied.has(name))
    for (const name of pending) await apply(client, name)
    return pending
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [LOCK])
  }
}

async function apply(client: pg.ClientBase, name: string) {
  const sql = await readFile(join(MIGRATIONS, name), 'utf8')
  await client.query('BEGIN')
  try {
    await client.query(sql)
    await client.query('INSERT INTO migrations (name) VALUES ($1)', [name])
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw new Error(`Migration ${name} failed: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    })
  }
}
