import { table } from '../table.ts'
import { choice, code, decimal, flag, pattern, text } from './fields.ts'
import { TABLE_HEADERS } from './headers.ts'

const CATEGORIES = {
  DEPARTMENT_STORE: 'Department store',
  SUPERMARKET: 'Supermarket',
  FUEL: 'Fuel',
  RESTAURANT: 'Restaurant',
  SERVICES: 'Services',
  ONLINE: 'Online',
  OTHER: 'Other',
} as const

export const establishments = table({
  ...TABLE_HEADERS.establishments,
  about: 'Types of outlet',
  naming: 'establishment_name',
  searched: ['establishment_code', 'establishment_name', 'mcc'],
  fields: {
    establishment_code: code('Establishment code', 10, {
      rules: 'alpha_num:en',
      key: true,
      hint: 'At most 10 letters or digits',
    }),
    establishment_name: text('Establishment name', 60),
    category: choice('Category', CATEGORIES),
    mcc: pattern('MCC', 4, /^\d{4}$/, { hint: '4 digits, such as 5411 for groceries' }),
    earn_allowed: flag('Points earned', true, { approval: 'MONEY' }),
    redeem_allowed: flag('Points redeemed', true, { approval: 'MONEY' }),
    earn_rate_pesos_per_point: decimal('Pesos per point', [6, 2], {
      hint: 'More than 0, with at most two decimals, such as 200.00',
      approval: 'MONEY',
    }),
  },
})
