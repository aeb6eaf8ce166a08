import type { ListQuery } from '@backoffice/contract/list'
import type { Client } from 'pg'
import { onlyRow } from '../../apps/server/src/db/client.ts'
import { casesSource, toCaseRow } from '../../apps/server/src/features/cases/cases.store.ts'
import { listRows } from '../../apps/server/src/kernel/list-rows.ts'
import { loadDemoCards } from '../../apps/server/src/ops/demo/load-demo-cards.ts'
import { AS_OF, type BenchDatabase, withDatabase, withOwner } from '../database.ts'
import { type Figure, inTurns, type Medians, ratioDetail, ratioFigure, timed } from '../figures.ts'
import { measureLoad } from './load.ts'

const CASES = 1_000_000
/** Open cases, each with a purchase. */
const OPEN = 50_000
const CARDS = 200_000
const TRANSACTIONS = 1_000_000
/** Calls per round, because a list call takes milliseconds. */
const ROUNDS = 20
const WARM_UP = 40

/**
 * Lists of 1,000,000 cases against bare SQL, and a load that 10,000 open cases follow against one that none follows.
 */
export function benchCases(rounds: number): Promise<Figure[]> {
  return withDatabase('cases', fill, async (database) => {
    for (const one of LISTS) await measureList(database, one, WARM_UP)
    const figures: Figure[] = []
    let worst: Medians = { ours: 0, bare: 1 }
    for (const one of LISTS) {
      const medians = await measureList(database, one, rounds * ROUNDS)
      figures.push(ratioDetail(`cases, ${one.what}`, medians))
      if (medians.ours / medians.bare > worst.ours / worst.bare) worst = medians
    }
    const load = await withOwner(database.url, (owner) => measureLoad(owner, database, rounds))
    return [...figures, ratioFigure('cases.list', worst), ratioFigure('cases.load', load)]
  })
}

async function fill(owner: Client): Promise<void> {
  await loadDemoCards({ client: owner, cards: CARDS, transactions: TRANSACTIONS, asOf: AS_OF })
  await owner.query(FILL_CASES, [CASES, OPEN])
  await owner.query(FILL_PURCHASES)
  await owner.query('VACUUM (ANALYZE) cases, case_purchases, transactions, cards')
}

export const FILL_CASES = `
  INSERT INTO cases (kind, status, card_id, last_four, purchases, points_expected, oldest_business_date, ticket_no,
    assignee_id, due_on, opened_by, opened_at, sent_at, resolution, resolved_at, updated_at)
  SELECT 'LATE_POINTS', CASE WHEN n > $1 - $2 / 2 THEN 'OPEN' WHEN n > $1 - $2 THEN 'SENT'
      WHEN n % 10 = 0 THEN 'REJECTED' ELSE 'RESOLVED' END,
    gen_random_uuid(), lpad((n % 10000)::text, 4, '0'), 1, n % 100000, opened::date - 15, 'OPS-' || n,
    CASE WHEN n % 3 > 0 THEN person[1 + n % cardinality(person)] END, opened::date + 7,
    person[1 + n / 7 % cardinality(person)], opened, opened + interval '1 day',
    CASE WHEN n <= $1 - $2 AND n % 10 > 0 THEN 'POSTED' END,
    CASE WHEN n <= $1 - $2 THEN opened + interval '5 days' END, opened
  FROM (SELECT array_agg(id ORDER BY id) AS person FROM users) AS people, generate_series(1, $1::int) AS n,
    LATERAL (SELECT timestamptz '${AS_OF}' - ($1 - n) * interval '1 minute' AS opened) AS times`

const FILL_PURCHASES = `
  WITH open AS (
    SELECT id, row_number() OVER (ORDER BY case_no) AS place FROM cases WHERE status IN ('OPEN', 'SENT')
  ), bought AS (
    SELECT *, row_number() OVER (ORDER BY transaction_id DESC) AS place FROM transactions WHERE tran_class = 'EARN'
  )
  INSERT INTO case_purchases (case_id, no, card_number, transaction_id, business_date, amount, status_seen)
  SELECT id, 1, card_number, transaction_id, business_date, amount, status FROM open JOIN bought USING (place)`

