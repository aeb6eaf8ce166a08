import { cardEndpoints } from '@backoffice/contract/cards'
import type { CallInput } from '@backoffice/contract/endpoint'
import { inquiryEndpoints } from '@backoffice/contract/inquiries'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../net/call.ts'
import { queryClient } from '../../net/query-client.ts'
import { formatNumber } from '../../ui/format-number.ts'
import { DEPENDS_ON_FILES } from '../files/tracked/file-cache.ts'

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
