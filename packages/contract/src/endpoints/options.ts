import { optionsEndpoint } from './tables.ts'

/** Open to holders of an action on a table that refers to them. */
const TENDER_ACTIONS = [
  'tender:view',
  'tender:create',
  'tender:update',
  'tender:delete',
  'tender:import',
  'tender:export',
] as const

export const optionEndpoints = {
  paymentMethods: optionsEndpoint('/glass/payment_method', TENDER_ACTIONS),
  companyGroups: optionsEndpoint('/lookup/company_group', TENDER_ACTIONS),
}
