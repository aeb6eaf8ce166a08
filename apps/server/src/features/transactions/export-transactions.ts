import type { DownloadFormat } from '@backoffice/contract/files'
import type { Transaction } from '@backoffice/contract/inquiries'
import { csvLine } from '../../files/csv/guarded-cell.ts'
import type { CellFormat } from '../../files/xlsx/write/columns.ts'
import { base64Workbook } from '../../files/xlsx/write/workbook.ts'

const KINDS = {
  transaction_id: 'code',
  business_date: 'date',
  transaction_at: 'time',
  card: 'code',
  account_number: 'code',
  tran_code: 'code',
  tran_description: 'text',
  tran_class: 'text',
  source_system: 'code',
  source_tran_code: 'code',
  company_code: 'code',
  branch_code: 'code',
  branch_name: 'text',
  terminal_id: 'code',
  receipt_no: 'code',
  rrn: 'code',
  approval_code: 'code',
  payment_method_code: 'code',
  amount: 'number',
  points: 'number',
  balance_after: 'number',
  status: 'text',
  reject_reason: 'text',
  posted_at: 'time',
  posting_age: 'number',
} as const satisfies Record<keyof Transaction, CellFormat>
const HUNDREDTHS: ReadonlySet<string> = new Set(['amount', 'points', 'balance_after'])

type Request = {
  columns: readonly string[]
  /** Ids of the rows; by default all, in the order of `items`. */
  order?: readonly string[] | undefined
  format: DownloadFormat
}

/** File of transactions with these columns, in this order. `name` is the file's name without its extension. */
export async function exportTransactions(
  name: string,
  items: readonly Transaction[],
  { columns, order, format }: Request,
) {
  const rowOf = new Map(items.map((item) => [item.transaction_id, item]))
  const rows = order ? order.flatMap((id) => rowOf.get(id) ?? []) : items
  // The contract only accepts names of fields.
  const fields = columns as readonly (keyof Transaction)[]
  const csv =
    csvLine(columns) + rows.map((row) => csvLine(fields.map((field) => written(row, field)))).join('')
  const file_name = `${name}.${format}`
  return format === 'csv' ? { file_name, csv } : { file_name, workbook: await base64Workbook(csv, KINDS) }
}

function written(row: Transaction, field: keyof Transaction): string | null {
  const value = row[field]
  if (value === null) return null
  if (KINDS[field] === 'time') return inManila(String(value))
  return HUNDREDTHS.has(field) ? (Number(value) / 100).toFixed(2) : String(value)
}

/** `2026-11-20T01:30:05+08:00` */
function inManila(at: string): string {
  return `${new Date(Date.parse(at) + 8 * 3_600_000).toISOString().slice(0, 19)}+08:00`
}
