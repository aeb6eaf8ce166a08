import { caseEndpoints } from '@backoffice/contract/cases'
import { preload } from '../../net/declare-first-request.ts'

/** The shown view depends on the counts. */
export const preloads = { cases: [preload(caseEndpoints.counts, {})] }
