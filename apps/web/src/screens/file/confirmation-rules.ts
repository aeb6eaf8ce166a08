import { MAX_ROW_RANGE_DAYS } from '@backoffice/contract/endpoints/inquiries'
import { dayAfter } from '../../kit/times.ts'

/** What is wrong with the range for rows without dates, by field; nothing if it is right. `today` in Manila. */
export function rangeErrors(
  from: string,
  to: string,
  today: string,
): { date_from?: string; date_to?: string } {
  if (from === '') return { date_from: 'Enter Date from' }
  if (from > today) return { date_from: 'Starts in the future' }
  if (to === '') return { date_to: 'Enter Date to' }
  if (to < from) return { date_to: 'Ends before it starts' }
  if (to > today) return { date_to: 'Ends in the future' }
  if (to > dayAfter(from, MAX_ROW_RANGE_DAYS - 1))
    return { date_to: `Longer than ${MAX_ROW_RANGE_DAYS} days, both ends counted` }
  return {}
}
