import type { Client } from 'pg'
import { loadDemoCards } from '../../apps/server/src/ops/demo/load-demo-cards.ts'
import { AS_OF, withDatabase, withOwner } from '../database.ts'
import { type Figure, ratioDetail, ratioFigure } from '../figures.ts'
import type { Medians } from '../measure.ts'
import { LISTS, measureList } from './lists.ts'
import { measureLoad } from './load.ts'

const CASES = 1_000_000
/** Each with a purchase. */
const OPEN = 50_000
const CARDS = 200_000
const TRANSACTIONS = 1_000_000
/** A list call takes milliseconds. */
const ROUNDS = 20
const WARM_UP = 40

/** Lists of 1,000,000 cases against bare SQL, and a load that 10,000 open cases follow against one that none follows. */
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
