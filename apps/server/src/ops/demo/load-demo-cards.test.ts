import { expect, test } from 'vitest'
import { useTestDatabase } from '../../testing/use-test-database.ts'
import { FIXED_CARDS } from './demo-cards.ts'
import { loadDemoCards } from './load-demo-cards.ts'
import { loadDemoCardsOnce } from './load-once.ts'

const database = useTestDatabase()

const CONTENT = `SELECT md5(string_agg((to_jsonb(c) - 'card_id')::text, '' ORDER BY card_number)) AS cards,
  (SELECT md5(string_agg(t::text, '' ORDER BY transaction_id)) FROM transactions t) AS transactions FROM cards c`
const INDEXES =
  "SELECT indexname, indexdef FROM pg_indexes WHERE tablename IN ('cards', 'transactions') ORDER BY 1"

test('the demo data is deterministic for a day, and its indexes are restored', async () => {
  const { rows: indexes } = await database.ledger.query(INDEXES)
  const load = { client: database.ledger, cards: 2_000, asOf: '2026-11-20' }
  expect(await loadDemoCards(load)).toEqual({ cards: 2_004, transactions: 10_008 })
  expect((await database.ledger.query(INDEXES)).rows).toEqual(indexes)
  const { rows: first } = await database.ledger.query(CONTENT)
  await database.ledger.query('TRUNCATE cards, transactions; DROP TABLE demo_loads')
  await loadDemoCards(load)
  expect((await database.ledger.query(CONTENT)).rows).toEqual(first)
})

test('the fixed cards have their documented properties', async () => {
  const { rows } = await database.ledger.query(
    `SELECT card_number::text AS card, c.status,
       count(*) FILTER (WHERE t.status = 'PENDING' AND business_date < date '2026-11-20' - 30)::int AS stuck,
       count(*) FILTER (WHERE business_date > date '2026-11-20' - 365)::int AS last_year,
       max(posted_at AT TIME ZONE 'Asia/Manila')::date::text AS posted
     FROM cards c JOIN transactions t USING (card_number)
     WHERE card_number = ANY ($1) GROUP BY card_number, c.status ORDER BY 1`,
    [Object.values(FIXED_CARDS)],
  )
  expect(rows).toEqual([
    expect.objectContaining({ card: '9990000000000011', status: 'ACTIVE', stuck: 1 }),
    expect.objectContaining({ card: '9990000000000029', status: 'BLOCKED' }),
    expect.objectContaining({ card: '9990000000001233', status: 'EXPIRED', last_year: 0 }),
    expect.objectContaining({ card: '9999000000004568', status: 'ACTIVE', posted: '2026-11-20' }),
  ])
})

test('a second load changes nothing', async () => {
  const { url, ledgerUrl } = database
  const input = { urls: { url, ledgerUrl }, cards: 10, asOf: '2026-11-20' }
  expect(await loadDemoCardsOnce(input)).toEqual({
    message: 'The demo cards are already loaded: 2,004 cards and 10,008 transactions up to 2026-11-20.',
    asOf: '2026-11-20',
    isNew: false,
  })
})
