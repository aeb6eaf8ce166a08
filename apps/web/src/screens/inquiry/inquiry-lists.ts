import { filesList } from '@backoffice/contract/lists/files'
import { inquiriesList } from '@backoffice/contract/lists/inquiries'
import { isKeyOf } from '@backoffice/contract/objects'
import type { SearchParams } from '../../kit/list/list-params.ts'
import { type PageSize, parseListSearch, queryOf } from '../../kit/list/list-search.ts'

export const OF_INQUIRIES = { category: { in: ['SMAC_INQUIRY'] } }

/** Prefix for the params of past inquiries. Tracked files use params without a prefix. */
export const PAST = 'past.'

export const INQUIRY_TABS = { single: 'Single inquiry', file: 'From a file', past: 'Past inquiries' } as const
export type InquiryTab = keyof typeof INQUIRY_TABS

/** Params of the tracked files. */
const OF_LIST = new Set(['q', 'sort', 'page', 'size', 'view', 'cols'])

/** Tab named by the URL, or inferred from its list params. */
export function tabOf(params: SearchParams): InquiryTab {
  const { tab } = params
  if (tab !== undefined && isKeyOf(INQUIRY_TABS, tab)) return tab
  const names = Object.keys(params).filter((name) => params[name] !== undefined)
  if (names.some((name) => name.startsWith(PAST))) return 'past'
  return names.some((name) => name.startsWith('f.') || OF_LIST.has(name)) ? 'file' : 'single'
}

/** `preferred`: the user's number of rows. */
export function filesOf(params: SearchParams, preferred: PageSize) {
  return queryOf(parseListSearch(filesList, params), preferred, OF_INQUIRIES)
}

export function inquiriesOf(params: SearchParams, preferred: PageSize) {
  return queryOf(parseListSearch(inquiriesList, params, PAST), preferred)
}
