import { table } from '../table.ts'
import { TABLE_HEADERS } from './headers.ts'

export const companyGroups = table({
  ...TABLE_HEADERS.company_groups,
  about: 'Companies and the groups that they belong to',
  naming: 'company_name',
  searched: ['company_code', 'company_name', 'group_code', 'group_name'],
  fields: {
    company_code: {
      label: 'Company code',
      type: 'code',
      rules: 'required|alpha_num:en|min:2|max:6',
      max: 6,
      key: true,
      hint: '2 to 6 letters or digits',
    },
    company_name: { label: 'Company name', type: 'text', rules: 'required|max:100', max: 100 },
    group_code: { label: 'Group code', type: 'code', rules: 'required|alpha_num:en|max:10', max: 10 },
    group_name: { label: 'Group name', type: 'text', rules: 'required|max:60', max: 60 },
    tin: {
      label: 'TIN',
      type: 'code',
      rules: { regex: /^\d{9,12}$/ },
      max: 12,
      optional: true,
      hint: '9 to 12 digits, without dashes',
    },
    cutoff_time: {
      label: 'Cut-off time',
      type: 'code',
      rules: { required: true, regex: /^([01]\d|2[0-3]):[0-5]\d$/ },
      max: 5,
      default: '23:59',
      hint: 'A time of the day such as 22:00',
    },
    settlement_account_ref: {
      label: 'Settlement account',
      type: 'code',
      rules: 'alpha_num:en|max:34',
      max: 34,
      optional: true,
      masked: true,
    },
    contact_email: { label: 'Contact email', type: 'text', rules: 'email|max:254', max: 254, optional: true },
    contact_phone: {
      label: 'Contact phone',
      type: 'text',
      rules: 'ph_phone_number|max:20',
      hint: 'As 0917 555 0117 or +639175550117',
      max: 20,
      optional: true,
    },
  },
})
