import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import type { ClientBase } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { onlyRow } from '../db/client.ts'
import { type BadLine, copyLines } from './copy-lines.ts'
import type { LoadTable } from './tables.ts'

export type LoadResult = {
  read: number
  added: number
  changed: number
  unchanged: number
  removed: number
  skipped: number
}

/** Upserts the lines of a CSV by the table's key, atomically. Loading a file again changes nothing. */
export async function loadTable(input: {
  /** The owner's connection, outside any transaction, because loading ends with VACUUM. */
  client: ClientBase
  table: LoadTable
  source: AsyncIterable<Uint8Array>
  onBadLine: (bad: BadLine) => void
}): Promise<LoadResult> {
  const { client, table, source } = input
  let skipped = 0
  const onBadLine = (bad: BadLine) => {
    skipped++
    input.onBadLine(bad)
  }
  await client.query('BEGIN')
  try {
    // For times without a zone.
    await client.query("SET LOCAL timezone = 'Asia/Manila'")
    await client.query(`CREATE TEMP TABLE incoming (LIKE ${table.name} INCLUDING DEFAULTS) ON COMMIT DROP`)
    await client.query(`ALTER TABLE incoming ADD line bigint`)
    const names = table.columns.map(({ name }) => name)
    const valid = await copy(
      client,
      `incoming (line, ${names.join(', ')})`,
      copyLines(source, table, onBadLine),
    )
    const read = valid + skipped
    for (const { where, reason } of table.invalidRows) {
      const invalid = await client.query<{ line: string }>(
        `DELETE FROM incoming WHERE ${where} RETURNING line`,
      )
      for (const { line } of invalid.rows) onBadLine({ line: Number(line), reason })
    }
    if (table.completeBy && skipped > 0)
      throw new Error('A complete list must not have invalid lines. Correct them and load it again.')
    const { added, changed, distinct } = await merge(client, table.name, table.key, names)
    const removed = table.completeBy ? await removeOthers(client, table.name, table.key, table.completeBy) : 0
    await client.query('COMMIT')
    // Index-only scans need an up-to-date visibility map.
    await client.query(`VACUUM ANALYZE ${table.name}`)
    return { read, added, changed, unchanged: distinct - added - changed, removed, skipped }
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw error
  }
}

/** The last of several lines with the same key wins. */
async function merge(client: ClientBase, table: string, key: string, names: readonly string[]) {
  const list = names.join(', ')
  const others = names.filter((name) => name !== key)
  const { rows } = await client.query<{ added: number; changed: number; distinct: number }>(
    `WITH latest AS (SELECT DISTINCT ON (${key}) ${list} FROM incoming ORDER BY ${key}, line DESC),
       merged AS (
         INSERT INTO ${table} AS existing (${list}) SELECT ${list} FROM latest
         ON CONFLICT (${key}) DO UPDATE SET ${others.map((name) => `${name} = excluded.${name}`).join(', ')}
         WHERE (${others.map((name) => `existing.${name}`).join(', ')})
           IS DISTINCT FROM (${others.map((name) => `excluded.${name}`).join(', ')})
         RETURNING xmax = 0 AS is_new
       )
     SELECT count(*) FILTER (WHERE is_new)::int AS added, count(*) FILTER (WHERE NOT is_new)::int AS changed,
       (SELECT count(*)::int FROM latest) AS distinct
     FROM merged`,
  )
  return onlyRow(rows)
}

/** Removes rows that a complete file omits. */
async function removeOthers(
  client: ClientBase,
  table: string,
  key: string,
  completeBy: string,
): Promise<number> {
  const { rowCount } = await client.query(
    `DELETE FROM ${table} WHERE ${completeBy} IN (SELECT ${completeBy} FROM incoming)
       AND ${key} NOT IN (SELECT ${key} FROM incoming)`,
  )
  return rowCount ?? 0
}

async function copy(client: ClientBase, target: string, blocks: AsyncIterable<string[]>): Promise<number> {
  const stream = client.query(copyFrom(`COPY ${target} FROM STDIN`))
  const done = finished(stream)
  done.catch(() => {})
  try {
    for await (const lines of blocks) {
      if (lines.length > 0 && !stream.write(lines.join(''))) await once(stream, 'drain')
    }
  } catch (error) {
    stream.destroy()
    await done.catch(() => {})
    throw error
  }
  stream.end()
  await done
  return stream.rowCount
}
