import type { InquiryAnswer } from '@backoffice/contract/endpoints/inquiries'
import type { Transaction } from '@backoffice/contract/endpoints/transactions'
import { csvLine } from '../../table-file/guarded-cell.ts'

/** Pesos and points as decimals. */
const HUNDREDTHS: ReadonlySet<string> = new Set(['amount', 'points', 'balance_after'])

/** Its transactions with these columns, in this order. */
export function answerCsv(
  { items }: InquiryAnswer,
  { columns, order }: { columns: readonly string[]; order?: readonly string[] | undefined },
): string {
  const rowOf = new Map(items.map((item) => [item.transaction_id, item]))
  const rows = order ? order.flatMap((id) => rowOf.get(id) ?? []) : items
  // The contract accepts the names of the fields alone.
  const fields = columns as readonly (keyof Transaction)[]
  return csvLine(columns) + rows.map((row) => csvLine(fields.map((field) => written(row, field)))).join('')
}

function written(row: Transaction, field: keyof Transaction): string | null {
  const value = row[field]
  if (value === null) return null
  return HUNDREDTHS.has(field) ? (Number(value) / 100).toFixed(2) : String(value)
}
