import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import { elementAt } from '@backoffice/contract/objects'
import type { ClientBase } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { DemoCards, FIXED_CARDS } from './demo-cards.ts'
import { dayNumber, dayText } from './tables/calendar-days.ts'
import { createRandom } from './tables/seeded-random.ts'
import { DEMO_SEED } from './tables/terminal-ids.ts'
import {
  distributeByWeekday,
  TRANSACTION_COLUMNS,
  type Transaction,
  TransactionGenerator,
  transactionLine,
} from './transaction-generator.ts'

const DAYS = 730
const CARD_COLUMNS =
  'card_number, account_number, tier, status, activated_on, expires_on, points_balance, member_name_masked'
const LINES_AT_ONCE = 1_000
/** Records the load, so that it is not repeated. Created with the demo data. */
const DEMO_LOADS = `CREATE TABLE IF NOT EXISTS demo_loads (as_of date NOT NULL, cards integer NOT NULL,
  transactions integer NOT NULL, loaded_at timestamptz NOT NULL DEFAULT now())`

type LoadDemoCards = {
  /** The owner's connection to the ledger, outside any transaction, because loading ends with VACUUM. */
  client: ClientBase
  /** Number without the four fixed cards. */
  cards: number
  /** Five per card by default. */
  transactions?: number
  /** Today as YYYY-MM-DD. The last business date with transactions is the day before. */
  asOf: string
  seed?: number
  onProgress?: (step: string, done: number, total: number) => void
}

/** Fills the empty tables cards and transactions, and their sums, deterministically by day and seed. */
export async function loadDemoCards(input: LoadDemoCards): Promise<{ cards: number; transactions: number }> {
  const { client, cards, seed = DEMO_SEED, onProgress } = input
  const wanted = input.transactions ?? cards * 5
  const asOf = dayNumber(input.asOf)
  const demoCards = new DemoCards(cards, asOf, seed)
  await client.query('BEGIN')
  try {
    let transactions = 0
    await withoutIndexes(client, 'transactions', async () => {
      const lines = transactionLines(demoCards, asOf, wanted, seed)
      const report = (done: number) => onProgress?.('transactions', done, wanted)
      transactions = await copyLines(client, `transactions (${TRANSACTION_COLUMNS})`, lines, report)
      onProgress?.('indexes of transactions', 0, 1)
    })
    await withoutIndexes(client, 'cards', async () => {
      const report = (done: number) => onProgress?.('cards', done, cards)
      await copyLines(client, `cards (${CARD_COLUMNS})`, cardLines(demoCards, asOf), report)
      onProgress?.('indexes of cards', 0, 1)
    })
    onProgress?.('sums', 0, 1)
    await client.query('SELECT rebuild_sums()')
    await client.query(DEMO_LOADS)
    await client.query(`INSERT INTO demo_loads (as_of, cards, transactions) VALUES ($1, $2, $3)`, [
      input.asOf,
      cards + 4,
      transactions,
    ])
    await client.query('COMMIT')
    // Index-only scans need an up-to-date visibility map.
    onProgress?.('statistics', 0, 1)
    await client.query('VACUUM ANALYZE cards')
    await client.query('VACUUM ANALYZE transactions')
    return { cards: cards + 4, transactions }
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw error
  }
}

function* transactionLines(
  demoCards: DemoCards,
  asOf: number,
  wanted: number,
  seed: number,
): Generator<string> {
  const random = createRandom(seed + 1)
  const generator = new TransactionGenerator(demoCards, random, asOf, seed)
  const firstDay = asOf - DAYS
  const fixed = fixedTransactions(asOf)
  let id = 0
  let activated = 0
  for (const [offset, count] of distributeByWeekday(wanted, firstDay, DAYS).entries()) {
    const day = firstDay + offset
    while (activated < demoCards.count && elementAt(demoCards.activatedOn, activated) <= day) activated++
    const special = fixed.filter((each: Transaction) => each.day === day)
    for (const transaction of special) yield transactionLine(++id, transaction)
    for (let i = 0; i < count; i++) yield transactionLine(++id, generator.generate(day, activated))
  }
}

function* cardLines(demoCards: DemoCards, asOf: number): Generator<string> {
  yield fixedCardLines(asOf)
  for (let i = 0; i < demoCards.count; i++) yield demoCards.line(i)
}

