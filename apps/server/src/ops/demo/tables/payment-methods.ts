import type { LookupRow } from './lookup-row.ts'

const PAYMENT_METHODS = [
  ['CSH', 'Cash', 'CASH', 0],
  ['CRD', 'Credit card', 'CARD', 2],
  ['DBT', 'Debit card', 'CARD', 1],
  ['EWL', 'E-wallet', 'EWALLET', 1],
  ['GCT', 'Gift certificate', 'GIFT', 0],
  ['PTS', 'Points', 'POINTS', 0],
  ['CHK', 'Cheque', 'CHEQUE', 5],
  ['AR', 'Account', 'ACCOUNT', 30],
] as const

export function paymentMethods(): LookupRow[] {
  return PAYMENT_METHODS.map(([payment_method_code, name, type, settlement_days], index) => ({
    payment_method_code,
    name,
    type,
    earns_points: type !== 'POINTS',
    requires_reference: type === 'CARD' || type === 'EWALLET',
    settlement_days,
    sort_order: (index + 1) * 10,
  }))
}
