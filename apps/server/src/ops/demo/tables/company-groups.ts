import type { LookupRow } from './lookup-row.ts'

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
