import { flag, table } from '../table.ts'
import { TABLE_HEADERS } from './headers.ts'

const TYPES = {
  CASH: 'Cash',
  CARD: 'Card',
  EWALLET: 'E-wallet',
  GIFT: 'Gift',
  POINTS: 'Points',
  CHEQUE: 'Cheque',
  ACCOUNT: 'Account',
} as const

export const paymentMethods = table({
  ...TABLE_HEADERS.payment_methods,
  about: 'How customers pay',
  naming: 'name',
  searched: ['payment_method_code', 'name'],
  fields: {
    payment_method_code: {
      label: 'Payment method code',
      type: 'code',
      rules: 'required|alpha_num:en|max:4',
      max: 4,
      key: true,
      hint: '1 to 4 letters or digits',
    },
    name: { label: 'Payment method name', type: 'text', rules: 'required|max:40', max: 40 },
    type: { label: 'Type', type: 'choice', options: TYPES, rules: 'select_required', max: 8 },
    earns_points: flag('Earns points', { default: 'true' }),
    requires_reference: flag('Approval code required', { default: 'false' }),
    settlement_days: {
      label: 'Settlement days',
      type: 'integer',
      rules: 'required|integer|between:0,30',
      max: 2,
      default: '0',
      hint: 'A whole number from 0 to 30',
    },
    sort_order: {
      label: 'Sort order',
      type: 'integer',
      rules: 'required|integer|between:0,9999',
      max: 4,
      default: '0',
      shown: false,
      hint: 'A whole number from 0 to 9999; smaller ones come first',
    },
  },
})
