import { inquiryEndpoints, MAX_ROW_RANGE_DAYS } from '@backoffice/contract/endpoints/inquiries'
import type { RuleFormOptions } from '../../kit/form/rule-form.ts'
import { dayAfter, today } from '../../kit/format-time.ts'
import type { ConfirmationValues } from './confirmation-values.ts'

const { purpose, ticket_no, duplicate_reason } = inquiryEndpoints.run.rules

/** What a file asks for; nothing else is on screen or checked. */
type Asked = { dates: boolean; reason: boolean; extent: string }

export function confirmationFields({ dates, reason, extent }: Asked) {
  return {
    purpose,
    ticket_no,
    ...(dates && {
      date_from: {
        label: 'Date from',
        rules: 'required',
        check: (from, { date_to }) => rangeErrors(from, date_to, today()).date_from,
      },
      date_to: {
        label: 'Date to',
        rules: 'required',
        check: (to, { date_from }) => rangeErrors(date_from, to, today()).date_to,
        reads: ['date_from'],
      },
    }),
    ...(reason && {
      duplicate_reason: {
        ...duplicate_reason,
        rules: `required|${duplicate_reason.rules}`,
      },
    }),
    ...(extent && { partial: { label: extent, rules: 'required' } }),
  } satisfies RuleFormOptions<ConfirmationValues>['fields']
}

/** What is wrong with the range for rows without dates, by field; nothing if it is right. `today` in Manila. */
export function rangeErrors(
  from: string,
  to: string,
  today: string,
): { date_from?: string; date_to?: string } {
  if (from === '') return {}
  if (from > today) return { date_from: 'Starts in the future' }
  if (to === '') return {}
  if (to < from) return { date_to: 'Ends before it starts' }
  if (to > today) return { date_to: 'Ends in the future' }
  if (to > dayAfter(from, MAX_ROW_RANGE_DAYS - 1))
    return { date_to: `Longer than ${MAX_ROW_RANGE_DAYS} days, both ends counted` }
  return {}
}
