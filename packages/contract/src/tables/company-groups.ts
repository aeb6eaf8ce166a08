import { table } from '../table.ts'
import { code, pattern, text } from './fields.ts'
import { TABLE_HEADERS } from './headers.ts'

export const companyGroups = table({
  ...TABLE_HEADERS.company_groups,
  about: 'Companies and their groups',
  naming: 'company_name',
  searched: ['company_code', 'company_name', 'group_code', 'group_name'],
  fields: {
    company_code: code('Company code', 6, {
      rules: 'alpha_num:en|min:2',
      key: true,
      hint: '2 to 6 letters or digits',
    }),
    company_name: text('Company name', 100),
    group_code: code('Group code', 10, { rules: 'alpha_num:en' }),
    group_name: text('Group name', 60),
    tin: pattern('TIN', 12, /^\d{9,12}$/, { optional: true, hint: '9 to 12 digits, without dashes' }),
    cutoff_time: pattern('Cut-off time', 5, /^([01]\d|2[0-3]):[0-5]\d$/, {
      default: '23:59',
      hint: 'Time of day, such as 22:00',
    }),
    settlement_account_ref: code('Settlement account', 34, {
      rules: 'alpha_num:en',
      optional: true,
      masked: true,
      approval: 'MONEY',
    }),
    contact_email: text('Contact email', 254, { rules: 'email', optional: true }),
    contact_phone: text('Contact phone', 20, {
      rules: 'ph_phone_number',
      optional: true,
      hint: 'As 0917 555 0117 or +639175550117',
    }),
  },
})
