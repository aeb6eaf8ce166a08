import {
  type CellKind,
  card,
  day,
  hundredths,
  matching,
  oneOf,
  timestamp,
  upTo,
  whole,
} from './cell-kinds.ts'

export type Column = { name: string; kind: CellKind; required: boolean }
export type LoadTable = {
  name: string
  key: string
  columns: readonly Column[]
  /** Rows that are wrong as a whole, as SQL. */
  refused: readonly { where: string; reason: string }[]
}

const must = (name: string, kind: CellKind): Column => ({ name, kind, required: true })
const may = (name: string, kind: CellKind): Column => ({ name, kind, required: false })

/** What `load` takes, with the bounds that the tables have. Money in pesos and points as decimals. */
export const LOAD_TABLES: readonly LoadTable[] = [
  {
    name: 'cards',
    key: 'card_number',
    refused: [{ where: 'expires_on < activated_on', reason: 'expires_on is before activated_on' }],
    columns: [
      must('card_number', card),
      must('account_number', matching(/^\d{10,12}$/, 'not 10 to 12 digits')),
      must('tier', upTo(20)),
      must('status', oneOf('INACTIVE', 'ACTIVE', 'REGISTERED', 'LINKED', 'EXPIRED', 'BLOCKED', 'LOST')),
      may('activated_on', day),
      may('expires_on', day),
      must('points_balance', hundredths),
      must('member_name_masked', upTo(100)),
    ],
  },
  {
    name: 'transactions',
    key: 'transaction_id',
    refused: [],
    columns: [
      must('transaction_id', whole),
      must('card_number', card),
      must('business_date', day),
      must('transaction_at', timestamp),
      may('posted_at', timestamp),
      must('source_system', oneOf('POS', 'FUEL', 'ONLINE', 'KIOSK')),
      must('source_tran_code', upTo(8)),
      may('source_tender_id', upTo(4)),
      may('source_terminal_id', upTo(8)),
      may('tran_code', upTo(4)),
      may(
        'tran_class',
        oneOf(
          ...['EARN', 'REDEEM', 'REVERSAL', 'ADJUSTMENT', 'TRANSFER', 'EXPIRY'],
          ...['ACTIVATION', 'RENEWAL', 'INQUIRY'],
        ),
      ),
      may('company_code', upTo(6)),
      may('branch_code', upTo(6)),
      may('terminal_id', upTo(8)),
      may('payment_method_code', upTo(4)),
      may('receipt_no', upTo(20)),
      may('rrn', upTo(12)),
      may('approval_code', upTo(6)),
      must('amount', hundredths),
      must('points', hundredths),
      may('balance_after', hundredths),
      must('status', oneOf('POSTED', 'PENDING', 'REVERSED', 'REJECTED')),
      may('reject_reason', upTo(100)),
    ],
  },
]
