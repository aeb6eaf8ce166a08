import type { ListQuery } from '@backoffice/contract/list'
import { onlyRow } from '../../apps/server/src/db/client.ts'
import { casesSource, toCaseRow } from '../../apps/server/src/features/cases/cases.store.ts'
import { listRows } from '../../apps/server/src/kernel/list-rows.ts'
import { AS_OF, type BenchDatabase } from '../database.ts'
import { inTurns, type Medians, timed } from '../measure.ts'

type List = {
  what: string
  query: Omit<ListQuery, 'page' | 'page_size'> & { page?: number }
  bare: { where?: string; order: string; offset?: number }
  /** Only the cases of one user. */
  ofOne?: true
}

const page_size = 25
const OPEN_CASES = "c.status IN ('OPEN', 'SENT')"
export const LISTS: readonly List[] = [
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
export async function measureList(
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
