import { caseEndpoints } from '@backoffice/contract/cases'
import { preload } from '../../net/first-requests.ts'

/** The shown view depends on the counts. */
export const preloads = { cases: [preload(caseEndpoints.counts, {})] }
