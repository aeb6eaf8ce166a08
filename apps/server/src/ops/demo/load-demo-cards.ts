import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import { elementAt } from '@backoffice/contract/objects'
import type { ClientBase } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { DemoCards } from './demo-cards.ts'
import { fixedCardLines, fixedTransactions } from './fixed-cards.ts'
import { dayNumber } from './tables/calendar-days.ts'
import { createRandom } from './tables/seeded-random.ts'
import { DEMO_SEED } from './tables/terminal-ids.ts'
import { distributeByWeekday, TransactionGenerator } from './transaction-generator.ts'
import { TRANSACTION_COLUMNS, type Transaction, transactionLine } from './transaction-line.ts'
import { withoutIndexes } from './without-indexes.ts'

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
  /** Default: five per card. */
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
