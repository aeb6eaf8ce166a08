import { table } from '../table.ts'
import { choice, code, flag, integer, text } from './fields.ts'
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
    payment_method_code: code('Payment method code', 4, {
      rules: 'alpha_num:en',
      key: true,
      hint: '1 to 4 letters or digits',
    }),
    name: text('Payment method name', 40),
    type: choice('Type', TYPES, { approval: 'MONEY' }),
    earns_points: flag('Earns points', true, { approval: 'MONEY' }),
    requires_reference: flag('Approval code required', false),
    settlement_days: integer('Settlement days', 30),
    sort_order: integer('Sort order', 9999, { shown: false, hint: '; smaller ones come first' }),
  },
})
