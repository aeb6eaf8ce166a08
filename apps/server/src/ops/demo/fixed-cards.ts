import { FIXED_CARDS } from './demo-cards.ts'
import { dayText } from './tables/calendar-days.ts'
import type { Transaction } from './transaction-line.ts'

const PLACE = {
  source: 'FUEL',
  sourceTender: '01',
  sourceTerminal: '60101001',
  company: 'NLF',
  branch: '0101',
  terminal: '60101001',
  paymentMethod: 'CSH',
  receiptPrefix: 'N',
  approval: null,
  rejectReason: null,
} as const

function earn(card: string, day: number, pesos: number, more: Partial<Transaction> = {}): Transaction {
  return {
    ...PLACE,
    card,
    day,
    second: 36_000,
    postedDay: day + 1,
    sourceTranCode: 'SALE',
    tranCode: '1000',
    tranClass: 'EARN',
    amount: pesos * 100,
    points: pesos / 2,
    balanceAfter: null,
    status: 'POSTED',
    ...more,
  }
}

/** Transactions that give each fixed card its documented property on the day `asOf`. */
export function fixedTransactions(asOf: number): Transaction[] {
  const pending = { status: 'PENDING', postedDay: null }
  return [
    earn(FIXED_CARDS.expired, asOf - 500, 1_500),
    earn(FIXED_CARDS.blocked, asOf - 70, 2_000),
    earn(FIXED_CARDS.blocked, asOf - 61, 800),
    // 35 days are at least 21 working days, regardless of holidays.
    earn(FIXED_CARDS.pendingTooLong, asOf - 35, 3_000, pending),
    earn(FIXED_CARDS.pendingTooLong, asOf - 20, 1_200),
    earn(FIXED_CARDS.pendingTooLong, asOf - 6, 900, pending),
    earn(FIXED_CARDS.justPosted, asOf - 12, 5_000, { postedDay: asOf }),
    earn(FIXED_CARDS.justPosted, asOf - 9, 2_400, { postedDay: asOf }),
  ]
}

/** Lines for COPY. */
export function fixedCardLines(asOf: number): string {
  const line = (
    card: string,
    account: string,
    tier: string,
    status: string,
    expires: number,
    balance: number,
  ) =>
    `${card}\t${account}\t${tier}\t${status}\t${dayText(asOf - 1_000)}\t${dayText(asOf + expires)}\t${balance}\tJ••• D•• C•••\n`
  return (
    line(FIXED_CARDS.pendingTooLong, '3000000001', 'GOLD', 'ACTIVE', 400, 60_000) +
    line(FIXED_CARDS.blocked, '3000000002', 'CLASSIC', 'BLOCKED', 300, 1_400) +
    line(FIXED_CARDS.expired, '3000000003', 'SILVER', 'EXPIRED', -90, 75_000) +
    line(FIXED_CARDS.justPosted, '3000000004', 'PLATINUM', 'ACTIVE', 800, 3_700)
  )
}
