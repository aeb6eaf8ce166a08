import * as z from 'zod/mini'
import { DOWNLOAD_FORMATS } from './files.ts'
import { keysOf } from './objects.ts'
import {
  CARD_STATUS_LABELS,
  MAX_TRANSACTIONS_SHOWN,
  TRAN_CLASSES,
  TRANSACTION_STATUSES,
} from './transactions.ts'
import { count, day, nameSchemas, text, timestamp, uuid } from './values.schemas.ts'

const code = z.nullable(z.string())

/** A transaction as shown: money in centavos, points in hundredths, the card masked to its last four digits. */
export const transaction = z.object({
  transaction_id: z.string(),
  business_date: day,
  transaction_at: timestamp,
  /** `•••• 0011`. */
  card: z.string(),
  account_number: code,
  /** Null if the source's code is not mapped. */
  tran_code: code,
  tran_description: code,
  tran_class: z.nullable(z.enum(TRAN_CLASSES)),
  source_system: z.string(),
  source_tran_code: z.string(),
  company_code: code,
  branch_code: code,
  branch_name: code,
  terminal_id: code,
  receipt_no: code,
  rrn: code,
  approval_code: code,
  payment_method_code: code,
  amount: z.int(),
  points: z.int(),
  balance_after: z.nullable(z.int()),
  status: z.enum(TRANSACTION_STATUSES),
  reject_reason: code,
  posted_at: z.nullable(timestamp),
  /** Working days that a pending transaction has been waiting; null for others. */
  posting_age: z.nullable(count),
})

export const cardSummary = z.object({
  card_id: uuid,
  /** `•••• 0011`, or `999000 •••••• 0011` for holders of `card:unmask`. */
  card: z.string(),
  account_number: z.string(),
  tier: z.string(),
  status: z.enum(keysOf(CARD_STATUS_LABELS)),
  activated_on: z.nullable(day),
  expires_on: z.nullable(day),
  points_balance: z.int(),
  member_name: z.string(),
})

/** Columns, order and format of exported transactions. */
export const transactionsExport = {
  columns: z
    .array(z.enum(Object.keys(transaction.shape)))
    .check(z.minLength(1), z.maxLength(Object.keys(transaction.shape).length)),
  /** Order of the rows as shown; default: the order of the reply. */
  order: z.optional(z.array(text(20)).check(z.maxLength(MAX_TRANSACTIONS_SHOWN))),
  /** `xlsx`: an Excel workbook with card numbers and codes as text. */
  format: z._default(z.enum(DOWNLOAD_FORMATS), 'csv'),
}

/** The requested file: the text of the CSV, or the workbook in base64. */
const csvFile = z.object({ file_name: z.string(), csv: z.string() })
const workbookFile = z.object({ file_name: z.string(), workbook: z.string() })
export const exportedTransactions = z.union([csvFile, workbookFile])

nameSchemas({
  Transaction: transaction,
  CardSummary: cardSummary,
  CsvFile: csvFile,
  WorkbookFile: workbookFile,
})
