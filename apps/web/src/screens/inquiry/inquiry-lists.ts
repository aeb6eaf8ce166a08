import { filesList } from '@backoffice/contract/lists/files'
import { inquiriesList } from '@backoffice/contract/lists/inquiries'
import { isKeyOf } from '@backoffice/contract/objects'
import type { SearchParams } from '../../kit/list/list-params.ts'
import { type PageSize, parseListSearch, queryOf } from '../../kit/list/list-search.ts'

/** Files of other categories are listed on their own screen. */
export const OF_INQUIRIES = { category: { in: ['SMAC_INQUIRY'] } }

/** What the params of past inquiries begin with; tracked files stand first and have the plain ones. */
export const PAST = 'past.'

export const INQUIRY_TABS = { single: 'Single inquiry', file: 'From a file', past: 'Past inquiries' } as const
export type InquiryTab = keyof typeof INQUIRY_TABS

/** The plain params are those of the tracked files. */
const OF_LIST = new Set(['q', 'sort', 'page', 'size', 'view', 'cols'])

/** What the address names; without it the one whose list the address is about. */
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
