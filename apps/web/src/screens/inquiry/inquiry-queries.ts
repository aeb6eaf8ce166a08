import { may } from '@backoffice/contract/access'
import type { CallInput } from '@backoffice/contract/endpoint'
import { inquiryEndpoints } from '@backoffice/contract/endpoints/inquiries'
import { queryOptions } from '@tanstack/react-query'
import { DEPENDS_ON_FILES } from '../../files/file-cache.ts'
import { filesQuery } from '../../files/file-queries.ts'
import type { SearchParams } from '../../kit/list/list-params.ts'
import { pageSize } from '../../kit/preferences/preferences.ts'
import { call } from '../../net/call.ts'
import { prefetch } from '../../net/query-client.ts'
import { useSession } from '../../session/store.ts'
import { filesOf, inquiriesOf } from './inquiry-lists.ts'

export type InquiriesSearch = NonNullable<CallInput<typeof inquiryEndpoints.list>['body']>

export function inquiriesQuery(body: InquiriesSearch) {
  return queryOptions({
    queryKey: ['inquiries', 'list', body],
    queryFn: ({ signal }) => call(inquiryEndpoints.list, { body, signal }),
    meta: DEPENDS_ON_FILES,
  })
}

/** Asks for both lists while the screen is on its way. */
export function loadInquiryLists(params: SearchParams): void {
  const { userDetails } = useSession.getState().auth
  if (may(userDetails, 'file:view')) prefetch(filesQuery(filesOf(params, pageSize())))
  if (may(userDetails, 'inquiry:run') || may(userDetails, 'inquiry:view-all'))
    prefetch(inquiriesQuery(inquiriesOf(params, pageSize())))
}
