import { dayText } from './calendar-days.ts'
import { createRandom } from './seeded-random.ts'

/** Rows of the lookup tables that fit the demo's transactions. Fictional names, codes and card ranges. */

export type LookupRow = Readonly<Record<string, string | number | boolean | null>>

const COMPANY_GROUPS = [
  ['NLF', 'Northline Fuels Inc.', 'FUEL', 'Fuel partners', '22:00'],
  ['MBR', 'Mabini Retail Corp.', 'STORES', 'Department stores', '23:59'],
  ['TLS', 'Tala Supermarkets Inc.', 'GROCERY', 'Supermarkets', '23:59'],
  ['KSN', 'Kusina Restaurants Corp.', 'FOOD', 'Restaurants', '23:30'],
  ['BYH', 'Bayanihan Online Inc.', 'ONLINE', 'Online shops', '23:59'],
  ['SRV', 'Serbisyo Centers Inc.', 'SERVICES', 'Service centers', '21:00'],
] as const

export function companyGroups(): LookupRow[] {
  return COMPANY_GROUPS.map(([company_code, company_name, group_code, group_name, cutoff_time], index) => ({
    company_code,
    company_name,
    group_code,
    group_name,
    tin: `900${String(100_200 + index * 17)}000`,
    settlement_account_ref: `00012345${String(7_788 + index * 101)}`,
    cutoff_time,
    contact_email: `settlement@${company_code.toLowerCase()}.example`,
    contact_phone: `+6390055510${String(index + 1).padStart(2, '0')}`,
  }))
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

const SOURCES = {
  POS: ['MBR', 'TLS', 'KSN', 'NLF', 'SRV'],
  FUEL: ['NLF', 'MBR'],
  ONLINE: ['BYH', 'MBR', 'TLS', 'KSN'],
  KIOSK: ['SRV', 'NLF', 'BYH'],
} as const
const SUFFIXES = { POS: '', FUEL: ', fuel', ONLINE: ', online', KIOSK: ', kiosk' } as const

/** Those of the transactions, for all companies. Number 41 has no row: its transactions have no payment method. */
const USED = [
  ['01', 'Cash', 'CSH'],
  ['02', 'Credit card', 'CRD'],
  ['03', 'Debit card', 'DBT'],
  ['07', 'E-wallet', 'EWL'],
  ['09', 'Gift certificate', 'GCT'],
] as const

/** Of every company: number, name, payment method, range, card scheme. */
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

/** About 240. `asOf`: days since 1970-01-01. */
export function tenders(asOf: number): LookupRow[] {
  const random = createRandom(41)
  const rows = Object.entries(SOURCES).flatMap(([source_system, companies]) => {
    // The keys of both are the source systems.
    const suffix = SUFFIXES[source_system as keyof typeof SUFFIXES]
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
  // In the pictures of the product.
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
