import { filesList } from '@backoffice/contract/lists/files'
import { inquiriesList } from '@backoffice/contract/lists/inquiries'
import type { SearchParams } from '../../kit/list/list-params.ts'
import { type PageSize, parseListSearch, queryOf } from '../../kit/list/list-search.ts'

/** Exports and imports are tracked elsewhere. */
export const OF_INQUIRIES = { category: { in: ['SMAC_INQUIRY'] } }

/** What the params of past inquiries begin with; tracked files stand first and have the plain ones. */
export const PAST = 'past.'

/** `preferred`: the user's number of rows. */
export function filesOf(params: SearchParams, preferred: PageSize) {
  return queryOf(parseListSearch(filesList, params), preferred, OF_INQUIRIES)
}

export function inquiriesOf(params: SearchParams, preferred: PageSize) {
  return queryOf(parseListSearch(inquiriesList, params, PAST), preferred)
}
