import { maskedCard } from '@backoffice/contract/card-number'
import {
  type CardSummary,
  type InquiryResult,
  MAX_CARDS_SHOWN,
} from '@backoffice/contract/endpoints/inquiries'
import type { SingleMode } from '@backoffice/contract/inquiry-criteria'
import { MAX_TRANSACTIONS_SHOWN } from '@backoffice/contract/transactions'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { onlyRow, type Reader } from '../../db/client.ts'
import { type LedgerReader, toLedger } from '../../db/ledger.ts'
import { NEWEST_FIRST, showTransactions } from '../transactions/transactions.store.ts'

export type InquiryRequest = {
  mode: SingleMode
  /** 16 digits, an account number, or a reference as typed. */
  value: string
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

export async function findResult(db: Reader, request: InquiryRequest): Promise<InquiryFindings> {
  const subject = subjectCondition(request)
  const range = sql<SqlBool>`business_date BETWEEN ${request.dateFrom} AND ${request.dateTo}`
  const filters = filterCondition(request.filters)
  const matching = sql<SqlBool>`${subject} AND ${range} AND ${filters}`
  const [totals, items, cards, pending_not_included] = await Promise.all([
    totalsOf(db, matching, request.asOf),
    showTransactions(db, {
      picked: sql`SELECT * FROM transactions WHERE ${matching} ORDER BY ${NEWEST_FIRST} LIMIT ${MAX_TRANSACTIONS_SHOWN}`,
      order: NEWEST_FIRST,
      asOf: request.asOf,
    }),
    findCards(db, request, matching),
    countPendingLeftOut(db, { subject, range, filters }),
  ])
  const common = { cards, totals, items, pending_not_included }
  const isCut = totals.rows > MAX_TRANSACTIONS_SHOWN
  if (totals.rows > 0)
    return { ...common, outcome: 'FOUND', is_cut: isCut, without_filters: null, last_on: null }
  const [withoutFilters, lastOn] = await Promise.all([
    countTransactions(db, sql<SqlBool>`${subject} AND ${range}`),
    lastBusinessDate(db, subject),
  ])
  const outcome = outcomeOfNone(request.mode, {
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

/** Written so that an index serves it. */
function subjectCondition({ mode, value }: Pick<InquiryRequest, 'mode' | 'value'>): RawBuilder<SqlBool> {
  if (mode === 'CARD') return sql<SqlBool>`card_number = ${value}::bigint`
  if (mode === 'ACCOUNT')
    return sql<SqlBool>`card_number = ANY(ARRAY(SELECT card_number FROM cards WHERE account_number = ${value}))`
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

async function totalsOf(
  db: Reader,
  matching: RawBuilder<SqlBool>,
  asOf: string,
): Promise<InquiryResult['totals']> {
  const { rows } = await sql<InquiryResult['totals']>`
    SELECT rows, amount, earned, redeemed, pending, pending_points,
      greatest(0, (SELECT working_days FROM calendar_days WHERE day = ${asOf}::date)
        - (SELECT working_days FROM calendar_days WHERE day = oldest))::int AS oldest_pending_working_days
    FROM (
      SELECT count(*)::int AS rows,
        coalesce(sum(amount) FILTER (WHERE status <> 'REJECTED'), 0)::float8 AS amount,
        coalesce(sum(points) FILTER (WHERE tran_class = 'EARN' AND status = 'POSTED'), 0)::float8 AS earned,
        -coalesce(sum(points) FILTER (WHERE tran_class = 'REDEEM' AND status = 'POSTED'), 0)::float8 AS redeemed,
        count(*) FILTER (WHERE status = 'PENDING')::int AS pending,
        coalesce(sum(points) FILTER (WHERE status = 'PENDING'), 0)::float8 AS pending_points,
        min(business_date) FILTER (WHERE status = 'PENDING') AS oldest
      FROM transactions WHERE ${matching}
    ) AS sums`.execute(db)
  const totals = onlyRow(rows)
  return {
    ...totals,
    // Without pending rows, `greatest` returns 0; and JSON has no −0.
    oldest_pending_working_days: totals.pending === 0 ? null : totals.oldest_pending_working_days,
    redeemed: totals.redeemed + 0,
  }
}

type Conditions = Readonly<Record<'subject' | 'range' | 'filters', RawBuilder<SqlBool>>>

/** Served by the index of pending transactions of a card, however many other transactions the card has. */
async function countPendingLeftOut(
  db: Reader,
  { subject, range, filters }: Conditions,
): Promise<NonNullable<InquiryResult['pending_not_included']>> {
  const { rows } = await sql<NonNullable<InquiryResult['pending_not_included']>>`
    SELECT (count(*) FILTER (WHERE ${range}))::int AS on_dates,
      (count(*) FILTER (WHERE NOT ${range}))::int AS outside_dates,
      coalesce(bool_and(tran_class IS NOT DISTINCT FROM 'EARN'), false) AS are_purchases
    FROM transactions WHERE ${subject} AND status = 'PENDING' AND (${range} AND ${filters}) IS NOT TRUE`.execute(
    db,
  )
  return onlyRow(rows)
}

async function countTransactions(db: Reader, condition: RawBuilder<SqlBool>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM transactions WHERE ${condition}`.execute(db)
  return onlyRow(rows).count
}

async function lastBusinessDate(db: Reader, condition: RawBuilder<SqlBool>): Promise<string | null> {
  const { rows } = await sql<{ last: string | null }>`
    SELECT max(business_date) AS last FROM transactions WHERE ${condition}`.execute(db)
  return rows[0]?.last ?? null
}

type StoredCard = Omit<CardSummary, 'card' | 'points_balance' | 'member_name'> & {
  card_number: string
  points_balance: string
  member_name_masked: string
}

/** The card itself, cards of the account, or cards of the transactions with the reference. */
async function findCards(
  db: Reader,
  { mode, value }: InquiryRequest,
  matching: RawBuilder<SqlBool>,
): Promise<CardSummary[]> {
  return cardsWhere(
    toLedger(db),
    {
      CARD: sql`card_number = ${mode === 'CARD' ? value : '0'}::bigint`,
      ACCOUNT: sql`account_number = ${value}`,
      REFERENCE: sql`card_number IN (SELECT card_number FROM transactions WHERE ${matching})`,
    }[mode],
  )
}

/** The summary of a card; `isWhole`: with the first six digits too. */
export async function findCardSummary(
  ledger: LedgerReader,
  cardId: string,
  isWhole: boolean,
): Promise<CardSummary | null> {
  const [card] = await cardsWhere(ledger, sql`card_id = ${cardId}`)
  const number = isWhole ? await numberOfCard(ledger, cardId) : undefined
  return card ? { ...card, ...(number !== undefined && { card: maskedCard(number, 'first-six') }) } : null
}

async function cardsWhere(db: LedgerReader, condition: RawBuilder<unknown>): Promise<CardSummary[]> {
  const { rows } = await sql<StoredCard>`
    SELECT card_id, lpad(card_number::text, 16, '0') AS card_number, account_number, tier, status, activated_on,
      expires_on, points_balance, member_name_masked
    FROM cards WHERE ${condition} ORDER BY activated_on DESC NULLS LAST, card_id LIMIT ${MAX_CARDS_SHOWN}`.execute(
    db,
  )
  return rows.map(({ card_number, points_balance, member_name_masked, ...card }) => ({
    ...card,
    card: maskedCard(card_number),
    points_balance: Number(points_balance),
    member_name: member_name_masked,
  }))
}

export async function numberOfCard(db: LedgerReader, cardId: string): Promise<string | undefined> {
  return (await numbersOfCards(db, [cardId])).get(cardId)
}

/** Whole numbers by `card_id`. */
export async function numbersOfCards(
  db: LedgerReader,
  cardIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ card_id: string; card_number: string }>`
    SELECT card_id, lpad(card_number::text, 16, '0') AS card_number FROM cards
    WHERE card_id = ANY(${cardIds}::uuid[])`.execute(db)
  return new Map(rows.map(({ card_id, card_number }) => [card_id, card_number]))
}
