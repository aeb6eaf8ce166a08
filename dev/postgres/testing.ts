import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'

/** A temporary folder that the account of the database may enter. */
export function createTempFolder(): { folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'backoffice-dev-'))
  chmodSync(folder, 0o755)
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

export async function query<Row extends object>(
  url: string,
  sql: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const client = new Client({ connectionString: url })
  // A lost connection also fails the query; without a listener it would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Row>(sql, [...values])).rows
  } finally {
    await client.end()
  }
}
