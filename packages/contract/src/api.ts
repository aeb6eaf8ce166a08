import { accessEndpoints } from './endpoints/access.ts'
import { accountEndpoints } from './endpoints/account.ts'
import { auditEndpoints } from './endpoints/audit.ts'
import { cardEndpoints } from './endpoints/cards.ts'
import { dashboardEndpoints } from './endpoints/dashboard.ts'
import { explainEndpoints } from './endpoints/explain.ts'
import { fileEndpoints } from './endpoints/files.ts'
import { historyEndpoints } from './endpoints/history.ts'
import { inquiryEndpoints } from './endpoints/inquiries.ts'
import { lookupEndpoints } from './endpoints/lookup.ts'
import { mappingEndpoints } from './endpoints/mapping.ts'
import { optionEndpoints } from './endpoints/options.ts'
import { policyEndpoints } from './endpoints/policies.ts'
import { preferencesEndpoints } from './endpoints/preferences.ts'
import { roleEndpoints } from './endpoints/roles.ts'
import { statusEndpoints } from './endpoints/status.ts'
import { userEndpoints } from './endpoints/users.ts'
import { viewEndpoints } from './endpoints/views.ts'

/** Every endpoint there is, by noun. The server must mount each one. */
export const api = {
  access: accessEndpoints,
  users: userEndpoints,
  roles: roleEndpoints,
  policies: policyEndpoints,
  explain: explainEndpoints,
  audit: auditEndpoints,
  account: accountEndpoints,
  preferences: preferencesEndpoints,
  views: viewEndpoints,
  files: fileEndpoints,
  inquiries: inquiryEndpoints,
  cards: cardEndpoints,
  dashboard: dashboardEndpoints,
  status: statusEndpoints,
  history: historyEndpoints,
  ...lookupEndpoints,
  options: optionEndpoints,
  mapping: mappingEndpoints,
}
export type Api = typeof api
