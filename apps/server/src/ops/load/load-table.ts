import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import type { ClientBase } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { onlyRow } from '../../db/client.ts'
import { type BadLine, copyLines, type LoadTable } from './tables.ts'

export type LoadResult = {
  read: number
  added: number
  changed: number
  unchanged: number
  removed: number
  skipped: number
}

/** Adds or corrects rows by the table's key, atomically. Loading a file again changes nothing. */
export async function loadTable(input: {
  /** The owner's connection to the table's database, outside any transaction. */
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
    // Sorts and hashes of all lines stay in memory.
    await client.query("SET LOCAL work_mem = '64MB'")
    await client.query(`CREATE TEMP TABLE incoming (LIKE ${table.name} INCLUDING DEFAULTS) ON COMMIT DROP`)
    await client.query(`ALTER TABLE incoming ADD line bigint`)
    const names = table.columns.map(({ name }) => name)
    const valid = await copy(
      client,
      `incoming (line, ${names.join(', ')})`,
      copyLines(source, table, onBadLine),
    )
    const read = valid + skipped
    let invalid = 0
    for (const { where, reason } of table.invalidRows) {
      const { rows } = await client.query<{ line: string }>(
        `DELETE FROM incoming WHERE ${where} RETURNING line`,
      )
      invalid += rows.length
      for (const { line } of rows) onBadLine({ line: Number(line), reason })
    }
    if (table.completeBy && skipped > 0)
      throw new Error('A complete list must not have invalid lines. Correct them and load it again.')
    const distinct = valid - invalid - (await removeRepeated(client, table.key))
    // Without statistics, the planner may read the whole table to find a few rows.
    await client.query(`ANALYZE incoming (${table.key})`)
    const write = table.hasSums ? replaceTransactions : upsert
    const { added, changed } = await write(client, table, names)
    const removed = table.completeBy ? await removeOthers(client, table.name, table.key, table.completeBy) : 0
    await client.query('COMMIT')
    return { read, added, changed, unchanged: distinct - added - changed, removed, skipped }
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw error
  }
}

/** Runs after a load, because index-only scans need an up-to-date visibility map. */
export async function vacuumTable(client: ClientBase, { name }: LoadTable): Promise<void> {
  await client.query(`VACUUM ANALYZE ${name}`)
}

/** The last of several lines with the same key wins. */
async function removeRepeated(client: ClientBase, key: string): Promise<number> {
  const { rowCount } = await client.query(
    `DELETE FROM incoming USING (SELECT ${key}, max(line) AS line FROM incoming GROUP BY ${key} HAVING count(*) > 1) AS last
     WHERE incoming.${key} = last.${key} AND incoming.line < last.line`,
  )
  return rowCount ?? 0
}

type RowCounts = { added: number; changed: number }

async function upsert(
  client: ClientBase,
  { name: table, key }: LoadTable,
  names: readonly string[],
): Promise<RowCounts> {
  const others = names.filter((name) => name !== key)
  const { rows } = await client.query<RowCounts>(
    `WITH merged AS (
       INSERT INTO ${table} AS existing (${names}) SELECT ${names} FROM incoming
       ON CONFLICT (${key}) DO UPDATE SET ${others.map((name) => `${name} = excluded.${name}`)}
       WHERE ${differ('existing', 'excluded', others)}
       RETURNING xmax = 0 AS is_new
     )
     SELECT count(*) FILTER (WHERE is_new)::int AS added, count(*) FILTER (WHERE NOT is_new)::int AS changed
     FROM merged`,
  )
  return onlyRow(rows)
}

/**
 * Deletes and inserts what differs, as a change of the ledger. Without ON CONFLICT, because an engine that divides the
 * table by card has no key of transaction_id alone and cannot correct a card in place.
 */
async function replaceTransactions(
  client: ClientBase,
  { key }: LoadTable,
  names: readonly string[],
): Promise<RowCounts> {
  const { version } = onlyRow(
    (await client.query<{ version: string }>('SELECT start_ledger_change() AS version')).rows,
  )
  await client.query(
    `INSERT INTO changed_transactions (${names}, sign)
     WITH found AS (
       SELECT existing.${key}, ${differ('existing', 'incoming', names)} AS differs
       FROM incoming JOIN transactions AS existing ON existing.${key} = incoming.${key}
     )
     SELECT ${names.map((name) => `existing.${name}`)}, -1
     FROM found JOIN transactions AS existing ON existing.${key} = found.${key} WHERE found.differs
     UNION ALL
     SELECT ${names.map((name) => `incoming.${name}`)}, 1 FROM incoming LEFT JOIN found ON found.${key} = incoming.${key}
     WHERE coalesce(found.differs, true)`,
  )
  const gone = await client.query(
    `DELETE FROM transactions USING changed_transactions AS changed WHERE changed.sign = -1
       AND (transactions.card_number, transactions.${key}) = (changed.card_number, changed.${key})`,
  )
  const come = await client.query(
    `INSERT INTO transactions (${names}) SELECT ${names} FROM changed_transactions WHERE sign = 1`,
  )
  await client.query('SELECT apply_ledger_change($1)', [version])
  const changed = gone.rowCount ?? 0
  return { added: (come.rowCount ?? 0) - changed, changed }
}

const differ = (one: string, other: string, names: readonly string[]) =>
  `(${names.map((name) => `${one}.${name} IS DISTINCT FROM ${other}.${name}`).join(' OR ')})`

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
