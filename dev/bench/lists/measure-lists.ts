import type pg from 'pg'
import { createDatabase, createPool, type Database } from '../../../apps/server/src/db/client.ts'
import { listRows } from '../../../apps/server/src/kernel/list-rows.ts'
import type { tableSource } from '../../../apps/server/src/resources/lookup-tables/table-source.ts'
import { median, timed } from '../measure.ts'
import type { ListCase } from './list-cases.ts'

/** Medians in milliseconds, of ours and of the bare SQL through the same driver, taken in turns. */
export type ListFigures = { what: string; ours: number; bare: number }

/** A table of which the rows that are not deleted are listed, as `t`. */
export type MeasuredTable = {
  name: string
  source: (db: Database) => ReturnType<typeof tableSource>
  /** What a row has beside its columns, in SQL written by hand. */
  more: string
  cases: readonly ListCase[]
}

const WARM_UP = 200

export async function measureLists(
  url: string,
  rounds: number,
  table: MeasuredTable,
): Promise<ListFigures[]> {
  const pool = createPool(url)
  const db = createDatabase(pool)
  try {
    // A server's code is warm, whichever list is asked for first.
    for (const one of table.cases) await measureCase(pool, db, table, one, WARM_UP)
    const figures: ListFigures[] = []
    for (const one of table.cases) figures.push(await measureCase(pool, db, table, one, rounds))
    return figures
  } finally {
    await db.destroy()
  }
}

async function measureCase(pool: pg.Pool, db: Database, table: MeasuredTable, one: ListCase, rounds: number) {
  const source = table.source(db)
  const after = await startOf(pool, db, table, one)
  const query = { page: 1, ...one.query, ...(after && { after: after.cursor }) }
  const ours = () => listRows(db, source, query)
  const { rows, count } = bareSql(table, one)
  const values = after?.values ?? []
  const bare = () => Promise.all([pool.query(rows, values), ...(one.counts ? [pool.query(count)] : [])])
  const [reply, [written]] = [await ours(), await bare()]
  const ids = written?.rows.slice(0, query.page_size).map(({ id }) => id) ?? []
  if (query.after && one.from && 'back' in one.from) ids.reverse()
  if (JSON.stringify(ids) !== JSON.stringify(reply.rows.map(({ id }) => id)))
    throw new Error(`${one.what}: other rows than the bare SQL`)
  const [tookOurs, tookBare]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    tookOurs.push(await timed(ours))
    tookBare.push(await timed(bare))
  }
  return { what: one.what, ours: median(tookOurs), bare: median(tookBare) }
}

/** The cursor from which the case goes on, and its values. */
async function startOf(pool: pg.Pool, db: Database, table: MeasuredTable, { query, from, bare }: ListCase) {
  if (!from) return undefined
  const list = (after?: string) =>
    listRows(db, table.source(db), { page: 1, ...query, ...(after && { after }) })
  let reply = await list()
  if ('row' in from) {
    const columns = from.values.replaceAll(' DESC', '')
    const { rows } = await pool.query(
      `SELECT ARRAY[${columns.split(', ').map((each) => `(${each})::text`)}] AS values
       FROM ${table.name} ORDER BY ${bare.order} LIMIT 1 OFFSET ${from.row - 1}`,
    )
    const packed = { ...unpacked(reply.next), v: rows[0].values }
    return { cursor: Buffer.from(JSON.stringify(packed)).toString('base64url'), values: packed.v as string[] }
  }
  for (let page = 1; page < from.pages; page++) reply = await list(String(reply.next))
  const cursor = String(from.back ? reply.previous : reply.next)
  return { cursor, values: unpacked(cursor).v }
}

function unpacked(cursor: string | null): { v: string[] } {
  // As the server packs it.
  return JSON.parse(Buffer.from(String(cursor), 'base64url').toString()) as { v: string[] }
}

function bareSql({ name, more }: MeasuredTable, { query, bare }: ListCase) {
  const conditions = ['deleted_at IS NULL', bare.where, bare.beyond].filter((each) => each !== undefined)
  const where = `WHERE ${conditions.join(' AND ')}`
  return {
    rows: `SELECT *, ${more} FROM ${name} t ${where} ORDER BY ${bare.order} LIMIT ${query.page_size + 1} OFFSET ${bare.offset ?? 0}`,
    count: `SELECT count(*) FROM (SELECT 1 FROM ${name} t ${where} LIMIT 10001) counted`,
  }
}
