import { accessRequestEndpoints } from './access-requests.ts'
import { accountEndpoints } from './account.ts'
import { cardEndpoints } from './cards.ts'
import { columnEndpoints } from './columns.ts'
import { dashboardEndpoints } from './dashboard.ts'
import { endpoints } from './endpoint.ts'
import { accessEndpoints } from './endpoints/access.ts'
import { approvalEndpoints } from './endpoints/approvals.ts'
import { auditEndpoints } from './endpoints/audit.ts'
import { caseEndpoints } from './endpoints/cases.ts'
import { fixEndpoints } from './endpoints/fixes.ts'
import { preferencesEndpoints } from './endpoints/preferences.ts'
import { reviewEndpoints } from './endpoints/reviews.ts'
import { explainEndpoints } from './explain.ts'
import { fileEndpoints } from './files.ts'
import { historyEndpoints } from './history.ts'
import { inquiryEndpoints } from './inquiries.ts'
import { mappingEndpoints } from './mapping.ts'
import { policyEndpoints } from './policies.ts'
import { replyTemplateEndpoints } from './reply-templates.ts'
import { roleEndpoints } from './roles.ts'
import { accessSchemas } from './schemas/access.ts'
import { accessRequestSchemas } from './schemas/access-requests.ts'
import { accountSchemas } from './schemas/account.ts'
import { approvalSchemas } from './schemas/approvals.ts'
import { auditSchemas } from './schemas/audit.ts'
import { cardSchemas } from './schemas/cards.ts'
import { caseSchemas } from './schemas/cases.ts'
import { columnSchemas } from './schemas/columns.ts'
import { dashboardSchemas } from './schemas/dashboard.ts'
import { explainSchemas } from './schemas/explain.ts'
import { fileSchemas } from './schemas/files.ts'
import { fixSchemas } from './schemas/fixes.ts'
import { historySchemas } from './schemas/history.ts'
import { inquirySchemas } from './schemas/inquiries.ts'
import { mappingSchemas } from './schemas/mapping.ts'
import { optionsApi } from './schemas/options.ts'
import { policySchemas } from './schemas/policies.ts'
import { preferencesSchemas } from './schemas/preferences.ts'
import { replyTemplateSchemas } from './schemas/reply-templates.ts'
import { reviewSchemas } from './schemas/reviews.ts'
import { roleSchemas } from './schemas/roles.ts'
import { searchSchemas } from './schemas/search.ts'
import { statusSchemas } from './schemas/status.ts'
import { tableApi } from './schemas/tables.ts'
import { terminalSchemas } from './schemas/terminals.ts'
import { userSchemas } from './schemas/users.ts'
import { viewSchemas } from './schemas/views.ts'
import { searchEndpoints } from './search.ts'
import { statusEndpoints } from './status.ts'
import { DECLARATIONS } from './tables/tables.ts'
import { terminalEndpoints } from './terminals.ts'
import { userEndpoints } from './users.ts'
import { viewEndpoints } from './views.ts'

type Declarations = typeof DECLARATIONS

/** Endpoints of the lookup tables. */
function tableApis() {
  const apis = Object.entries(DECLARATIONS).map(([name, table]) => [name, tableApi(table)])
  // `Object.fromEntries` loses the types of the names.
  return Object.fromEntries(apis) as {
    [N in keyof Declarations]: ReturnType<typeof tableApi<Declarations[N]>>
  }
}

/** Every endpoint with its schemas, by noun. The server mounts all of them; the browser imports only addresses. */
export const api = {
  access: endpoints(accessEndpoints, accessSchemas),
  users: endpoints(userEndpoints, userSchemas),
  roles: endpoints(roleEndpoints, roleSchemas),
  policies: endpoints(policyEndpoints, policySchemas),
  explain: endpoints(explainEndpoints, explainSchemas),
  accessRequests: endpoints(accessRequestEndpoints, accessRequestSchemas),
  approvals: endpoints(approvalEndpoints, approvalSchemas),
  reviews: endpoints(reviewEndpoints, reviewSchemas),
  audit: endpoints(auditEndpoints, auditSchemas),
  account: endpoints(accountEndpoints, accountSchemas),
  preferences: endpoints(preferencesEndpoints, preferencesSchemas),
  views: endpoints(viewEndpoints, viewSchemas),
  files: endpoints(fileEndpoints, fileSchemas),
  columns: endpoints(columnEndpoints, columnSchemas),
  fixes: endpoints(fixEndpoints, fixSchemas),
  inquiries: endpoints(inquiryEndpoints, inquirySchemas),
  cards: endpoints(cardEndpoints, cardSchemas),
  cases: endpoints(caseEndpoints, caseSchemas),
  replyTemplates: endpoints(replyTemplateEndpoints, replyTemplateSchemas),
  dashboard: endpoints(dashboardEndpoints, dashboardSchemas),
  search: endpoints(searchEndpoints, searchSchemas),
  status: endpoints(statusEndpoints, statusSchemas),
  history: endpoints(historyEndpoints, historySchemas),
  ...tableApis(),
  terminals: endpoints(terminalEndpoints, terminalSchemas),
  options: optionsApi,
  mapping: endpoints(mappingEndpoints, mappingSchemas),
}
export type Api = typeof api
