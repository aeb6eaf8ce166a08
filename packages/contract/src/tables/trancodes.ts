import { table } from '../table.ts'
import { choice, code, reference } from './fields.ts'
import { TABLE_HEADERS } from './headers.ts'
import { SOURCE_SYSTEMS } from './source-systems.ts'

export const trancodes = table({
  ...TABLE_HEADERS.trancodes,
  about: 'Transaction codes of the source systems’ codes',
  naming: 'tran_code',
  searched: ['source_code', 'tran_code', 'company_code'],
  fields: {
    source_system: choice('Source system', SOURCE_SYSTEMS, { key: true }),
    source_code: code('Source code', 8, {
      rules: 'alpha_num:en',
      key: true,
      hint: '1 to 8 letters or digits, as the source sends it',
    }),
    tran_code: reference('Transaction code', 4, { table: 'glass/transaction_code' }, { approval: 'MONEY' }),
    company_code: reference('Company', 6, { table: 'lookup/company_group', any: '*' }, { key: true }),
  },
})
