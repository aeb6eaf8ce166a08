import { table } from '../table.ts'
import { code, date, place, reference, text } from './fields.ts'
import { TABLE_HEADERS } from './headers.ts'

export const branches = table({
  ...TABLE_HEADERS.branches,
  about: 'Outlets of the companies',
  naming: 'branch_name',
  searched: ['branch_code', 'branch_name', 'company_code', 'merchant_id', 'city'],
  fields: {
    company_code: reference('Company', 6, { table: 'lookup/company_group' }, { key: true }),
    branch_code: code('Branch code', 6, {
      rules: 'alpha_num:en|min:3',
      key: true,
      hint: '3 to 6 letters or digits; leading zeros stay',
    }),
    branch_name: text('Branch name', 80),
    establishment_code: reference(
      'Establishment',
      10,
      { table: 'glass/establishment' },
      { approval: 'MONEY' },
    ),
    merchant_id: code('Merchant ID', 15, {
      rules: 'alpha_num:en',
      optional: true,
      holdsNoCards: true,
      ownedByRow: true,
      approval: 'MONEY',
      hint: 'At most 15 letters or digits',
    }),
    region: place('Region'),
    province: place('Province', ['region']),
    city: place('City', ['region', 'province']),
    address: text('Address', 200, { optional: true }),
    opened_on: date('Opened on'),
    closed_on: date('Closed on'),
  },
  periods: [{ from: 'opened_on', to: 'closed_on' }],
})
