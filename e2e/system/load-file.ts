import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { databaseUrl, dataOfSystem } from './open-provider.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Runs the product's `load` command on a CSV of these rows. All rows have the columns of the first. */
export async function loadFile(
  table: 'cards' | 'transactions',
  rows: readonly Readonly<Record<string, string | number>>[],
): Promise<void> {
  const lines = [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))]
  const folder = await mkdtemp(join(tmpdir(), 'load-'))
  const path = join(folder, `${table}.csv`)
  try {
    await writeFile(path, lines.map((cells) => `${cells.join()}\n`).join(''))
    const env = { ...process.env, DATABASE_OWNER_URL: await databaseUrl(dataOfSystem()) }
    // Rejects if a line is invalid.
    await promisify(execFile)(process.execPath, ['apps/server/src/load.ts', table, path], { cwd: ROOT, env })
  } finally {
    await rm(folder, { recursive: true })
  }
}