type List = {
  what: string
  query: Omit<ListQuery, 'page' | 'page_size'> & { page?: number }
  bare: { where?: string; order: string; offset?: number }
  /** Only the cases of one user. */
  ofOne?: true
}

const page_size = 25
const OPEN_CASES = "c.status IN ('OPEN', 'SENT')"
const LISTS: readonly List[] = [
  {
    what: 'open, by due date',
    query: { filters: { view: { in: ['OPEN'] } } },
    bare: { where: OPEN_CASES, order: 'c.due_on, c.id' },
  },
  {
    what: 'open, page 400',
    query: { filters: { view: { in: ['OPEN'] } }, page: 400 },
    bare: { where: OPEN_CASES, order: 'c.due_on, c.id', offset: 399 * page_size },
  },
  {
    what: 'open, of one user',
    query: { filters: { view: { in: ['OPEN'] } } },
    bare: { where: `${OPEN_CASES} AND (c.opened_by = $1 OR c.assignee_id = $1)`, order: 'c.due_on, c.id' },
    ofOne: true,
  },
  {
    what: 'closed, the last opened first',
    query: { filters: { view: { in: ['CLOSED'] } }, sort: ['opened_at:desc'] },
    bare: { where: "c.status IN ('RESOLVED', 'REJECTED')", order: 'c.opened_at DESC, c.due_on, c.id' },
  },
  { what: 'all', query: {}, bare: { order: 'c.due_on, c.id' } },
  {
    what: 'all of one user',
    query: {},
    bare: { where: '(c.opened_by = $1 OR c.assignee_id = $1)', order: 'c.due_on, c.id' },
    ofOne: true,
  },
  {
    what: 'search of a ticket',
    query: { search: 'OPS-77777' },
    bare: { where: "c.ticket_no LIKE 'OPS-77777%'", order: 'c.due_on, c.id' },
  },
]

const COLUMNS = `c.*, o.given_name || ' ' || o.family_name AS opener, a.given_name || ' ' || a.family_name AS assignee,
  s.given_name AS sender, r.given_name AS resolver,
  (SELECT working_days FROM calendar_days WHERE day = '${AS_OF}') - b.working_days AS age`
const JOINS = `cases c JOIN users o ON o.id = c.opened_by LEFT JOIN users a ON a.id = c.assignee_id
  LEFT JOIN users s ON s.id = c.sent_by LEFT JOIN users r ON r.id = c.resolved_by
  LEFT JOIN calendar_days b ON b.day = c.oldest_business_date`

/** A page and its count. Fails if the rows differ. */
async function measureList(
  { db, pool }: BenchDatabase,
  { what, query, bare, ofOne }: List,
  rounds: number,
): Promise<Medians> {
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM users ORDER BY id LIMIT 1')
  const viewer = onlyRow(rows).id
  const source = casesSource(db, { viewer, owner: ofOne ? viewer : null, today: AS_OF })
  const values = ofOne ? [viewer] : []
  const where = bare.where ? `WHERE ${bare.where}` : ''
  const page = `SELECT ${COLUMNS} FROM ${JOINS} ${where} ORDER BY ${bare.order}
    LIMIT ${page_size + 1} OFFSET ${bare.offset ?? 0}`
  const count = `SELECT count(*) FROM (SELECT FROM cases c ${where} LIMIT 10001) AS counted`
  const ours = async () => (await listRows(db, source, { page: 1, page_size, ...query })).rows.map(toCaseRow)
  const sql = () => Promise.all([pool.query<{ id: string }>(page, values), pool.query(count, values)])
  const [listed, [written]] = [await ours(), await sql()]
  const ids = written.rows.slice(0, page_size).map(({ id }) => id)
  if (JSON.stringify(ids) !== JSON.stringify(listed.map(({ id }) => id)))
    throw new Error(`${what}: rows differ from the bare SQL`)
  return inTurns(
    () => timed(ours),
    () => timed(sql),
    rounds,
  )
}
