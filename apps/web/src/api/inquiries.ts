import type { CallInput } from '@backoffice/contract/endpoint'
import { inquiryEndpoints } from '@backoffice/contract/endpoints/inquiries'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../net/call.ts'

export type Confirmation = CallInput<typeof inquiryEndpoints.run>['body']
export type InquiriesSearch = NonNullable<CallInput<typeof inquiryEndpoints.list>['body']>

export const inquiryKeys = { lists: ['inquiries', 'list'] as const }

export function inquiriesQuery(body: InquiriesSearch) {
  return queryOptions({
    queryKey: [...inquiryKeys.lists, body],
    queryFn: ({ signal }) => call(inquiryEndpoints.list, { body, signal }),
  })
}

export function runInquiry(body: Confirmation, idempotencyKey: string) {
  return call(inquiryEndpoints.run, { body, idempotencyKey })
}
