import { flag, table } from '../table.ts'
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
    establishment_code: {
      label: 'Establishment code',
      type: 'code',
      rules: 'required|alpha_num:en|max:10',
      max: 10,
      key: true,
      hint: 'At most 10 letters or digits',
    },
    establishment_name: { label: 'Establishment name', type: 'text', rules: 'required|max:60', max: 60 },
    category: {
      label: 'Category',
      type: 'choice',
      options: CATEGORIES,
      rules: 'select_required',
      max: 16,
    },
    mcc: {
      label: 'MCC',
      type: 'code',
      rules: { required: true, regex: /^\d{4}$/ },
      max: 4,
      hint: '4 digits, such as 5411 for groceries',
    },
    earn_allowed: flag('Points earned', { default: 'true' }),
    redeem_allowed: flag('Points redeemed', { default: 'true' }),
    earn_rate_pesos_per_point: {
      label: 'Pesos per point',
      type: 'decimal',
      decimals: 2,
      rules: { required: true, regex: /^\d{1,6}(\.\d{1,2})?$/, min_value: 0.01 },
      max: 9,
      hint: 'More than 0, with at most two decimals, such as 200.00',
    },
  },
})
