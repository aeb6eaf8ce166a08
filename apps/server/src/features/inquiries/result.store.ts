import { type CardSummary, type InquiryResult, MAX_CARDS_SHOWN } from '@backoffice/contract/inquiries'
import type { SingleMode } from '@backoffice/contract/inquiry-criteria'
import { MAX_TRANSACTIONS_SHOWN } from '@backoffice/contract/transactions'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type CardNumber, maskedNumber } from '../../db/card-number.ts'
import { onlyRow } from '../../db/client.ts'
import type { LedgerReader } from '../../db/ledger.ts'
import {
  CARD_NUMBER,
  countTransactions,
  findCardsByNumber,
  listedTransactions,
  NEWEST_FIRST,
  namesOf,
  pickTransactions,
  type TransactionSources,
} from '../transactions/transactions.store.ts'

/** `value` is the card, the account number, or the reference as typed. */
export type InquiryRequest = RequestParts &
  ({ mode: 'CARD'; value: CardNumber } | { mode: Exclude<SingleMode, 'CARD'>; value: string })

type RequestParts = {
  /** The subject, with a card masked. */
  shownAs: string
  ticketNo: string
  dateFrom: string
  dateTo: string
  /** Day up to which ages count. */
  asOf: string
  filters: Pick<
    InquiryResult['criteria'],
    'tran_classes' | 'company_code' | 'branch_code' | 'terminal_id' | 'statuses'
  >
}

type InquiryFindings = Pick<
  InquiryResult,
  'outcome' | 'cards' | 'totals' | 'items' | 'is_cut' | 'without_filters' | 'last_on' | 'pending_not_included'
>

export async function findResult(
  { db, ledger: { db: ledger } }: TransactionSources,
  request: InquiryRequest,
): Promise<InquiryFindings> {
  const { mode, value, asOf } = request
  // A divided ledger queries only the nodes of these cards, if their numbers are parameters.
  const ofAccount = mode === 'ACCOUNT' ? await cardsWhere(ledger, sql`account_number = ${value}`, null) : []
  const subject = subjectCondition(request, ofAccount)
  const range = sql<SqlBool>`business_date BETWEEN ${request.dateFrom} AND ${request.dateTo}`
  const filters = filterCondition(request.filters)
  const matching = sql<SqlBool>`${subject} AND ${range} AND ${filters}`
  const [{ oldest, ...sums }, picked, found, pending_not_included] = await Promise.all([
    sumsOf(ledger, matching),
    pickTransactions(ledger, sql`WHERE ${matching} ORDER BY ${NEWEST_FIRST} LIMIT ${MAX_TRANSACTIONS_SHOWN}`),
    mode === 'ACCOUNT' ? ofAccount : findCards(ledger, request, matching),
    countPendingLeftOut(ledger, { subject, range, filters }),
  ])
  const [ofItems, names] = await Promise.all([
    mode === 'REFERENCE'
      ? findCardsByNumber(
          ledger,
          picked.map(({ card_number }) => card_number),
        )
      : new Map(found.map((card) => [card.card_number, card])),
    namesOf(db, picked, asOf, oldest === null ? [] : [oldest]),
  ])
  const cards = found.slice(0, MAX_CARDS_SHOWN).map(toSummary)
  const items = listedTransactions(picked, ofItems, names, asOf)
  const age = oldest === null ? null : Math.max(0, names.age(oldest) ?? 0)
  const totals = { ...sums, oldest_pending_working_days: age }
  const common = { cards, totals, items, pending_not_included }
  const isCut = totals.rows > MAX_TRANSACTIONS_SHOWN
  if (totals.rows > 0)
    return { ...common, outcome: 'FOUND', is_cut: isCut, without_filters: null, last_on: null }
  const [withoutFilters, lastOn] = await Promise.all([
    countTransactions(ledger, sql<SqlBool>`${subject} AND ${range}`),
    lastBusinessDate(ledger, subject),
  ])
  const outcome = outcomeOfNone(mode, {
    isKnown: cards.length > 0 || lastOn !== null,
    isFilteredOut: withoutFilters > 0,
  })
  return { ...common, outcome, is_cut: isCut, without_filters: withoutFilters, last_on: lastOn }
}

function outcomeOfNone(
  mode: SingleMode,
  { isKnown, isFilteredOut }: { isKnown: boolean; isFilteredOut: boolean },
): InquiryResult['outcome'] {
  if (!isKnown) return `${mode}_NOT_FOUND`
  return isFilteredOut ? 'FILTERED_OUT' : 'NO_TRANSACTIONS'
}

/** Written so that an index serves it. `ofAccount` has the cards of an inquiry by account. */
function subjectCondition(
  { mode, value }: InquiryRequest,
  ofAccount: readonly StoredCard[],
): RawBuilder<SqlBool> {
  if (mode === 'CARD') return sql<SqlBool>`card_number = ${value}::bigint`
  if (mode === 'ACCOUNT')
    return sql<SqlBool>`card_number = ANY(${ofAccount.map(({ card_number }) => card_number)}::bigint[])`
  // Sources use both cases; the index is case-sensitive.
  const spellings = [...new Set([value, value.toUpperCase(), value.toLowerCase()])]
  return sql<SqlBool>`(rrn = ANY(${spellings}) OR receipt_no = ANY(${spellings}))`
}

