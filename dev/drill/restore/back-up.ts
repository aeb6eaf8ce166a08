import { execFile } from 'node:child_process'
import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { type Sum, sumTables } from './checksums.ts'
import { BINARIES, type Urls } from './debian-postgres.ts'

const run = promisify(execFile)

/** Lines of a key that is drawn anew for each dump. */
const DRAWN = /^\\(?:un)?restrict .*$/gm

/**
 * The commands of docs/operations.md, with the system running: first the database, then the files, so that every file
 * that the database names is there. The checksums are of the snapshot that is dumped.
 */
export async function backUp(
  urls: Urls,
  dump: string,
): Promise<{ tables: Map<string, Sum>; schema: string }> {
  const client = new Client({ connectionString: urls.admin })
  await client.connect()
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const { rows } = await client.query<{ id: string }>('SELECT pg_export_snapshot() AS id')
    const snapshot = `--snapshot=${rows[0]?.id}`
    await run(join(BINARIES, 'pg_dump'), ['--format=custom', snapshot, `--file=${dump}`, urls.admin])
    return { tables: await sumTables(client), schema: await schemaOf(urls, [snapshot]) }
  } finally {
    await client.end()
  }
}

/**
 * Into an empty database, by its owner. Staged tables come last: they belong to the application, which may have none in
 * their schema before its rights are restored. A list rather than --exclude-schema, which leaves out the rights in `public`.
 */
export async function restore(urls: Urls, dump: string): Promise<void> {
  const list = `${dump}.list`
  const { stdout } = await run(join(BINARIES, 'pg_restore'), ['--list', dump])
  await writeFile(list, stdout.replace(/^.* staging f_.*\n/gm, ''))
  const args = ['--exit-on-error', '--jobs=2', `--dbname=${urls.owner}`, dump]
  for (const part of [`--use-list=${list}`, '--schema=staging'])
    await run(join(BINARIES, 'pg_restore'), [part, ...args])
}

export async function sumsOf(urls: Urls): Promise<Map<string, Sum>> {
  const client = new Client({ connectionString: urls.admin })
  await client.connect()
  return sumTables(client).finally(() => client.end())
}

/** Tables, constraints, functions, triggers and grants, as SQL. */
export async function schemaOf(urls: Urls, args: readonly string[] = []): Promise<string> {
  const { stdout } = await run(join(BINARIES, 'pg_dump'), ['--schema-only', ...args, urls.admin], {
    maxBuffer: 64 * 1024 ** 2,
  })
  return stdout.replace(DRAWN, '')
}

/** `storage` and `keys.json`, with their permissions. */
export const copyFolder = (from: string, to: string) =>
  cp(from, to, { recursive: true, preserveTimestamps: true, errorOnExist: true, force: false })
