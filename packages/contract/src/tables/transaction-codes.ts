import { table } from '../table.ts'
import { choice, flag, pattern, reference, text } from './fields.ts'
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
  about: 'Transaction codes, their classes and effects',
  naming: 'description',
  searched: ['tran_code', 'description', 'processing_code'],
  fields: {
    tran_code: pattern('Transaction code', 4, /^[0-9A-Za-z]{4}$/, { key: true, hint: '4 letters or digits' }),
    description: text('Description', 80),
    class: choice('Class', TRAN_CLASSES, { approval: 'MONEY' }),
    points_sign: choice('Points', SIGNS, { approval: 'MONEY' }),
    reverses: reference(
      'Reverses',
      4,
      { table: 'glass/transaction_code', except: { field: 'class', is: 'REVERSAL' } },
      { optional: true, requiredWhen: { field: 'class', is: 'REVERSAL' } },
    ),
    processing_code: pattern('Processing code', 6, /^\d{6}$/, { hint: '6 digits' }),
    posts_to_ledger: flag('Posts to the ledger', true, { approval: 'MONEY' }),
    requires_reason: flag('Reason required', false),
  },
})
