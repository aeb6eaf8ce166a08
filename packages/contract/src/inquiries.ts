import { addresses, type Reply } from './endpoint.ts'
import type { inquirySchemas } from './inquiries.schemas.ts'

/** Maximum days of a row's range, inclusive. */
export const MAX_ROW_RANGE_DAYS = 31

/** Larger accounts show the most recently activated cards. */
export const MAX_CARDS_SHOWN = 20

export const inquiryEndpoints = addresses<typeof inquirySchemas>('operations')({
  run: {
    method: 'POST',
    path: '/smac_inquiry',
    access: 'inquiry:run',
    effect: 'write',
    rules: {
      purpose: { label: 'Purpose', rules: 'select_required' },
      ticket_no: { label: 'Ticket number', rules: 'required|max:30' },
      duplicate_reason: { label: 'Reason for running it again', rules: 'max:200' },
    },
  },
  get: {
    method: 'GET',
    path: '/smac_inquiry/:id',
    access: { anyOf: ['inquiry:run', 'inquiry:view-all'] },
    effect: 'read',
  },
  exportAnswer: {
    method: 'POST',
    path: '/smac_inquiry/:id/export',
    access: 'inquiry:export',
    effect: 'write',
  },
  list: {
    method: 'POST',
    path: '/smac_inquiry/list',
    access: { anyOf: ['inquiry:run', 'inquiry:view-all'] },
    effect: 'read',
  },
  export: { method: 'POST', path: '/smac_inquiry/export', access: 'inquiry:export', effect: 'write' },
})

export type Inquiry = Reply<typeof inquiryEndpoints.list>['items'][number]
export type InquiryResult = Reply<typeof inquiryEndpoints.get>
export type Transaction = InquiryResult['items'][number]
export type CardSummary = InquiryResult['cards'][number]
/** A result as it is stored. Its cases are looked up on each read. */
export type StoredResult = Omit<InquiryResult, 'cases'>
export type CaseInReply = InquiryResult['cases'][number]