function filterCondition({
  tran_classes,
  company_code,
  branch_code,
  terminal_id,
  statuses,
}: InquiryRequest['filters']): RawBuilder<SqlBool> {
  const conditions = [sql<SqlBool>`true`]
  if (tran_classes) conditions.push(sql<SqlBool>`tran_class = ANY(${tran_classes})`)
  if (company_code) conditions.push(sql<SqlBool>`company_code = ${company_code}`)
  if (branch_code) conditions.push(sql<SqlBool>`branch_code = ${branch_code}`)
  // Unmapped transactions have only the id from the source.
  if (terminal_id)
    conditions.push(sql<SqlBool>`upper(coalesce(terminal_id, source_terminal_id)) = ${terminal_id}`)
  if (statuses) conditions.push(sql<SqlBool>`status = ANY(${statuses})`)
  return sql<SqlBool>`${sql.join(conditions, sql` AND `)}`
}

type Sums = Omit<InquiryResult['totals'], 'oldest_pending_working_days'> & { oldest: string | null }

/** `oldest` is the business date of the oldest pending transaction. */
async function sumsOf(ledger: LedgerReader, matching: RawBuilder<SqlBool>): Promise<Sums> {
  const { rows } = await sql<Sums>`
    SELECT count(*)::int AS rows,
      coalesce(sum(amount) FILTER (WHERE status <> 'REJECTED'), 0)::float8 AS amount,
      coalesce(sum(points) FILTER (WHERE tran_class = 'EARN' AND status = 'POSTED'), 0)::float8 AS earned,
      -coalesce(sum(points) FILTER (WHERE tran_class = 'REDEEM' AND status = 'POSTED'), 0)::float8 AS redeemed,
      count(*) FILTER (WHERE status = 'PENDING')::int AS pending,
      coalesce(sum(points) FILTER (WHERE status = 'PENDING'), 0)::float8 AS pending_points,
      min(business_date) FILTER (WHERE status = 'PENDING') AS oldest
    FROM transactions WHERE ${matching}`.execute(ledger)
  const sums = onlyRow(rows)
  // JSON has no −0.
  return { ...sums, redeemed: sums.redeemed + 0 }
}

type Conditions = Readonly<Record<'subject' | 'range' | 'filters', RawBuilder<SqlBool>>>

/** Served by the index of pending transactions of a card, however many other transactions the card has. */
async function countPendingLeftOut(
  ledger: LedgerReader,
  { subject, range, filters }: Conditions,
): Promise<NonNullable<InquiryResult['pending_not_included']>> {
  const { rows } = await sql<NonNullable<InquiryResult['pending_not_included']>>`
    SELECT (count(*) FILTER (WHERE ${range}))::int AS on_dates,
      (count(*) FILTER (WHERE NOT ${range}))::int AS outside_dates,
      coalesce(bool_and(tran_class IS NOT DISTINCT FROM 'EARN'), false) AS are_purchases
    FROM transactions WHERE ${subject} AND status = 'PENDING' AND (${range} AND ${filters}) IS NOT TRUE`.execute(
    ledger,
  )
  return onlyRow(rows)
}

async function lastBusinessDate(
  ledger: LedgerReader,
  condition: RawBuilder<SqlBool>,
): Promise<string | null> {
  const { rows } = await sql<{ last: string | null }>`
    SELECT max(business_date) AS last FROM transactions WHERE ${condition}`.execute(ledger)
  return onlyRow(rows).last
}

type StoredCard = Omit<CardSummary, 'card' | 'points_balance' | 'member_name'> & {
  card_number: CardNumber
  points_balance: string
  member_name_masked: string
}

/** The card itself, or cards of the transactions with the reference. */
async function findCards(
  ledger: LedgerReader,
  { mode, value }: InquiryRequest,
  matching: RawBuilder<SqlBool>,
): Promise<StoredCard[]> {
  const condition =
    mode === 'CARD'
      ? sql<SqlBool>`card_number = ${value}::bigint`
      : sql<SqlBool>`card_number IN (SELECT card_number FROM transactions WHERE ${matching})`
  return cardsWhere(ledger, condition, MAX_CARDS_SHOWN)
}

/** The summary of a card; with `isWhole` it has the first six digits too. */
export async function findCardSummary(
  ledger: LedgerReader,
  cardId: string,
  isWhole: boolean,
): Promise<CardSummary | null> {
  const [card] = await cardsWhere(ledger, sql<SqlBool>`card_id = ${cardId}`, 1)
  if (!card) return null
  const summary = toSummary(card)
  return isWhole ? { ...summary, card: maskedNumber(card.card_number, 'first-six') } : summary
}

/** `most` is null for all. */
async function cardsWhere(
  ledger: LedgerReader,
  condition: RawBuilder<SqlBool>,
  most: number | null,
): Promise<StoredCard[]> {
  const { rows } = await sql<StoredCard>`
    SELECT card_id, ${CARD_NUMBER}, account_number, tier, status, activated_on, expires_on, points_balance,
      member_name_masked
    FROM cards WHERE ${condition} ORDER BY activated_on DESC NULLS LAST, card_id LIMIT ${most}`.execute(
    ledger,
  )
  return rows
}

function toSummary({ card_number, points_balance, member_name_masked, ...card }: StoredCard): CardSummary {
  return {
    ...card,
    card: maskedNumber(card_number),
    points_balance: Number(points_balance),
    member_name: member_name_masked,
  }
}
