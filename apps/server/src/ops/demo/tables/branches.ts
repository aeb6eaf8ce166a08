import { elementAt } from '@backoffice/contract/objects'
import { placesBelow } from '@backoffice/contract/places'
import { dayText } from './calendar-days.ts'
import { ESTABLISHMENT_OF } from './establishments.ts'
import type { LookupRow } from './lookup-row.ts'
import { createRandom, type Random } from './seeded-random.ts'
import { branchCode, COMPANIES } from './terminal-ids.ts'

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

/** About 400 used branches, then some closed and some future ones. `asOf`: days since 1970-01-01. */
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
