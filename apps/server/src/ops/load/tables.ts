import { Buffer } from 'node:buffer'
import { nameProblem } from '@backoffice/contract/card-number'
import { BAD_DATE, dayOf, readCard } from '../../files/csv/cells.ts'

/** The value for COPY, or the error of the text. */
type Cell = { value: string } | { error: string }
/** Parses a non-empty cell. */
type CellParser = (text: string) => Cell

const TIMESTAMP =
  /^(\d{4}-\d{2}-\d{2})[T ]([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?(Z|[+-]\d{2}(:?\d{2})?)?$/
const DECIMAL = /^(-?)(\d{1,13})(?:\.(\d{1,2}))?$/

const isDay = (text: string) => dayOf(Buffer.from(text), 0, text.length) !== BAD_DATE

const card: CellParser = (text) => {
  const isValid = text.length === 16 && typeof readCard(Buffer.from(text), 0, 16) !== 'string'
  return isValid ? { value: text } : { error: 'not a card number of 16 digits with the right check digit' }
}

const day: CellParser = (text) => (isDay(text) ? { value: text } : { error: 'not a date YYYY-MM-DD' })

/** Manila time, without a zone. */
const timestamp: CellParser = (text) => {
  const match = TIMESTAMP.exec(text)
  return match?.[1] && isDay(match[1]) ? { value: text } : { error: 'not a time YYYY-MM-DD HH:MM:SS' }
}

const integer: CellParser = (text) =>
  /^\d{1,18}$/.test(text) ? { value: text } : { error: 'not a whole number' }

/** Converts `1234.50` to hundredths. */
const hundredths: CellParser = (text) => {
  const match = DECIMAL.exec(text)
  if (!match) return { error: 'not a number with at most two decimals' }
  const [, sign = '', front = '', decimals = ''] = match
  return { value: `${sign}${BigInt(front + decimals.padEnd(2, '0'))}` }
}

function oneOf(...values: readonly string[]): CellParser {
  return (text) => (values.includes(text) ? { value: text } : { error: `not one of ${values.join(', ')}` })
}

function matching(pattern: RegExp, error: string): CellParser {
  return (text) => (pattern.test(text) ? { value: text } : { error })
}

export function textUpTo(maxLength: number): CellParser {
  return (text) => {
    if ([...text].length > maxLength) return { error: `longer than ${maxLength} characters` }
    const problem = nameProblem(text)
    if (problem === 'hidden') return { error: 'has control or other invisible characters' }
    if (problem === 'card') return { error: 'has a card number' }
    return { value: text.replaceAll('\\', '\\\\') }
  }
}

export type Column = { name: string; parse: CellParser; required: boolean }
export type LoadTable = {
  name: string
  key: string
  database: 'main' | 'ledger'
  /** Its changes are applied to sums. */
  hasSums?: true
  columns: readonly Column[]
  /** SQL conditions of invalid rows. */
  invalidRows: readonly { where: string; reason: string }[]
  /**
   * A file is the complete list for each value of this expression, such as a year: other rows with the value are removed,
   * and an invalid line rejects the file.
   */
  completeBy?: string
}

const required = (name: string, parse: CellParser): Column => ({ name, parse, required: true })
const optional = (name: string, parse: CellParser): Column => ({ name, parse, required: false })

/** Years outside the calendar of working days. */
const HOLIDAY = "day NOT BETWEEN '2015-01-01' AND '2040-12-31'"

/** Tables that `load` accepts, with the bounds of their columns. Money is in pesos, points are decimals. */
export const LOAD_TABLES: readonly LoadTable[] = [
  {
    name: 'cards',
    key: 'card_number',
    database: 'ledger',
    invalidRows: [{ where: 'expires_on < activated_on', reason: 'expires_on is before activated_on' }],
    columns: [
      required('card_number', card),
      required('account_number', matching(/^\d{10,12}$/, 'not 10 to 12 digits')),
      required('tier', textUpTo(20)),
      required('status', oneOf('INACTIVE', 'ACTIVE', 'REGISTERED', 'LINKED', 'EXPIRED', 'BLOCKED', 'LOST')),
      optional('activated_on', day),
      optional('expires_on', day),
      required('points_balance', hundredths),
      required('member_name_masked', textUpTo(100)),
    ],
  },
  {
    name: 'transactions',
    key: 'transaction_id',
    database: 'ledger',
    hasSums: true,
    invalidRows: [],
    columns: [
      required('transaction_id', integer),
      required('card_number', card),
      required('business_date', day),
      required('transaction_at', timestamp),
      optional('posted_at', timestamp),
      required('source_system', oneOf('POS', 'FUEL', 'ONLINE', 'KIOSK')),
      required('source_tran_code', textUpTo(8)),
      optional('source_tender_id', textUpTo(4)),
      optional('source_terminal_id', textUpTo(8)),
      optional('tran_code', textUpTo(4)),
      optional(
        'tran_class',
        oneOf(
          ...['EARN', 'REDEEM', 'REVERSAL', 'ADJUSTMENT', 'TRANSFER', 'EXPIRY'],
          ...['ACTIVATION', 'RENEWAL', 'INQUIRY'],
        ),
      ),
      optional('company_code', textUpTo(6)),
      optional('branch_code', textUpTo(6)),
      optional('terminal_id', textUpTo(8)),
      optional('payment_method_code', textUpTo(4)),
      optional('receipt_no', textUpTo(20)),
      optional('rrn', textUpTo(12)),
      optional('approval_code', textUpTo(6)),
      required('amount', hundredths),
      required('points', hundredths),
      optional('balance_after', hundredths),
      required('status', oneOf('POSTED', 'PENDING', 'REVERSED', 'REJECTED')),
      optional('reject_reason', textUpTo(100)),
    ],
  },
  {
    name: 'holidays',
    key: 'day',
    database: 'main',
    invalidRows: [{ where: HOLIDAY, reason: 'day is not in the years 2015 to 2040' }],
    completeBy: 'extract(year FROM day)',
    columns: [required('day', day), required('name', textUpTo(60))],
  },
]
