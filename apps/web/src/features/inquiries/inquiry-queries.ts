import { type Access, may } from '@backoffice/contract/access'
import { cardEndpoints } from '@backoffice/contract/cards'
import type { CallInput } from '@backoffice/contract/endpoint'
import { inquiryEndpoints } from '@backoffice/contract/inquiries'
import { filesList } from '@backoffice/contract/lists/files'
import { inquiriesList } from '@backoffice/contract/lists/inquiries'
import { isKeyOf } from '@backoffice/contract/objects'
import { queryOptions } from '@tanstack/react-query'
import { type PageSize, parseListSearch, queryOf, type SearchParams } from '../../kit/list/list-search.ts'
import { call } from '../../net/call.ts'
import { queryClient } from '../../net/query-client.ts'
import { formatNumber } from '../../ui/format-number.ts'
import { DEPENDS_ON_FILES } from '../files/tracked/file-queries.ts'

const inquiriesKey = ['inquiries', 'list'] as const

export type InquiriesSearch = NonNullable<CallInput<typeof inquiryEndpoints.list>['body']>

export function inquiriesQuery(body: InquiriesSearch) {
  return queryOptions({
    queryKey: [...inquiriesKey, body],
    queryFn: ({ signal }) => call(inquiryEndpoints.list, { body, signal }),
    meta: DEPENDS_ON_FILES,
  })
}

/** A stored result never changes. */
export function resultQuery(id: string) {
  return queryOptions({
    queryKey: ['inquiries', 'result', id],
    queryFn: ({ signal }) => call(inquiryEndpoints.get, { params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

const timelineKey = ['inquiries', 'timeline'] as const

export function timelineQuery(card_id: string) {
  return queryOptions({
    queryKey: [...timelineKey, card_id],
    queryFn: ({ signal }) => call(cardEndpoints.timeline, { body: { card_id }, signal }),
  })
}

/** After a run. */
export async function refreshInquiries(): Promise<void> {
  await Promise.all(
    [inquiriesKey, timelineKey].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  )
}

/** Number of past inquiries, from the first page of their list. */
export function inquiryCountQuery(firstPage: InquiriesSearch) {
  return queryOptions({
    ...inquiriesQuery(firstPage),
    select: ({ total, total_estimated }) => `${total_estimated ? 'about ' : ''}${formatNumber(total)}`,
  })
}

export const INQUIRY_FILES = { category: { in: ['SMAC_INQUIRY'] } }

/** Prefix for the params of past inquiries. Tracked files use params without a prefix. */
export const PAST = 'past.'

export const INQUIRY_TABS = {
  single: 'Single inquiry',
  file: 'From a file',
  several: 'Several cards',
  past: 'Past inquiries',
} as const
export type InquiryTab = keyof typeof INQUIRY_TABS

/** Tab of a URL without params. Users who may not run inquiries see past ones. */
export const firstTab = (user: Access): InquiryTab =>
  !may(user, 'inquiry:run') && may(user, 'inquiry:view-all') ? 'past' : 'single'

/** Params of the tracked files. */
const FILE_LIST_PARAMS = new Set(['q', 'sort', 'page', 'size', 'view', 'cols'])

/** Tab named by the URL, or inferred from its params. */
export function tabOf(params: SearchParams, first: InquiryTab): InquiryTab {
  const { tab } = params
  if (tab !== undefined && isKeyOf(INQUIRY_TABS, tab)) return tab
  const names = Object.keys(params).filter((name) => params[name] !== undefined)
  if (names.some((name) => name.startsWith(PAST))) return 'past'
  if (names.some((name) => name.startsWith('f.') || FILE_LIST_PARAMS.has(name))) return 'file'
  return names.includes('inquiry') ? 'single' : first
}

/** `preferred` is the user's number of rows. */
export function filesOf(params: SearchParams, preferred: PageSize) {
  return queryOf(parseListSearch(filesList, params), preferred, INQUIRY_FILES)
}

export function inquiriesOf(params: SearchParams, preferred: PageSize) {
  return queryOf(parseListSearch(inquiriesList, params, PAST), preferred)
}
