import * as z from 'zod/mini'
import { TRAN_CLASSES, TRANSACTION_STATUSES } from '../transactions.ts'
import { count, day, timestamp } from './values.ts'

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
