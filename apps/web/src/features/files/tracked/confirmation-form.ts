import type { CallInput } from '@backoffice/contract/endpoint'
import type { TrackedFile } from '@backoffice/contract/files'
import { inquiryEndpoints, MAX_ROW_RANGE_DAYS } from '@backoffice/contract/inquiries'
import { checkTicket } from '@backoffice/contract/inquiry-criteria'
import { PURPOSES } from '@backoffice/contract/purposes'
import type { RuleFormOptions } from '../../../kit/form/rule-form.ts'
import { plural } from '../../../kit/format/format-number.ts'
import { dayAfter, today } from '../../../kit/format/format-time.ts'

export type ConfirmationValues = {
  purpose: string
  ticket_no: string
  partial: 'valid' | 'all'
  date_from: string
  date_to: string
  duplicate_reason: string
}

export const EMPTY: ConfirmationValues = {
  purpose: '',
  ticket_no: '',
  partial: 'valid',
  date_from: '',
  date_to: '',
  duplicate_reason: '',
}

const { purpose, ticket_no, duplicate_reason } = inquiryEndpoints.run.rules

/** If there are `invalidRows`, the user chooses how to treat them. */
type Requirements = { dates: boolean; reason: boolean; invalidRows: number }

export function confirmationFields({ dates, reason, invalidRows }: Requirements) {
  return {
    purpose,
    ticket_no: { ...ticket_no, check: checkTicket },
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
    ...(invalidRows > 0 && {
      partial: {
        label: `${plural(invalidRows, 'row')} cannot be looked up`,
        rules: 'required',
        check: (partial) => (partial === 'all' ? nothingRuns(invalidRows) : undefined),
      },
    }),
  } satisfies RuleFormOptions<ConfirmationValues>['fields']
}

/** Reason why "all or nothing" is blocked. */
export function nothingRuns(invalidRows: number): string {
  const are = plural(invalidRows, 'row is', 'rows are')
  return `Nothing would run, because ${are} invalid. Choose “Valid rows only”, or fix the file and upload it again.`
}

/** Errors by field of the range for rows without dates. `today` is the day in Manila. */
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

/** The body for one file. Omits what it does not need, which the form of several files may have asked. */
export function toBody(
  file: TrackedFile,
  values: ConfirmationValues,
): CallInput<typeof inquiryEndpoints.run>['body'] {
  const purpose = PURPOSES.find((each) => each === values.purpose)
  if (!purpose) throw new Error('The form was submitted without a purpose.')
  return {
    mode: 'FILE',
    source_filekey: file.source_filekey,
    version: file.version,
    purpose,
    ticket_no: values.ticket_no,
    partial: values.partial === 'valid',
    ...(file.rows_without_dates > 0 && { date_from: values.date_from, date_to: values.date_to }),
    ...(file.already_uploaded && { duplicate_reason: values.duplicate_reason }),
  }
}
