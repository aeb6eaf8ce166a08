import { elementAt } from '@backoffice/contract/objects'
import { placesBelow } from '@backoffice/contract/places'
import { dayText } from './calendar-days.ts'
import type { LookupRow } from './lookup-row.ts'
import { createRandom, type Random } from './seeded-random.ts'
import { branchCode, COMPANIES } from './terminal-ids.ts'

/** Establishments of each company; its branches have the first. */
export const ESTABLISHMENT_OF = {
  NLF: 'FUELSTN',
  MBR: 'DEPTSTORE',
  TLS: 'SUPERMKT',
  KSN: 'DINEIN',
  BYH: 'ONLINE',
  SRV: 'SERVICES',
} as const

const ESTABLISHMENTS = [
  ['FUELSTN', 'Service station', 'FUEL', '5541', true, true, '200.00'],
  ['FUELPUMP', 'Automated fuel dispenser', 'FUEL', '5542', true, false, '200.00'],
  ['DEPTSTORE', 'Department store', 'DEPARTMENT_STORE', '5311', true, true, '200.00'],
  ['SUPERMKT', 'Supermarket', 'SUPERMARKET', '5411', true, true, '250.00'],
  ['CONVSTORE', 'Convenience store', 'SUPERMARKET', '5499', true, true, '250.00'],
  ['DINEIN', 'Restaurant', 'RESTAURANT', '5812', true, true, '150.00'],
  ['FASTFOOD', 'Quick service restaurant', 'RESTAURANT', '5814', true, false, '150.00'],
  ['ONLINE', 'Online shop', 'ONLINE', '5964', true, true, '200.00'],
  ['SERVICES', 'Service center', 'SERVICES', '7299', true, true, '300.00'],
  ['BILLS', 'Bills payment', 'SERVICES', '4900', false, false, '999.00'],
  ['PHARMACY', 'Pharmacy', 'OTHER', '5912', true, true, '200.00'],
] as const

/** `asOf` counts days since 1970-01-01. */
export function establishments(asOf: number): LookupRow[] {
  return ESTABLISHMENTS.map(
    ([establishment_code, establishment_name, category, mcc, earn_allowed, redeem_allowed, rate], index) => ({
      ...{ establishment_code, establishment_name, category, mcc, earn_allowed, redeem_allowed },
      earn_rate_pesos_per_point: rate,
      status: establishment_code === 'BILLS' ? 'INACTIVE' : 'ACTIVE',
      effective_from: establishment_code === 'PHARMACY' ? dayText(asOf + 24) : null,
      changed_days_ago: establishment_code === 'PHARMACY' ? 2 : 300 - index * 9,
    }),
  )
}

/** Fictional names and codes. */
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

/** Regions of the branches, most likely first. */
const REGIONS = [
  'National Capital Region (NCR)',
  'Region IV-A (CALABARZON)',
  'Region III (Central Luzon)',
  'Region VII (Central Visayas)',
  'Region XI (Davao Region)',
  'Region I (Ilocos Region)',
  'Region VI (Western Visayas)',
  'Region X (Northern Mindanao)',
  'Region V (Bicol Region)',
]
const STREETS = [
  ...[
    'Mabini',
    'Rizal Avenue',
    'Bonifacio',
    'Del Pilar',
    'Luna',
    'Quezon Avenue',
    'Burgos',
    'Osmeña',
    'Roxas',
  ],
  ...['Magsaysay', 'Jacinto', 'Aguinaldo', 'Recto', 'Lapu-Lapu', 'Gomez', 'Zamora', 'Balagtas', 'San Isidro'],
]

/** About 400 used branches, then some closed and some future ones. `asOf` counts days since 1970-01-01. */
export function branches(asOf: number): LookupRow[] {
  const random = createRandom(17)
  return COMPANIES.flatMap(({ code, branches: count }) => {
    const used = Array.from({ length: count }, (_, i) => branch(random, code, branchCode(i), asOf))
    const closed = Array.from({ length: Math.ceil(count / 20) }, (_, i) => {
      const day = dayText(asOf - 90 - random.below(300))
      const row = branch(random, code, String(802 + i * 2).padStart(4, '0'), asOf)
      return { ...row, closed_on: day, effective_to: day, changed_days_ago: 40 + random.below(50) }
    })
    const coming = Array.from({ length: Math.ceil(count / 60) }, (_, i) => {
      const day = dayText(asOf + 5 + random.below(40))
      const row = branch(random, code, String(901 + i * 2).padStart(4, '0'), asOf)
      return { ...row, opened_on: day, effective_from: day, changed_days_ago: random.below(6) }
    })
    return [...used, ...closed, ...coming]
  })
}

function branch(
  random: Random,
  company: keyof typeof ESTABLISHMENT_OF,
  code: string,
  asOf: number,
): LookupRow {
  // The square favours the first regions.
  const region = elementAt(REGIONS, Math.floor(random.next() ** 2 * REGIONS.length))
  const province = random.pick(placesBelow([region]).filter((each) => placesBelow([region, each]).length > 0))
  const city = random.pick(placesBelow([region, province]))
  const street = random.pick(STREETS)
  return {
    company_code: company,
    branch_code: code,
    branch_name: `${street} – ${city.replace(/^City of /, '')}`,
    establishment_code: ESTABLISHMENT_OF[company],
    merchant_id: `${String(company.charCodeAt(0)).padStart(7, '0')}${code}0001`,
    ...{ region, province, city },
    address: `${1 + random.below(400)} ${street} Street, ${city}`,
    opened_on: dayText(asOf - 500 - random.below(4_000)),
    closed_on: null,
    effective_from: null,
    effective_to: null,
    changed_days_ago: 20 + random.below(380),
  }
}
