import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Client } from 'pg'

export type Sum = { rows: number; sum: string }

const TABLES = `
  SELECT quote_ident(n.nspname) || '.' || quote_ident(c.relname) AS name, c.relkind AS kind
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'S') AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
  ORDER BY 1`

/** Row count and checksum of every table, partition and sequence, over all columns in a fixed order. */
export async function sumTables(client: Client): Promise<Map<string, Sum>> {
  // The text forms of values depend on both.
  await client.query(`SET TIME ZONE 'UTC'; SET extra_float_digits = 1`)
  const { rows: tables } = await client.query<{ name: string; kind: string }>(TABLES)
  const sums = new Map<string, Sum>()
  for (const { name, kind } of tables) {
    const columns = kind === 'S' ? 'last_value, is_called' : '*'
    const { rows } = await client.query<{ rows: string; sum: string }>(
      `SELECT count(*) AS rows, coalesce(md5(string_agg(sum, '' ORDER BY sum)), '') AS sum
       FROM (SELECT md5(t::text) AS sum FROM (SELECT ${columns} FROM ${name}) t) s`,
    )
    const [found] = rows
    sums.set(name, { rows: Number(found?.rows), sum: found?.sum ?? '' })
  }
  return sums
}

/** Size and SHA-256 of every file below the folder, by relative path. */
export async function sumFiles(folder: string): Promise<Map<string, Sum>> {
  const sums = new Map<string, Sum>()
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = join(entry.parentPath, entry.name)
    const hash = createHash('sha256')
    let bytes = 0
    await pipeline(createReadStream(file), async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) {
        hash.update(chunk)
        bytes += chunk.length
      }
    })
    sums.set(relative(folder, file), { rows: bytes, sum: hash.digest('hex') })
  }
  return sums
}

export function differences(before: Map<string, Sum>, after: Map<string, Sum>): string[] {
  const names = new Set([...before.keys(), ...after.keys()])
  return [...names].flatMap((name) => {
    const [was, is] = [before.get(name), after.get(name)]
    if (was?.sum === is?.sum && was?.rows === is?.rows) return []
    return [`${name}: ${was?.rows ?? 'missing'} before, ${is?.rows ?? 'missing'} after`]
  })
}

export const total = (sums: Map<string, Sum>) => [...sums.values()].reduce((all, { rows }) => all + rows, 0)