async function copyLines(
  client: ClientBase,
  target: string,
  lines: Iterable<string>,
  onProgress: (done: number) => void,
): Promise<number> {
  const copy = client.query(copyFrom(`COPY ${target} FROM STDIN`))
  const done = finished(copy)
  done.catch(() => {})
  let pending: string[] = []
  let count = 0
  const send = async () => {
    const block = pending.join('')
    pending = []
    onProgress(count)
    if (!copy.write(block)) await once(copy, 'drain')
  }
  for (const line of lines) {
    pending.push(line)
    count++
    if (pending.length >= LINES_AT_ONCE) await send()
  }
  await send()
  copy.end()
  await done
  return copy.rowCount
}

/**
 * Drops the indexes of a table during `work` and rebuilds them, which is much faster. Runs in the caller's transaction.
 */
async function withoutIndexes(client: ClientBase, table: string, work: () => Promise<void>) {
  const { rows: constraints } = await client.query<{ name: string; definition: string }>(
    `SELECT quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint
     WHERE conrelid = $1::regclass AND contype IN ('p', 'u')`,
    [table],
  )
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
     WHERE indrelid = $1::regclass
       AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid AND contype IN ('p', 'u'))`,
    [table],
  )
  for (const { name } of constraints) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`)
  for (const { name } of indexes) await client.query(`DROP INDEX ${name}`)
  await work()
  for (const { name, definition } of constraints) {
    await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`)
  }
  for (const { definition } of indexes) await client.query(definition)
}

const PLACE = {
  source: 'FUEL',
  sourceTender: '01',
  sourceTerminal: '60101001',
  company: 'NLF',
  branch: '0101',
  terminal: '60101001',
  paymentMethod: 'CSH',
  receiptPrefix: 'N',
  approval: null,
  rejectReason: null,
} as const

function earn(card: string, day: number, pesos: number, more: Partial<Transaction> = {}): Transaction {
  return {
    ...PLACE,
    card,
    day,
    second: 36_000,
    postedDay: day + 1,
    sourceTranCode: 'SALE',
    tranCode: '1000',
    tranClass: 'EARN',
    amount: pesos * 100,
    points: pesos / 2,
    balanceAfter: null,
    status: 'POSTED',
    ...more,
  }
}

/** Transactions that give each fixed card its documented property on the day `asOf`. */
function fixedTransactions(asOf: number): Transaction[] {
  const pending = { status: 'PENDING', postedDay: null }
  return [
    earn(FIXED_CARDS.expired, asOf - 500, 1_500),
    earn(FIXED_CARDS.blocked, asOf - 70, 2_000),
    earn(FIXED_CARDS.blocked, asOf - 61, 800),
    // 35 days are at least 21 working days, regardless of holidays.
    earn(FIXED_CARDS.pendingTooLong, asOf - 35, 3_000, pending),
    earn(FIXED_CARDS.pendingTooLong, asOf - 20, 1_200),
    earn(FIXED_CARDS.pendingTooLong, asOf - 6, 900, pending),
    earn(FIXED_CARDS.justPosted, asOf - 12, 5_000, { postedDay: asOf }),
    earn(FIXED_CARDS.justPosted, asOf - 9, 2_400, { postedDay: asOf }),
  ]
}

/** Lines for COPY. */
function fixedCardLines(asOf: number): string {
  const line = (
    card: string,
    account: string,
    tier: string,
    status: string,
    expires: number,
    balance: number,
  ) =>
    `${card}\t${account}\t${tier}\t${status}\t${dayText(asOf - 1_000)}\t${dayText(asOf + expires)}\t${balance}\tJ••• D•• C•••\n`
  return (
    line(FIXED_CARDS.pendingTooLong, '3000000001', 'GOLD', 'ACTIVE', 400, 60_000) +
    line(FIXED_CARDS.blocked, '3000000002', 'CLASSIC', 'BLOCKED', 300, 1_400) +
    line(FIXED_CARDS.expired, '3000000003', 'SILVER', 'EXPIRED', -90, 75_000) +
    line(FIXED_CARDS.justPosted, '3000000004', 'PLATINUM', 'ACTIVE', 800, 3_700)
  )
}
