import { flag, table } from '../table.ts'
import { TABLE_HEADERS } from './headers.ts'

export const TRAN_CLASSES = {
  EARN: 'Earn',
  REDEEM: 'Redeem',
  REVERSAL: 'Reversal',
  ADJUSTMENT: 'Adjustment',
  TRANSFER: 'Transfer',
  EXPIRY: 'Expiry',
  ACTIVATION: 'Activation',
  RENEWAL: 'Renewal',
  INQUIRY: 'Inquiry',
} as const

const SIGNS = { '1': '+ adds points', '-1': '− takes points', '0': 'None' } as const

export const transactionCodes = table({
  ...TABLE_HEADERS.transaction_codes,
  about: 'What a transaction is and does',
  naming: 'description',
  searched: ['tran_code', 'description', 'processing_code'],
  fields: {
    tran_code: {
      label: 'Transaction code',
      type: 'code',
      rules: { required: true, regex: /^[0-9A-Za-z]{4}$/ },
      max: 4,
      key: true,
      hint: '4 letters or digits',
    },
    description: { label: 'Description', type: 'text', rules: 'required|max:80', max: 80 },
    class: { label: 'Class', type: 'choice', options: TRAN_CLASSES, rules: 'select_required', max: 10 },
    points_sign: { label: 'Points', type: 'choice', options: SIGNS, rules: 'select_required', max: 2 },
    reverses: {
      label: 'Reverses',
      type: 'code',
      rules: 'max:4',
      max: 4,
      optional: true,
      reference: { table: 'glass/transaction_code', except: { field: 'class', is: 'REVERSAL' } },
      requiredWhen: { field: 'class', is: 'REVERSAL' },
    },
    processing_code: {
      label: 'Processing code',
      type: 'code',
      rules: { required: true, regex: /^\d{6}$/ },
      max: 6,
      hint: '6 digits',
    },
    posts_to_ledger: flag('Posts to the ledger', { default: 'true' }),
    requires_reason: flag('Reason required', { default: 'false' }),
  },
})
