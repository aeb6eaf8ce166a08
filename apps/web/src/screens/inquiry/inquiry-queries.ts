import type { CallInput } from '@backoffice/contract/endpoint'
import { inquiryEndpoints } from '@backoffice/contract/endpoints/inquiries'
import { queryOptions } from '@tanstack/react-query'
import { DEPENDS_ON_FILES } from '../../files/file-cache.ts'
import { call } from '../../net/call.ts'

export type InquiriesSearch = NonNullable<CallInput<typeof inquiryEndpoints.list>['body']>

export function inquiriesQuery(body: InquiriesSearch) {
  return queryOptions({
    queryKey: ['inquiries', 'list', body],
    queryFn: ({ signal }) => call(inquiryEndpoints.list, { body, signal }),
    meta: DEPENDS_ON_FILES,
  })
}
