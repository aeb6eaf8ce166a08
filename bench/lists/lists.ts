import { tenders } from '@backoffice/contract/tables/tenders'
import { tableSource } from '../../apps/server/src/features/lookup-tables/table-source.ts'
import { listRows } from '../../apps/server/src/kernel/list-rows.ts'
import { AS_OF, type BenchDatabase, withDatabase } from '../database.ts'
import { type Figure, inTurns, type Medians, ratioDetail, timed } from '../figures.ts'
import { measureServed } from './served.ts'
import { CASES, fillTenders, type ListCase } from './tenders.ts'

/** Calls per round, because a list call takes a millisecond. */
const ROUNDS = 40
const WARM_UP = 200

/** 25 of 1,000,000 tenders against bare SQL and as served, and keyed reads. Fails if rows differ, never if slow. */
export function benchLists(rounds: number): Promise<Figure[]> {
  return withDatabase('lists', fillTenders, async (database) => {
    // Warms up, because a server's code is warm at the first call of a list.
    for (const one of CASES) await measureCase(database, one, WARM_UP)
    const details: Figure[] = []
    let worst = { ratio: 0, what: '' }
    for (const one of CASES) {
      const compared = await measureCase(database, one, rounds * ROUNDS)
      const ratio = compared.ours / compared.bare
      if (ratio > worst.ratio) worst = { ratio, what: one.what }
      details.push(ratioDetail(`list, ${one.what}`, compared))
    }
    return [
      ...details,
      { row: 'list.ratio', value: worst.ratio, note: worst.what },
      ...(await measureServed(database)),
    ]
  })
}

async function measureCase({ db, pool }: BenchDatabase, one: ListCase, rounds: number): Promise<Medians> {
  const source = tableSource(db, tenders, AS_OF)
  const cursor = await startOf({ db, pool }, one)
  const query = { page: 1, ...one.query, ...(cursor && { after: pack(cursor) }) }
  const sql = bareSql(one)
  const values = cursor?.v ?? []
  const ours = () => listRows(db, source, query)
  // The cursor carries the total of a counted page to the next.
  const bare = () => Promise.all([pool.query(sql.rows, values), ...(cursor ? [] : [pool.query(sql.count)])])
  const [reply, [written]] = [await ours(), await bare()]
  const ids = written.rows.slice(0, query.page_size).map(({ id }) => id)
  if (one.from && 'back' in one.from) ids.reverse()
  if (JSON.stringify(ids) !== JSON.stringify(reply.rows.map(({ id }) => id)))
    throw new Error(`${one.what}: rows differ from the bare SQL`)
  return inTurns(
    () => timed(ours),
    () => timed(bare),
    rounds,
  )
}

/** A decoded cursor of the server: `v` has the values of the row at its edge. */
type Cursor = { v: string[] }
const pack = (cursor: Cursor) => Buffer.from(JSON.stringify(cursor)).toString('base64url')
const unpack = (cursor: string | null): Cursor =>
  JSON.parse(Buffer.from(cursor ?? '', 'base64url').toString())

async function startOf({ db, pool }: Pick<BenchDatabase, 'db' | 'pool'>, { query, from, bare }: ListCase) {
  if (!from) return undefined
  const source = tableSource(db, tenders, AS_OF)
  const list = (after: string | null) => listRows(db, source, { page: 1, ...query, ...(after && { after }) })
  let reply = await list(null)
  if ('row' in from) {
    const columns = from.values.replaceAll(' DESC', '').split(', ')
    const { rows } = await pool.query<Cursor>(
      `SELECT ARRAY[${columns.map((column) => `(${column})::text`)}] AS v FROM tenders
       ORDER BY ${bare.order} LIMIT 1 OFFSET ${from.row - 1}`,
    )
    return { ...unpack(reply.next), v: rows[0]?.v ?? [] }
  }
  for (let page = 1; page < from.pages; page++) reply = await list(reply.next)
  return unpack(from.back ? reply.previous : reply.next)
}

const USED =
  'SELECT min(first_used) FROM tender_usage u WHERE u.source_system = t.source_system AND u.tender_id = t.tender_id'
const IN_USE_SINCE = `CASE WHEN t.company_code = '*' THEN (${USED}) ELSE (${USED} AND u.company_code = t.company_code) END`

function bareSql({ query, bare }: ListCase) {
  const conditions = ['deleted_at IS NULL', bare.where, bare.beyond].filter((each) => each !== undefined)
  const where = `WHERE ${conditions.join(' AND ')}`
  return {
    rows: `SELECT *, ${IN_USE_SINCE} AS in_use_since FROM tenders t ${where} ORDER BY ${bare.order}
      LIMIT ${query.page_size + 1} OFFSET ${bare.offset ?? 0}`,
    count: `SELECT count(*) FROM (SELECT 1 FROM tenders t ${where} LIMIT 10001) counted`,
  }
}
