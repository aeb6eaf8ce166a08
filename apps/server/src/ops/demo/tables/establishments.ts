import { dayText } from './calendar-days.ts'
import type { LookupRow } from './lookup-row.ts'

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

/** `asOf`: days since 1970-01-01. */
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
