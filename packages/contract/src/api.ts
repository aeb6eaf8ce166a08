import { accessSchemas } from './access.schemas.ts'
import { accessEndpoints } from './access.ts'
import { accessRequestSchemas } from './access-requests.schemas.ts'
import { accessRequestEndpoints } from './access-requests.ts'
import { accountSchemas } from './account.schemas.ts'
import { accountEndpoints } from './account.ts'
import { approvalSchemas } from './approvals.schemas.ts'
import { approvalEndpoints } from './approvals.ts'
import { auditSchemas } from './audit.schemas.ts'
import { auditEndpoints } from './audit.ts'
import { cardSchemas } from './cards.schemas.ts'
import { cardEndpoints } from './cards.ts'
import { caseSchemas } from './cases.schemas.ts'
import { caseEndpoints } from './cases.ts'
import { columnSchemas } from './columns.schemas.ts'
import { columnEndpoints } from './columns.ts'
import { dashboardSchemas } from './dashboard.schemas.ts'
import { dashboardEndpoints } from './dashboard.ts'
import { endpoints } from './endpoint.ts'
import { explainSchemas } from './explain.schemas.ts'
import { explainEndpoints } from './explain.ts'
import { fileSchemas } from './files.schemas.ts'
import { fileEndpoints } from './files.ts'
import { fixSchemas } from './fixes.schemas.ts'
import { fixEndpoints } from './fixes.ts'
import { historySchemas } from './history.schemas.ts'
import { historyEndpoints } from './history.ts'
import { inquirySchemas } from './inquiries.schemas.ts'
import { inquiryEndpoints } from './inquiries.ts'
import { tableApi } from './lookup-tables.schemas.ts'
import { mappingSchemas } from './mapping.schemas.ts'
import { mappingEndpoints } from './mapping.ts'
import { optionsApi } from './options.schemas.ts'
import { policySchemas } from './policies.schemas.ts'
import { policyEndpoints } from './policies.ts'
import { preferencesSchemas } from './preferences.schemas.ts'
import { preferencesEndpoints } from './preferences.ts'
import { replyTemplateSchemas } from './reply-templates.schemas.ts'
import { replyTemplateEndpoints } from './reply-templates.ts'
import { reviewSchemas } from './reviews.schemas.ts'
import { reviewEndpoints } from './reviews.ts'
import { roleSchemas } from './roles.schemas.ts'
import { roleEndpoints } from './roles.ts'
import { searchSchemas } from './search.schemas.ts'
import { searchEndpoints } from './search.ts'
import { statusSchemas } from './status.schemas.ts'
import { statusEndpoints } from './status.ts'
import { DECLARATIONS } from './tables/tables.ts'
import { terminalSchemas } from './terminals.schemas.ts'
import { terminalEndpoints } from './terminals.ts'
import { userSchemas } from './users.schemas.ts'
import { userEndpoints } from './users.ts'
import { viewSchemas } from './views.schemas.ts'
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
