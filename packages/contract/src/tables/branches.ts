import { table } from '../table.ts'
import { TABLE_HEADERS } from './headers.ts'

export const branches = table({
  ...TABLE_HEADERS.branches,
  about: 'Outlets of the companies',
  naming: 'branch_name',
  searched: ['branch_code', 'branch_name', 'company_code', 'merchant_id', 'city'],
  fields: {
    company_code: {
      label: 'Company',
      type: 'code',
      rules: 'select_required|max:6',
      max: 6,
      key: true,
      reference: { table: 'lookup/company_group' },
    },
    branch_code: {
      label: 'Branch code',
      type: 'code',
      rules: 'required|alpha_num:en|min:3|max:6',
      max: 6,
      key: true,
      hint: '3 to 6 letters or digits; leading zeros stay',
    },
    branch_name: { label: 'Branch name', type: 'text', rules: 'required|max:80', max: 80 },
    establishment_code: {
      label: 'Establishment',
      type: 'code',
      rules: 'select_required|max:10',
      max: 10,
      reference: { table: 'glass/establishment' },
    },
    merchant_id: {
      label: 'Merchant ID',
      type: 'code',
      rules: 'alpha_num:en|max:15',
      max: 15,
      optional: true,
      holdsNoCards: true,
      hint: 'At most 15 letters or digits',
    },
    region: { label: 'Region', type: 'choice', rules: 'select_required', max: 80, place: [] },
    province: { label: 'Province', type: 'choice', rules: 'select_required', max: 80, place: ['region'] },
    city: { label: 'City', type: 'choice', rules: 'select_required', max: 80, place: ['region', 'province'] },
    address: { label: 'Address', type: 'text', rules: 'max:200', max: 200, optional: true },
    opened_on: { label: 'Opened on', type: 'date', rules: '', max: 10, optional: true },
    closed_on: { label: 'Closed on', type: 'date', rules: '', max: 10, optional: true },
  },
  periods: [{ from: 'opened_on', to: 'closed_on' }],
})
