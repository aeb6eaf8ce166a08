import { caseNumber } from '@backoffice/contract/case-values'
import type { WholeNumber } from '@backoffice/contract/values.schemas'
import { sql } from 'kysely'
import { type CardNumber, type MaskedNumber, maskedNumber } from '../../db/card-number.ts'
import type { Reader } from '../../db/client.ts'
import type { LedgerReader } from '../../db/ledger.ts'
import { csvLine } from '../../files/csv/guarded-cell.ts'
import { findPostings } from '../transactions/postings.store.ts'
import { type CardKeys, findCardsById } from '../transactions/transactions.store.ts'

/** Columns of the file for the posting team. */
const COLUMNS = [
  'case_no',
  'card_number',
  'account_number',
  'business_date',
  'branch_code',
  'receipt_no',
  'amount',
  'points_expected',
  'age_working_days',
  'ticket_no',
  'note',
] as const

type StoredLine = {
  case_no: string
  card_id: string
  purchase_card: CardNumber | null
  transaction_id: string | null
  business_date: string | null
  branch_code: string | null
  receipt_no: string | null
  /** Centavos; null for a case without purchases. */
  amount: string | null
  /** Hundredths. */
  points_expected: string | null
  age_working_days: number | null
  ticket_no: string
}

type PostingLine = Omit<StoredLine, 'card_id' | 'purchase_card' | 'transaction_id'> & {
  /** Undefined if the card is no longer in our records. */
  card: CardKeys | undefined
}

/** A line per purchase, and one for a case without purchases, by case number. */
export async function postingLines(
  db: Reader,
  ledger: LedgerReader,
  caseIds: readonly string[],
  today: string,
): Promise<PostingLine[]> {
  const { rows } = await sql<StoredLine>`
    SELECT cases.case_no, cases.card_id, p.card_number AS purchase_card, p.transaction_id, p.business_date,
      p.branch_code, p.receipt_no, p.amount, p.points_expected,
      CASE WHEN p.business_date IS NOT NULL THEN greatest(0,
        (SELECT working_days FROM calendar_days WHERE day = ${today}::date) - business.working_days)::int END AS age_working_days,
      cases.ticket_no
    FROM cases
    LEFT JOIN case_purchases p ON p.case_id = cases.id
    LEFT JOIN calendar_days business ON business.day = p.business_date
    WHERE cases.id = ANY (${[...caseIds]}::uuid[])
    ORDER BY cases.case_no, p.business_date, p.no`.execute(db)
  const cards = await findCardsById(
    ledger,
    rows.map(({ card_id }) => card_id),
  )
  const transactions = await findPostings(
    ledger,
    rows.flatMap(({ purchase_card, transaction_id }) =>
      purchase_card === null || transaction_id === null ? [] : { card_number: purchase_card, transaction_id },
    ),
  )
  return rows.map(({ card_id, purchase_card: _, transaction_id, ...line }) => ({
    ...line,
    card: cards.get(card_id),
    branch_code: transactions.get(transaction_id ?? '')?.branch_code ?? line.branch_code,
  }))
}

type WrittenNumber = WholeNumber | MaskedNumber

/** By default the last four digits of each card. The column of notes is empty, because notes of cases are internal. */
export function postingCsv(
  lines: readonly PostingLine[],
  numberOf: (card: CardKeys) => WrittenNumber = ({ card_number }) => maskedNumber(card_number),
): string {
  const written = lines.map(({ card, ...line }) => ({
    ...line,
    case_no: caseNumber(line.case_no),
    card_number: card ? numberOf(card) : null,
    account_number: card?.account_number ?? null,
    amount: decimal(line.amount),
    points_expected: decimal(line.points_expected),
    age_working_days: line.age_working_days === null ? null : String(line.age_working_days),
    note: null,
  }))
  return csvLine(COLUMNS) + written.map((line) => csvLine(COLUMNS.map((column) => line[column]))).join('')
}

const decimal = (hundredths: string | null) =>
  hundredths === null ? null : (Number(hundredths) / 100).toFixed(2)
