import { PURPOSES, type TrackedFile } from '@backoffice/contract/endpoints/files'
import type { Confirmation } from '../../api/inquiries.ts'

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

/** What is sent; what was not asked for is left out. */
export function toBody(file: TrackedFile, values: ConfirmationValues): Confirmation {
  const purpose = PURPOSES.find((one) => one === values.purpose)
  if (!purpose) throw new Error('The form was sent without a purpose.')
  return {
    mode: 'FILE',
    source_filekey: file.source_filekey,
    purpose,
    partial: values.partial === 'valid',
    ...(values.ticket_no && { ticket_no: values.ticket_no }),
    ...(file.rows_without_dates > 0 && { date_from: values.date_from, date_to: values.date_to }),
    ...(file.already_uploaded && { duplicate_reason: values.duplicate_reason }),
  }
}
