import type { Transaction } from '@backoffice/contract/inquiries'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type CardNumber, maskedNumber } from '../../db/card-number.ts'
import { onlyRow, type Reader } from '../../db/client.ts'
import type { Ledger, LedgerReader } from '../../db/ledger.ts'
import { findNames, type TransactionNames } from './names.store.ts'

/** The ledger has transactions and cards; the main database has names and the calendar. */
export type TransactionSources = { db: Reader; ledger: Pick<Ledger, 'db'> }

/** `card_id`: null while the card is not loaded. */
type ListedTransaction = Transaction & { card_id: string | null }
type PickedTransaction = Omit<
  ListedTransaction,
  | 'card_id'
  | 'card'
  | 'account_number'
  | 'tran_description'
  | 'branch_name'
  | 'posting_age'
  | 'transaction_at'
  | 'posted_at'
  | 'amount'
  | 'points'
  | 'balance_after'
> & {
  card_number: CardNumber
  transaction_at: Date
  posted_at: Date | null
  amount: string
  points: string
  balance_after: string | null
}

/** Numbers are text of 16 digits. */
export const CARD_NUMBER = sql`lpad(card_number::text, 16, '0') AS card_number`

export const NEWEST_FIRST = sql`business_date DESC, transaction_at DESC, transaction_id DESC`

/** `rest`: condition, order and limit. The order is by columns of the table. */
export async function pickTransactions(
  ledger: LedgerReader,
  rest: RawBuilder<unknown>,
): Promise<PickedTransaction[]> {
  const { rows } = await sql<PickedTransaction>`
    SELECT transaction_id, ${CARD_NUMBER}, business_date, transaction_at, tran_code, tran_class, source_system,
      source_tran_code, company_code, branch_code, coalesce(terminal_id, source_terminal_id) AS terminal_id,
      receipt_no, rrn, approval_code, payment_method_code, amount, points, balance_after, status, reject_reason, posted_at
    FROM transactions ${rest}`.execute(ledger)
  return rows
}

/** A card with its number. */
export type CardKeys = { card_id: string; card_number: CardNumber; account_number: string }

/** Cards by their number. */
export async function findCardsByNumber(
  ledger: LedgerReader,
  numbers: readonly CardNumber[],
): Promise<ReadonlyMap<CardNumber, CardKeys>> {
  if (numbers.length === 0) return new Map()
  const cards = await cardsWhere(ledger, sql`card_number = ANY(${[...new Set(numbers)]}::bigint[])`)
  return new Map(cards.map((card) => [card.card_number, card]))
}

/** Cards by their id. */
export async function findCardsById(
  ledger: LedgerReader,
  ids: readonly string[],
): Promise<ReadonlyMap<string, CardKeys>> {
  if (ids.length === 0) return new Map()
  const cards = await cardsWhere(ledger, sql`card_id = ANY(${[...new Set(ids)]}::uuid[])`)
  return new Map(cards.map((card) => [card.card_id, card]))
}

export async function findCard(ledger: LedgerReader, id: string): Promise<CardKeys | undefined> {
  const [card] = (await findCardsById(ledger, [id])).values()
  return card
}

async function cardsWhere(ledger: LedgerReader, condition: RawBuilder<unknown>): Promise<CardKeys[]> {
  const { rows } = await sql<CardKeys>`
    SELECT card_id, ${CARD_NUMBER}, account_number FROM cards WHERE ${condition}`.execute(ledger)
  return rows
}

/** Names for picked transactions, and ages up to `asOf` of the pending ones and of `days`. */
export function namesOf(
  db: Reader,
  picked: readonly PickedTransaction[],
  asOf: string,
  days: readonly string[] = [],
): Promise<TransactionNames> {
  const pending = picked.filter(({ status }) => status === 'PENDING')
  return findNames(db, picked, { asOf, days: [...days, ...pending.map((row) => row.business_date)] })
}

/** Picked transactions with masked cards, names and ages. `cards`: by number. */
export function listedTransactions(
  picked: readonly PickedTransaction[],
  cards: ReadonlyMap<CardNumber, CardKeys>,
  names: TransactionNames,
  asOf: string,
): ListedTransaction[] {
  return picked.map((row) => {
    const { card_number, transaction_at, posted_at, amount, points, balance_after, ...rest } = row
    const card = cards.get(card_number)
    return {
      ...rest,
      card_id: card?.card_id ?? null,
      card: maskedNumber(card_number),
      account_number: card?.account_number ?? null,
      tran_description: names.tranCode(row),
      branch_name: names.branch(row),
      transaction_at: transaction_at.toISOString(),
      posted_at: posted_at?.toISOString() ?? null,
      amount: Number(amount),
      points: Number(points),
      balance_after: balance_after === null ? null : Number(balance_after),
      posting_age: row.status === 'PENDING' ? postingAge(row.business_date, names, asOf) : null,
    }
  })
}

const postingAge = (day: string, names: TransactionNames, asOf: string) => (day > asOf ? 0 : names.age(day))

/** `rest`: see `pickTransactions`. `asOf`: day up to which ages count. */
export async function showTransactions(
  { db, ledger }: TransactionSources,
  rest: RawBuilder<unknown>,
  asOf: string,
): Promise<ListedTransaction[]> {
  const picked = await pickTransactions(ledger.db, rest)
  const numbers = picked.map(({ card_number }) => card_number)
  const [cards, names] = await Promise.all([findCardsByNumber(ledger.db, numbers), namesOf(db, picked, asOf)])
  return listedTransactions(picked, cards, names, asOf)
}

export async function countTransactions(
  ledger: LedgerReader,
  condition: RawBuilder<SqlBool>,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    SELECT count(*)::int AS total FROM transactions WHERE ${condition}`.execute(ledger)
  return onlyRow(rows).total
}

export async function findTransactions(
  sources: TransactionSources,
  condition: RawBuilder<SqlBool>,
  { asOf, most }: { asOf: string; most: number },
): Promise<{ total: number; items: ListedTransaction[] }> {
  const [total, items] = await Promise.all([
    countTransactions(sources.ledger.db, condition),
    showTransactions(sources, sql`WHERE ${condition} ORDER BY ${NEWEST_FIRST} LIMIT ${most}`, asOf),
  ])
  return { total, items }
}
