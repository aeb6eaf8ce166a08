import { table, tableList } from '../table.ts'
import { TABLE_HEADERS } from './headers.ts'
import { SOURCE_SYSTEMS } from './source-systems.ts'

export const tenders = table({
  ...TABLE_HEADERS.tenders,
  about: 'Which payment method a tender of a source system is',
  naming: 'tender_name',
  searched: ['tender_id', 'tender_name', 'payment_method_code', 'company_code', 'card_scheme'],
  fields: {
    source_system: {
      label: 'Source system',
      type: 'choice',
      options: SOURCE_SYSTEMS,
      rules: 'select_required',
      max: 6,
      key: true,
    },
    tender_id: {
      label: 'Tender ID',
      type: 'code',
      rules: 'required|alpha_num:en|max:4',
      max: 4,
      key: true,
      hint: '1 to 4 digits or letters',
    },
    tender_name: { label: 'Tender name', type: 'text', rules: 'required|max:40', max: 40 },
    payment_method_code: {
      label: 'Payment method',
      type: 'code',
      rules: 'select_required|max:4',
      max: 4,
      reference: { table: 'glass/payment_method' },
    },
    bin_from: { label: 'BIN from', type: 'code', rules: 'numeric|min:6|max:8', max: 8, optional: true },
    bin_to: { label: 'BIN to', type: 'code', rules: 'numeric|min:6|max:8', max: 8, optional: true },
    card_scheme: {
      label: 'Card scheme',
      type: 'text',
      rules: 'max:20',
      max: 20,
      optional: true,
      shown: false,
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
