import { dayText } from './calendar-days.ts'
import type { LookupRow } from './lookup-row.ts'

const CODES = [
  ['0100', 'Balance inquiry', 'INQUIRY', '0', '310000'],
  ['1000', 'Earn', 'EARN', '1', '000000'],
  ['1900', 'Earn reversal', 'REVERSAL', '-1', '020000', '1000'],
  ['2000', 'Redeem', 'REDEEM', '-1', '090000'],
  ['2900', 'Redeem reversal', 'REVERSAL', '1', '200000', '2000'],
  ['3000', 'Adjustment +', 'ADJUSTMENT', '1', '220000'],
  ['3001', 'Adjustment −', 'ADJUSTMENT', '-1', '230000'],
  ['4000', 'Transfer out', 'TRANSFER', '-1', '400000'],
  ['4001', 'Transfer in', 'TRANSFER', '1', '400001'],
  ['5000', 'Expiry', 'EXPIRY', '-1', '500000'],
  ['6000', 'Activation', 'ACTIVATION', '0', '600000'],
  ['6100', 'Renewal', 'RENEWAL', '0', '610000'],
  ['6190', 'Renewal of lost card', 'RENEWAL', '0', '611000'],
  ['7000', 'Double points', 'EARN', '1', '000010'],
] as const

/** `asOf`: days since 1970-01-01. */
export function transactionCodes(asOf: number): LookupRow[] {
  return CODES.map(([tran_code, description, type, points_sign, processing_code, reverses], index) => ({
    ...{ tran_code, description, class: type, points_sign, reverses: reverses ?? null, processing_code },
    posts_to_ledger: type !== 'INQUIRY',
    requires_reason: type === 'ADJUSTMENT',
    status: tran_code === '6190' ? 'INACTIVE' : 'ACTIVE',
    effective_from: tran_code === '7000' ? dayText(asOf + 38) : null,
    changed_days_ago: tran_code === '7000' ? 4 : 390 - index * 11,
  }))
}
