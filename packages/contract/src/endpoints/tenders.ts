import { tenders } from '../tables/tenders.ts'
import { tableEndpoints } from './tables.ts'

export const tenderEndpoints = tableEndpoints(tenders)
