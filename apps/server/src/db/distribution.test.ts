import { TRANSACTION_FIGURES, type TransactionFigure } from '@backoffice/contract/transactions'
import { Kysely, PostgresDialect } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findArrived, listPendingOfCard } from '../features/cases/case-transactions.store.ts'
import { followCases } from '../features/cases/follow-cases.ts'
import { countUnfollowed, drillDownHandlers } from '../features/dashboard/transaction-figures.ts'
import { listCasesOf } from '../features/inquiries/inquiries.store.ts'
import { findResult } from '../features/inquiries/result.store.ts'
import { subjectOf } from '../features/inquiries/run-single.ts'
import { findPostings } from '../features/transactions/postings.store.ts'
import { findCardsById, findCardsByNumber } from '../features/transactions/transactions.store.ts'
import { resultQuery } from '../files/result/result-rows.ts'
import type { Call } from '../kernel/caller.ts'
import { DIVIDED_TABLES, problemsOf } from '../testing/divided-statements.ts'
import { useTestDatabase } from '../testing/use-test-database.ts'
import { cardNumberOf } from './card-number.ts'
import { createPool } from './client.ts'
import { createLedger, type Ledger } from './ledger.ts'
import { type DB, LEDGER_TABLES } from './schema.ts'

/**
 * A ledger on an engine that divides its tables over several nodes, by card. Such an engine has neither triggers nor
 * references of divided tables, checks a unique key per node, and locks no rows of several. All other tables stay on
 * one.
 */

