import { may } from '@backoffice/contract/access'
import type { CallInput } from '@backoffice/contract/endpoint'
import { cardEndpoints } from '@backoffice/contract/endpoints/cards'
import { inquiryEndpoints } from '@backoffice/contract/endpoints/inquiries'
import { queryOptions } from '@tanstack/react-query'
import { DEPENDS_ON_FILES } from '../../files/file-cache.ts'
import { filesQuery } from '../../files/file-queries.ts'
import type { SearchParams } from '../../kit/list/list-params.ts'
import { pageSize } from '../../kit/preferences/preferences.ts'
import { call } from '../../net/call.ts'
import { prefetch } from '../../net/query-client.ts'
import { useSession } from '../../session/store.ts'
import { filesOf, inquiriesOf, tabOf } from './inquiry-lists.ts'

export const inquiriesKey = ['inquiries', 'list'] as const

export type InquiriesSearch = NonNullable<CallInput<typeof inquiryEndpoints.list>['body']>

export function inquiriesQuery(body: InquiriesSearch) {
  return queryOptions({
    queryKey: [...inquiriesKey, body],
    queryFn: ({ signal }) => call(inquiryEndpoints.list, { body, signal }),
    meta: DEPENDS_ON_FILES,
  })
}

/** An answer never changes: it is that of then. */
export function answerQuery(id: string) {
  return queryOptions({
    queryKey: ['inquiries', 'answer', id],
    queryFn: ({ signal }) => call(inquiryEndpoints.get, { params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export const revealQuotaQuery = queryOptions({
  queryKey: ['card', 'reveal-quota'],
  queryFn: ({ signal }) => call(cardEndpoints.revealQuota, { signal }),
  // Other tabs count too.
  gcTime: 0,
})

/** The code of the tabs that are not shown first. */
export const loadTab = {
  file: () => import('./files-tab.tsx'),
  past: () => import('./inquiries-card.tsx'),
}

/** Asks for what the tab shows while the screen is on its way. */
export function loadInquiryScreen(params: SearchParams): void {
  const { userDetails } = useSession.getState().auth
  const tab = tabOf(params)
  // The screen reports what fails.
  if (tab !== 'single') loadTab[tab]().catch(() => undefined)
  const mayAsk = may(userDetails, 'inquiry:run') || may(userDetails, 'inquiry:view-all')
  if (tab === 'file' && may(userDetails, 'file:view')) prefetch(filesQuery(filesOf(params, pageSize())))
  if (tab === 'past' && mayAsk) prefetch(inquiriesQuery(inquiriesOf(params, pageSize())))
  if (tab === 'single' && mayAsk && params.inquiry) prefetch(answerQuery(params.inquiry))
}
