import { tenders } from '@backoffice/contract/tables/tenders'
import type pg from 'pg'
import { createDatabase, createPool, type Database } from '../../../apps/server/src/db/client.ts'
import { listRows } from '../../../apps/server/src/kernel/list-rows.ts'
import { tableSource } from '../../../apps/server/src/resources/lookup-tables/table-source.ts'
import { TENDERS_DATA } from '../../../apps/server/src/resources/lookup-tables/tables/tenders.ts'
import { AS_OF } from '../database.ts'
import { median, timed } from '../measure.ts'
import { LIST_CASES, type ListCase } from './list-cases.ts'

/** Medians in milliseconds, of ours and of the bare SQL through the same driver, taken in turns. */
export type ListFigures = { what: string; ours: number; bare: number }

const WARM_UP = 200

export async function measureLists(url: string, rounds: number): Promise<ListFigures[]> {
  const pool = createPool(url)
  const db = createDatabase(pool)
  try {
    // A server's code is warm, whichever list is asked for first.
    for (const one of LIST_CASES) await measureCase(pool, db, one, WARM_UP)
    const figures: ListFigures[] = []
    for (const one of LIST_CASES) figures.push(await measureCase(pool, db, one, rounds))
    return figures
  } finally {
    await db.destroy()
  }
}

const tendersSource = (db: Database) => tableSource(db, tenders, TENDERS_DATA, AS_OF)

async function measureCase(pool: pg.Pool, db: Database, one: ListCase, rounds: number) {
  const source = tendersSource(db)
  const after = await startOf(pool, db, one)
  const query = { page: 1, ...one.query, ...(after && { after: after.cursor }) }
  const ours = () => listRows(db, source, query)
  const { rows, count } = bareSql(one)
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
async function startOf(pool: pg.Pool, db: Database, { query, from, bare }: ListCase) {
  if (!from) return undefined
  const list = (after?: string) =>
    listRows(db, tendersSource(db), { page: 1, ...query, ...(after && { after }) })
  let reply = await list()
  if ('row' in from) {
    const columns = from.values.replaceAll(' DESC', '')
    const { rows } = await pool.query(
      `SELECT ARRAY[${columns.split(', ').map((each) => `(${each})::text`)}] AS values
       FROM tenders ORDER BY ${bare.order} LIMIT 1 OFFSET ${from.row - 1}`,
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

const used =
  'SELECT min(first_used) FROM tender_usage u WHERE u.source_system = t.source_system AND u.tender_id = t.tender_id'
const USED_SINCE = `CASE WHEN t.company_code = '*' THEN (${used}) ELSE (${used} AND u.company_code = t.company_code) END`

function bareSql({ query, bare }: ListCase) {
  const conditions = ['deleted_at IS NULL', bare.where, bare.beyond].filter((each) => each !== undefined)
  const where = `WHERE ${conditions.join(' AND ')}`
  return {
    rows: `SELECT *, ${USED_SINCE} AS in_use_since FROM tenders t ${where} ORDER BY ${bare.order} LIMIT ${query.page_size + 1} OFFSET ${bare.offset ?? 0}`,
    count: `SELECT count(*) FROM (SELECT 1 FROM tenders ${where} LIMIT 10001) counted`,
  }
}
