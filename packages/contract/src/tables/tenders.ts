import { table, tableList } from '../table.ts'
import { choice, code, reference, text } from './fields.ts'
import { TABLE_HEADERS } from './headers.ts'
import { SOURCE_SYSTEMS } from './source-systems.ts'

export const tenders = table({
  ...TABLE_HEADERS.tenders,
  about: 'Payment methods of the source systems’ tenders',
  naming: 'tender_name',
  searched: ['tender_id', 'tender_name', 'payment_method_code', 'company_code', 'card_scheme'],
  fields: {
    source_system: choice('Source system', SOURCE_SYSTEMS, { key: true }),
    tender_id: code('Tender ID', 4, { rules: 'alpha_num:en', key: true, hint: '1 to 4 digits or letters' }),
    tender_name: text('Tender name', 40),
    payment_method_code: reference(
      'Payment method',
      4,
      { table: 'glass/payment_method' },
      { approval: 'MONEY' },
    ),
    bin_from: code('BIN from', 8, { rules: 'numeric|min:6', optional: true, approval: 'BIN_RANGE' }),
    bin_to: code('BIN to', 8, { rules: 'numeric|min:6', optional: true, approval: 'BIN_RANGE' }),
    card_scheme: text('Card scheme', 20, { optional: true, shown: false }),
    company_code: reference('Company', 6, { table: 'lookup/company_group', any: '*' }, { key: true }),
  },
  // `table-constraints.ts` refuses ranges that overlap; in an import, `range-overlaps.ts` does.
  ranges: [
    {
      from: 'bin_from',
      to: 'bin_to',
      label: 'BIN range',
      within: ['source_system', 'company_code'],
      digits: 8,
      constraint: 'tenders_bin_ranges',
    },
  ],
})

export const tendersList = tableList(tenders)
