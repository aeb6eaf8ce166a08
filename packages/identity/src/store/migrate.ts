import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'

const FOLDER = new URL('../../migrations/', import.meta.url)

// Any fixed number that no other migrator of the database uses.
const LOCK = 720_113_001

const UNDEFINED_TABLE = '42P01'

type MigrateOptions = {
  /** Existing role that the provider runs as. It gets data rights only, no DDL. */
  applicationRole?: string
}

/**
 * Creates schema `identity` or brings it up to date, in one transaction of its own.
 * Idempotent and safe to run concurrently. Throws when an applied file was edited.
 */
export async function migrateIdentity(client: pg.ClientBase, options: MigrateOptions = {}): Promise<void> {
  await client.query('begin')
  try {
    await client.query('select pg_advisory_xact_lock($1)', [LOCK])
    await client.query('create schema if not exists identity')
    await client.query(`create table if not exists identity.migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
    await applyPending(client)
    await grant(client, options.applicationRole ?? 'backoffice_app')
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** Names of migrations that the database lacks. Works for any role with data rights. */
export async function pendingIdentityMigrations(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool
    .query<{ name: string }>('select name from identity.migrations')
    .catch((error) => {
      if (error.code === UNDEFINED_TABLE) return { rows: [] }
      throw error
    })
  const applied = new Set(rows.map(({ name }) => name))
  return (await fileNames()).filter((name) => !applied.has(name))
}

async function fileNames(): Promise<string[]> {
  return (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort()
}

async function applyPending(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from identity.migrations',
  )
  const applied = new Map(rows.map((row) => [row.name, row.checksum]))
  for (const name of await fileNames()) {
    const sql = await readFile(new URL(name, FOLDER), 'utf8')
    const checksum = createHash('sha256').update(sql).digest('hex')
    const known = applied.get(name)
    if (known === checksum) continue
    if (known !== undefined) throw new Error(`identity migration ${name} was changed after it was applied`)
    await client.query(sql)
    await client.query('insert into identity.migrations (name, checksum) values ($1, $2)', [name, checksum])
  }
}

async function grant(client: pg.ClientBase, applicationRole: string): Promise<void> {
  const role = client.escapeIdentifier(applicationRole)
  await client.query(`grant usage on schema identity to ${role}`)
  await client.query(`grant select, insert, update, delete on all tables in schema identity to ${role}`)
  await client.query(`revoke insert, update, delete on identity.migrations from ${role}`)
}