/** Exceptions by name of an index, with the reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  // The former release's `ON CONFLICT (transaction_id)` needs exactly this key.
  transactions_pkey: 'replaced when the ledger is divided',
  cards_id: 'replaced when the ledger is divided',
}

const database = useTestDatabase()

const query = async <Row extends object>(text: string) => (await database.ledger.query<Row>(text)).rows
const IS_DIVIDED = `IN (${DIVIDED_TABLES.map((table) => `'${table}'::regclass`).join(', ')})`

test('unique keys of divided tables have the card', async () => {
  const keys = await query<{ name: string; columns: string[] }>(
    `SELECT indexrelid::regclass::text AS name,
       array(SELECT attname::text FROM pg_attribute WHERE attrelid = indrelid AND attnum = ANY(indkey)) AS columns
     FROM pg_index WHERE (indisunique OR indisexclusion) AND indrelid ${IS_DIVIDED}`,
  )
  const without = keys.filter(({ columns }) => !columns.includes('card_number')).map(({ name }) => name)
  expect(without.toSorted()).toEqual(Object.keys(EXCEPTIONS).toSorted())
})

test('divided tables have neither triggers nor references', async () => {
  expect(await query(`SELECT tgname FROM pg_trigger WHERE tgrelid ${IS_DIVIDED}`)).toEqual([])
  const references = `SELECT conname FROM pg_constraint
    WHERE contype = 'f' AND (conrelid ${IS_DIVIDED} OR confrelid ${IS_DIVIDED})`
  expect(await query(references)).toEqual([])
})

test('no function locks rows of divided tables', async () => {
  const functions = await query<{ name: string; body: string }>(
    `SELECT proname AS name, prosrc AS body FROM pg_proc WHERE pronamespace = 'public'::regnamespace`,
  )
  const locking = functions.filter(({ body }) =>
    body.split(';').some((statement) => problemsOf(statement, []).includes('locks rows')),
  )
  expect(locking.map(({ name }) => name)).toEqual([])
})

/** Statements that a call runs over cards and transactions. */
const statements: string[] = []
let sources: { db: Kysely<DB>; ledger: Ledger }
let mainTables: string[]
beforeAll(async () => {
  const logged = (url: string) => {
    const pool = createPool(url)
    const dialect = new PostgresDialect({ pool })
    return { pool, db: new Kysely<DB>({ dialect, log: ({ query }) => void statements.push(query.sql) }) }
  }
  sources = { db: logged(database.url).db, ledger: createLedger(logged(database.ledgerUrl), null) }
  const { rows } = await database.client.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`,
  )
  mainTables = rows.map(({ name }) => name).filter((name) => !LEDGER_TABLES.some((each) => each === name))
  await fill()
  await runHot()
})
afterAll(async () => {
  await sources.db.destroy()
  await sources.ledger.db.destroy()
})

const CARD = '9990000000000011'
const DAY = '2026-10-20'

async function fill(): Promise<void> {
  await database.ledger.query(
    `INSERT INTO cards (card_number, account_number, tier, status, points_balance, member_name_masked)
     VALUES (${CARD}, '2000417733', 'GOLD', 'ACTIVE', 0, 'J•••')`,
  )
  await database.ledger.query(
    `INSERT INTO transactions (transaction_id, card_number, business_date, transaction_at, source_system, source_tran_code,
       source_terminal_id, receipt_no, amount, points, status)
     SELECT n, ${CARD}, '${DAY}', now(), 'POS', 'SALE', '60417001', 'R-1', 100, 1, 'PENDING' FROM generate_series(1, 2) n`,
  )
  await database.client.query(
    `WITH opened AS (
       INSERT INTO cases (kind, card_id, last_four, due_on, opened_by, opened_at, updated_at, ticket_no)
       SELECT 'OTHER', $1, '0011', '2026-12-01', id, now(), now(), 'OPS-1' FROM users LIMIT 1 RETURNING id
     )
     INSERT INTO case_purchases (case_id, no, card_number, transaction_id, business_date, amount)
     SELECT id, 1, ${CARD}, 1, '${DAY}', 100 FROM opened`,
    [(await query<{ card_id: string }>('SELECT card_id FROM cards'))[0]?.card_id],
  )
}

async function runHot(): Promise<void> {
  const { db, ledger } = sources
  const clock = { now: () => new Date('2026-11-20T04:00:00Z') }
  const range = { dateFrom: '2026-10-01', dateTo: '2026-10-31', asOf: '2026-11-20' }
  const subjects = { CARD, ACCOUNT: '2000417733', REFERENCE: 'R-1' } as const
  for (const [mode, value] of Object.entries(subjects)) {
    const request = { ...subjectOf(mode as keyof typeof subjects, value), ticketNo: '', ...range }
    const found = await findResult(sources, { ...request, filters: {} })
    expect(found).toMatchObject({ outcome: 'FOUND', items: { length: 2 } })
    expect(await listCasesOf(sources, found, clock.now())).toMatchObject([
      { purchases: [{ status: 'PENDING' }] },
    ])
    await findResult(sources, { ...request, filters: { statuses: ['POSTED'] } })
    await findCardsById(
      ledger.db,
      found.cards.map(({ card_id }) => card_id),
    )
  }
  const { listTransactions } = drillDownHandlers({ db, ledger, clock })
  for (const figure of Object.keys(TRANSACTION_FIGURES) as TransactionFigure[])
    await listTransactions(
      { query: { figure, date: DAY } } as Parameters<typeof listTransactions>[0],
      {} as Call,
    )
  await countUnfollowed(sources, '2026-11-20')
  expect(await findCardsByNumber(ledger.db, [cardNumberOf(CARD)])).toHaveProperty('size', 1)
  // The case has seen no status yet, so that it is compared and followed.
  await followCases({ db, ledger: { ...ledger, during: () => ledger.db }, clock })
  // The second has another card.
  const keys = [CARD, '9990000000000029'].map((card_number, index) => ({
    card_number: cardNumberOf(card_number),
    transaction_id: `${index + 1}`,
  }))
  expect((await findPostings(ledger.db, keys)).size).toBe(2)
  await findArrived(ledger.db, [{ card_number: cardNumberOf(CARD), branch_code: '0101', receipt_no: 'R-1' }])
  await listPendingOfCard(ledger.db, cardNumberOf(CARD))
}

/** Statements that name no card. */
const WITHOUT_CARD = [
  // Only the purchases of cases whose cards were corrected.
  /FROM transactions t WHERE t\.transaction_id = ANY\(\$1::bigint\[\]\)$/,
  /FROM cards WHERE (card_id|account_number) = /,
  /FROM transactions WHERE \(rrn = ANY\(\$\d+\) OR receipt_no = ANY\(\$\d+\)\)/,
  /FROM transactions\s+WHERE business_date /,
]

test('calls name the cards of every statement over divided tables', () => {
  const found = statements.flatMap((text) =>
    problemsOf(text, mainTables)
      .filter((problem) => problem !== 'queries every node' || !WITHOUT_CARD.some((each) => each.test(text)))
      .map((problem) => `${problem}: ${text}`),
  )
  expect(found).toEqual([])
  expect(statements.filter((text) => /FROM (cards|transactions)\b/.test(text)).length).toBeGreaterThan(30)
  // The look-up of a file joins by card, because staged rows are on the node of their card.
  const lookup = resultQuery({ filekey: crypto.randomUUID(), asOf: '2026-11-01', fromRow: 1, toRow: 9 }, true)
  expect(lookup).toMatch(/c\.card_number = s\.card_number/)
  expect(lookup).toMatch(/WHERE card_number = c\.card_number/)
  expect(lookup).not.toMatch(/WITH staged|ARRAY\(SELECT/)
})

test.each([
  [
    ['reads both databases', 'joins rows of a limit'],
    `SELECT t.transaction_id, c.card_id, b.branch_name
     FROM (SELECT * FROM transactions WHERE card_number = $1::bigint ORDER BY business_date DESC LIMIT $2) AS t
     LEFT JOIN cards c ON c.card_number = t.card_number
     LEFT JOIN branches b ON b.company_code = t.company_code AND b.branch_code = t.branch_code`,
  ],
  [
    ['joins rows of a limit'],
    `SELECT * FROM cards c JOIN (SELECT * FROM transactions WHERE card_number IN ($1, $2) LIMIT 9) t USING (card_number)`,
  ],
  [
    ['compares the card with a subquery', 'queries every node'],
    `SELECT count(*) FROM transactions
     WHERE card_number = ANY(ARRAY(SELECT card_number FROM cards WHERE account_number = $1))`,
  ],
  [
    ['compares the card with a subquery', 'queries every node'],
    `SELECT count(*) FROM transactions WHERE card_number = (SELECT card_number FROM cards WHERE card_id = $1)`,
  ],
  [
    ['reads both databases', 'queries every node'],
    `SELECT count(*) FROM transactions WHERE status = 'PENDING' AND NOT EXISTS (
       SELECT FROM case_purchases p WHERE p.is_open AND p.transaction_id = transactions.transaction_id)`,
  ],
  [['locks rows'], `SELECT FROM transactions WHERE card_number = $1 FOR NO KEY UPDATE`],
  [[], `SELECT * FROM transactions WHERE card_number = ANY($1::bigint[]) ORDER BY business_date LIMIT 9`],
  [[], `INSERT INTO cards (card_number, tier) VALUES ($1, $2)`],
  [[], `SELECT * FROM files LEFT JOIN users ON id = uploaded_by LIMIT 1`],
])('has the problems %j', (problems, text) => {
  expect(problemsOf(text, mainTables)).toEqual(problems)
})
