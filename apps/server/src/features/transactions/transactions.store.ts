import type { Transaction } from '@backoffice/contract/inquiries'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type CardNumber, maskedNumber } from '../../db/card-number.ts'
import { onlyRow, type Reader } from '../../db/client.ts'
import type { Ledger, LedgerReader } from '../../db/ledger.ts'

/** The ledger has transactions and cards; the main database has names and the calendar. */
export type TransactionSources = { db: Reader; ledger: Pick<Ledger, 'db'> }

/** `card_id` is null while the card is not loaded. */
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

/** `rest` has condition, order and limit. The order is by columns of the table. */
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

/** Picked transactions with masked cards, names and ages. `cards` are by number. */
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

/** For `rest`, see `pickTransactions`. Ages count up to the day `asOf`. */
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

type NamedRow = {
  tran_code?: string | null
  company_code: string | null
  branch_code: string | null
}

/** Names of the codes of transactions, null if unknown, and ages of their days. */
type TransactionNames = {
  tranCode(row: NamedRow): string | null
  branch(row: NamedRow): string | null
  /** Working days from this day to `asOf`; null beyond the calendar. */
  age(day: string): number | null
}

type StoredNames = {
  codes: Readonly<Record<string, string>> | null
  branches: readonly (readonly [company: string, branch: string, name: string])[] | null
  days: Readonly<Record<string, number>> | null
}

/** Reads the names of all rows and the ages of all days at once. Days are YYYY-MM-DD. */
export async function findNames(
  db: Reader,
  rows: readonly NamedRow[],
  { asOf, days }: { asOf: string; days: readonly string[] },
): Promise<TransactionNames> {
  const { codes, branches, days: counts } = await readNames(db, rows, [asOf, ...days])
  const branchNames = new Map(branches?.map(([company, branch, name]) => [branchKey(company, branch), name]))
  return {
    tranCode: ({ tran_code }) => codes?.[tran_code ?? ''] ?? null,
    branch: ({ company_code, branch_code }) => branchNames.get(branchKey(company_code, branch_code)) ?? null,
    age: (day) => {
      const [until, from] = [counts?.[asOf], counts?.[day]]
      return until === undefined || from === undefined ? null : until - from
    },
  }
}

const branchKey = (company: string | null, branch: string | null) => JSON.stringify([company, branch])

const NO_NAMES: StoredNames = { codes: null, branches: null, days: null }

async function readNames(
  db: Reader,
  rows: readonly NamedRow[],
  days: readonly string[],
): Promise<StoredNames> {
  // With `asOf` alone there is nothing to name.
  if (rows.length === 0 && days.length === 1) return NO_NAMES
  const distinct = (name: keyof NamedRow) => [...new Set(rows.flatMap((row) => row[name] ?? []))]
  const { rows: stored } = await sql<StoredNames>`/* read names-of-transactions */
    SELECT (SELECT json_object_agg(tran_code, description) FROM transaction_codes
        WHERE tran_code = ANY(${distinct('tran_code')}) AND deleted_at IS NULL) AS codes,
      (SELECT json_agg(json_build_array(company_code, branch_code, branch_name)) FROM branches
        WHERE company_code = ANY(${distinct('company_code')}) AND branch_code = ANY(${distinct('branch_code')})
          AND deleted_at IS NULL) AS branches,
      (SELECT json_object_agg(day, working_days) FROM calendar_days
        WHERE day = ANY(${[...new Set(days)]}::date[])) AS days`.execute(db)
  return onlyRow(stored)
}
