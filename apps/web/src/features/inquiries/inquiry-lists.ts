import { type Access, may } from '@backoffice/contract/access'
import { filesList } from '@backoffice/contract/lists/files'
import { inquiriesList } from '@backoffice/contract/lists/inquiries'
import { isKeyOf } from '@backoffice/contract/objects'
import { type PageSize, parseListSearch, queryOf, type SearchParams } from '../../kit/list/list-search.ts'

export const OF_INQUIRIES = { category: { in: ['SMAC_INQUIRY'] } }

/** Prefix for the params of past inquiries. Tracked files use params without a prefix. */
export const PAST = 'past.'

export const INQUIRY_TABS = {
  single: 'Single inquiry',
  file: 'From a file',
  several: 'Several cards',
  past: 'Past inquiries',
} as const
export type InquiryTab = keyof typeof INQUIRY_TABS

/** The tab of an address without params: past inquiries for users who may not run any. */
export const firstTab = (user: Access): InquiryTab =>
  !may(user, 'inquiry:run') && may(user, 'inquiry:view-all') ? 'past' : 'single'

/** Params of the tracked files. */
const OF_LIST = new Set(['q', 'sort', 'page', 'size', 'view', 'cols'])

/** Tab named by the URL, or inferred from its params. */
export function tabOf(params: SearchParams, first: InquiryTab): InquiryTab {
  const { tab } = params
  if (tab !== undefined && isKeyOf(INQUIRY_TABS, tab)) return tab
  const names = Object.keys(params).filter((name) => params[name] !== undefined)
  if (names.some((name) => name.startsWith(PAST))) return 'past'
  if (names.some((name) => name.startsWith('f.') || OF_LIST.has(name))) return 'file'
  return names.includes('inquiry') ? 'single' : first
}

/** `preferred`: the user's number of rows. */
export function filesOf(params: SearchParams, preferred: PageSize) {
  return queryOf(parseListSearch(filesList, params), preferred, OF_INQUIRIES)
}

export function inquiriesOf(params: SearchParams, preferred: PageSize) {
  return queryOf(parseListSearch(inquiriesList, params, PAST), preferred)
}
