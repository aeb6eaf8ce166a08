import { dayText } from './tables/calendar-days.ts'

export type Transaction = {
  card: string
  day: number
  /** Seconds since midnight in Manila. */
  second: number
  postedDay: number | null
  source: string
  sourceTranCode: string
  sourceTender: string | null
  sourceTerminal: string | null
  tranCode: string | null
  tranClass: string | null
  company: string | null
  branch: string | null
  terminal: string | null
  paymentMethod: string | null
  receiptPrefix: string
  approval: string | null
  /** Centavos. */
  amount: number
  /** Hundredths. */
  points: number
  balanceAfter: number | null
  status: string
  rejectReason: string | null
}

export const TRANSACTION_COLUMNS = `transaction_id, card_number, business_date, transaction_at, posted_at,
  source_system, source_tran_code, source_tender_id, source_terminal_id, tran_code, tran_class, company_code,
  branch_code, terminal_id, payment_method_code, receipt_no, rrn, approval_code, amount, points, balance_after,
  status, reject_reason`

const two = (n: number) => (n < 10 ? `0${n}` : String(n))

function clock(second: number): string {
  return `${two(Math.floor(second / 3600))}:${two(Math.floor(second / 60) % 60)}:${two(second % 60)}+08`
}

/** Line for COPY. */
export function transactionLine(id: number, t: Transaction): string {
  const or = (value: string | number | null) => value ?? '\\N'
  const day = dayText(t.day)
  const at = `${day} ${clock(t.second)}`
  // Retrieval reference number: last digit of the year, day of the year, hour, counter.
  const dayOfYear = t.day - Math.floor(Date.parse(`${day.slice(0, 4)}-01-01`) / 86_400_000) + 1
  const rrn = `${day[3]}${String(dayOfYear).padStart(3, '0')}${two(Math.floor(t.second / 3600))}${String(id % 1_000_000).padStart(6, '0')}`
  const posted = t.postedDay === null ? '\\N' : `${dayText(t.postedDay)} 04:30:00+08`
  return `${id}\t${t.card}\t${day}\t${at}\t${posted}\t${t.source}\t${t.sourceTranCode}\t${or(t.sourceTender)}\t${or(t.sourceTerminal)}\t${or(t.tranCode)}\t${or(t.tranClass)}\t${or(t.company)}\t${or(t.branch)}\t${or(t.terminal)}\t${or(t.paymentMethod)}\t${t.receiptPrefix}${String(id).padStart(9, '0')}\t${rrn}\t${or(t.approval)}\t${t.amount}\t${t.points}\t${or(t.balanceAfter)}\t${t.status}\t${or(t.rejectReason)}\n`
}
