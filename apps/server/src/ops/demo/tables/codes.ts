import { keysOf } from '@backoffice/contract/objects'
import { dayText } from './calendar-days.ts'
import type { LookupRow } from './lookup-row.ts'
import { createRandom } from './seeded-random.ts'

const SOURCES = {
  POS: ['MBR', 'TLS', 'KSN', 'NLF', 'SRV'],
  FUEL: ['NLF', 'MBR'],
  ONLINE: ['BYH', 'MBR', 'TLS', 'KSN'],
  KIOSK: ['SRV', 'NLF', 'BYH'],
} as const
const SUFFIXES = { POS: '', FUEL: ', fuel', ONLINE: ', online', KIOSK: ', kiosk' } as const

/** Used tenders, for all companies. The newest numbers have no row, so their transactions lack a payment method. */
const USED = [
  ['01', 'Cash', 'CSH'],
  ['02', 'Credit card', 'CRD'],
  ['03', 'Debit card', 'DBT'],
  ['07', 'E-wallet', 'EWL'],
  ['09', 'Gift certificate', 'GCT'],
] as const

/** Number, name, payment method, range and card scheme of further tenders of every company. */
const OTHERS = [
  ['0012', 'QR wallet', 'EWL'],
  ['0013', 'Credit card A', 'CRD', '999100', '999199', 'Alon'],
  ['0014', 'Credit card B', 'CRD', '999200', '999299', 'Bituin'],
  ['0021', 'Fleet account', 'AR'],
  ['0022', 'Gift card', 'GCT'],
  ['0023', 'Points redemption', 'PTS'],
  ['0024', 'Voucher', 'GCT'],
  ['0025', 'Paper voucher', 'GCT'],
  ['0033', 'Payroll card', 'DBT', '999300', '999349', 'Alon'],
  ['0035', 'Cash on account', 'CSH'],
  ['0036', 'Debit', 'DBT', '999350', '999399', 'Bituin'],
  ['0037', 'Prepaid card', 'CRD', '999400', '999449', 'Alon'],
  ['0041', 'Corporate card', 'AR', '999500', '999549', 'Dagat'],
  ['0044', 'Travel card', 'CRD', '99955000', '99959999', 'Dagat'],
  ['0052', 'Mobile wallet', 'EWL'],
  ['0061', 'Cheque', 'CHK'],
] as const

const OPEN = { status: 'ACTIVE', effective_from: null, effective_to: null } as const

/** About 240 tenders. `asOf` counts days since 1970-01-01. */
export function tenders(asOf: number): LookupRow[] {
  const random = createRandom(41)
  const rows = keysOf(SOURCES).flatMap((source_system) => {
    const companies = SOURCES[source_system]
    const suffix = SUFFIXES[source_system]
    const used = USED.map(([tender_id, name, payment_method_code]) => ({
      ...{ source_system, tender_id, tender_name: name + suffix, payment_method_code },
      ...{ bin_from: null, bin_to: null, card_scheme: null, company_code: '*' },
      ...OPEN,
    }))
    const others = companies.flatMap((company_code) =>
      OTHERS.map(([tender_id, name, payment_method_code, from, to, scheme]) => ({
        ...{ source_system, tender_id, tender_name: name + suffix, payment_method_code },
        ...{ bin_from: from ?? null, bin_to: to ?? null, card_scheme: scheme ?? null, company_code },
        ...termsOf(source_system + company_code + tender_id, asOf, random.below(20)),
      })),
    )
    return [...used, ...others]
  })
  return rows.map((row, index) => ({ ...row, changed_days_ago: 3 + ((index * 37) % 400) }))
}

function termsOf(key: string, asOf: number, roll: number) {
  // Appears in the pictures of the product.
  if (key === 'FUELNLF0036') return { ...OPEN, effective_from: '2024-03-01' }
  const started = dayText(asOf - 200 - roll * 40)
  const from = roll % 3 === 0 ? null : started
  if (roll === 1) return { ...OPEN, status: 'INACTIVE', effective_from: from }
  if (roll === 2 || roll === 3)
    return { ...OPEN, effective_from: started, effective_to: dayText(asOf - 20 * roll) }
  if (roll === 4) return { ...OPEN, effective_from: dayText(asOf + 11) }
  if (roll === 5 || roll === 6)
    return { ...OPEN, effective_from: from, effective_to: dayText(asOf + 3 * roll) }
  return { ...OPEN, effective_from: from }
}

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

/** `asOf` counts days since 1970-01-01. */
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

const TRANCODE_SOURCES = ['POS', 'FUEL', 'ONLINE', 'KIOSK'] as const

/** Used codes. */
const USED_TRANCODES = [
  ['SALE', '1000'],
  ['VOID', '1900'],
  ['RDM', '2000'],
  ['ADJ', '3000'],
] as const

const OTHER_TRANCODES = [
  ['RDMVOID', '2900'],
  ['ADJNEG', '3001'],
  ['XFEROUT', '4000'],
  ['XFERIN', '4001'],
  ['EXP', '5000'],
  ['ACT', '6000'],
  ['RNW', '6100'],
  ['BAL', '0100'],
  ['01', '1000'],
  ['02', '1900'],
  ['20', '2000'],
  ['22', '2900'],
] as const

/** Codes of a single company. */
const PARTICULAR = [
  ['FUEL', 'SALE2', '1000', 'NLF'],
  ['FUEL', 'CANOPY', '1000', 'NLF'],
  ['POS', 'DINE', '1000', 'KSN'],
  ['POS', 'TOGO', '1000', 'KSN'],
  ['ONLINE', 'ORDER', '1000', 'BYH'],
  ['ONLINE', 'CANCEL', '1900', 'BYH'],
] as const

/** About 70 codes. `asOf` counts days since 1970-01-01. */
export function trancodes(asOf: number): LookupRow[] {
  const common = TRANCODE_SOURCES.flatMap((source) =>
    [...USED_TRANCODES, ...OTHER_TRANCODES].map(([code, tranCode]) => [source, code, tranCode, '*'] as const),
  )
  return [...common, ...PARTICULAR].map(([source_system, source_code, tran_code, company_code], index) => {
    const row = {
      source_system,
      source_code,
      tran_code,
      company_code,
      changed_days_ago: 2 + ((index * 29) % 380),
    }
    const isOld = source_code === '22'
    const isSoonOver = source_code === 'TOGO'
    return {
      ...row,
      status: source_code === 'CANOPY' ? 'INACTIVE' : 'ACTIVE',
      effective_from: source_code === 'CANCEL' ? dayText(asOf + 9) : null,
      effective_to: isOld ? dayText(asOf - 60) : isSoonOver ? dayText(asOf + 12) : null,
    }
  })
}
