import type { CallInput } from '@backoffice/contract/endpoint'
import { type InquiryResult, inquiryEndpoints } from '@backoffice/contract/inquiries'
import { MAX_SINGLE_RANGE_DAYS } from '@backoffice/contract/inquiry-criteria'
import { dayAfter, today } from '../../kit/format/format-time.ts'
import { call } from '../../net/call.ts'

type Body = NonNullable<CallInput<typeof inquiryEndpoints.run>['body']>

/** Finds the purchases of a card by an inquiry over the longest range. */
export async function lookUpPurchases(
  request: Pick<Body, 'card_number' | 'card_id' | 'ticket_no'>,
): Promise<InquiryResult> {
  const now = today()
  const result = await call(inquiryEndpoints.run, {
    body: {
      mode: 'CARD',
      purpose: 'MEMBER_COMPLAINT',
      ...request,
      date_from: dayAfter(now, 1 - MAX_SINGLE_RANGE_DAYS),
      date_to: now,
    },
  })
  if (result.mode === 'FILE') throw new Error('The inquiry of a card returned a file.')
  return result
}
