import { table } from '../table.ts'
import { TABLE_HEADERS } from './headers.ts'
import { SOURCE_SYSTEMS } from './source-systems.ts'

export const trancodes = table({
  ...TABLE_HEADERS.trancodes,
  about: 'Which transaction code a code of a source system is',
  naming: 'tran_code',
  searched: ['source_code', 'tran_code', 'company_code'],
  fields: {
    source_system: {
      label: 'Source system',
      type: 'choice',
      options: SOURCE_SYSTEMS,
      rules: 'select_required',
      max: 6,
      key: true,
    },
    source_code: {
      label: 'Source code',
      type: 'code',
      rules: 'required|alpha_num:en|max:8',
      max: 8,
      key: true,
      hint: '1 to 8 letters or digits, as the source sends it',
    },
    tran_code: {
      label: 'Transaction code',
      type: 'code',
      rules: 'select_required|max:4',
      max: 4,
      reference: { table: 'glass/transaction_code' },
    },
    company_code: {
      label: 'Company',
      type: 'code',
      rules: 'select_required|max:6',
      max: 6,
      key: true,
      reference: { table: 'lookup/company_group', any: '*' },
    },
  },
})
