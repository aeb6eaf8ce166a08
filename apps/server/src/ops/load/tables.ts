import {
  type CellParser,
  card,
  day,
  hundredths,
  integer,
  matching,
  oneOf,
  textUpTo,
  timestamp,
} from './cell-parsers.ts'

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
