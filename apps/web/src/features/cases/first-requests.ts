import { caseEndpoints } from '@backoffice/contract/cases'
import { firstRequest } from '../../net/declare-first-request.ts'

/** The shown view depends on the counts. */
export const firstRequests = { cases: [firstRequest(caseEndpoints.counts, {})] }
