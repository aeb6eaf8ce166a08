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

/** Further tenders of every company: number, name, payment method, range, card scheme. */
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

/** About 240 tenders. `asOf`: days since 1970-01-01. */
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
