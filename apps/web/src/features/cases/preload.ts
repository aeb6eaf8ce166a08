import { caseEndpoints } from '@backoffice/contract/endpoints/cases'
import { preload } from '../../kit/preload.ts'

/** The shown view depends on the counts. */
export const preloads = { cases: [preload(caseEndpoints.counts, {})] }
