import type { Transaction } from '@backoffice/contract/endpoints/inquiries'
import { csvLine } from '../../table-file/guarded-cell.ts'

const TIMES: ReadonlySet<string> = new Set(['transaction_at', 'posted_at'])
const HUNDREDTHS: ReadonlySet<string> = new Set(['amount', 'points', 'balance_after'])

/** Transactions with these columns, in this order. */
export function transactionsCsv(
  items: readonly Transaction[],
  { columns, order }: { columns: readonly string[]; order?: readonly string[] | undefined },
): string {
  const rowOf = new Map(items.map((item) => [item.transaction_id, item]))
  const rows = order ? order.flatMap((id) => rowOf.get(id) ?? []) : items
  // The contract only accepts names of fields.
  const fields = columns as readonly (keyof Transaction)[]
  return csvLine(columns) + rows.map((row) => csvLine(fields.map((field) => written(row, field)))).join('')
}

function written(row: Transaction, field: keyof Transaction): string | null {
  const value = row[field]
  if (value === null) return null
  if (TIMES.has(field)) return inManila(String(value))
  return HUNDREDTHS.has(field) ? (Number(value) / 100).toFixed(2) : String(value)
}

/** `2026-11-20T01:30:05+08:00` */
function inManila(at: string): string {
  return `${new Date(Date.parse(at) + 8 * 3_600_000).toISOString().slice(0, 19)}+08:00`
}
