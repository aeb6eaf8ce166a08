import type { FileState } from '@backoffice/contract/file-states'
import { PAGE_SIZES } from '@backoffice/contract/shapes'
import type { FilesSearch } from '../../api/files.ts'
import type { InquiriesSearch } from '../../api/inquiries.ts'
import { hasCard } from '../../kit/card-digits.ts'
import { dayAfter, today } from '../../kit/times.ts'

/** What staff filter by: states they would not tell apart stand under one name. */
export const STATUSES = {
  moving: ['Under way', ['UPLOADED', 'VALIDATING', 'QUEUED', 'PROCESSING']],
  waiting: ['Awaiting confirmation', ['AWAITING_CONFIRMATION']],
  completed: ['Completed', ['COMPLETED']],
  errors: ['Completed with errors', ['COMPLETED_WITH_ERRORS']],
  failed: ['Failed', ['FAILED']],
  rejected: ['Rejected', ['REJECTED']],
  stopped: ['Cancelled or expired', ['CANCELLED', 'EXPIRED']],
  unfinished: ['Not uploaded yet', ['PENDING_UPLOAD']],
} as const satisfies Record<string, readonly [string, readonly FileState[]]>
export type Status = keyof typeof STATUSES

export const SINCE = { today: ['Today', 0], week: ['Last 7 days', -6] } as const
export type Since = keyof typeof SINCE

/** The address of the screen; what is at its default is left out. */
export type InquirySearch = {
  status?: Status
  since?: Since
  q?: string
  page?: number
  size?: (typeof PAGE_SIZES)[number]
  past?: number
  past_size?: (typeof PAGE_SIZES)[number]
}

/** What to change about it; undefined takes a part back to its default. */
export type SearchChange = { [K in keyof InquirySearch]?: InquirySearch[K] | undefined }

const DEFAULT_SIZE = 10
const MOST_PAGES = 400

function pageOf(value: unknown): number | undefined {
  const page = Number(value)
  return Number.isInteger(page) && page > 1 && page <= MOST_PAGES ? page : undefined
}

function sizeOf(value: unknown) {
  return PAGE_SIZES.find((size) => size === Number(value) && size !== DEFAULT_SIZE)
}

/** Reads an address that anybody may have written; card numbers do not stay in it. */
export function readSearch(search: Record<string, unknown>): InquirySearch {
  const q = typeof search.q === 'string' || typeof search.q === 'number' ? String(search.q).slice(0, 100) : ''
  const entries = {
    status: Object.keys(STATUSES).find((status) => status === search.status),
    since: Object.keys(SINCE).find((since) => since === search.since),
    q: q.trim() === '' || hasCard(q) ? undefined : q,
    page: pageOf(search.page),
    size: sizeOf(search.size),
    past: pageOf(search.past),
    past_size: sizeOf(search.past_size),
  }
  return Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== undefined))
}

export function filesOf(search: InquirySearch): FilesSearch {
  const since = search.since && dayAfter(today(), SINCE[search.since][1])
  return {
    page: search.page ?? 1,
    page_size: search.size ?? DEFAULT_SIZE,
    category: 'SMAC_INQUIRY',
    ...(search.status && { status: [...STATUSES[search.status][1]] }),
    ...(since && { date_from: since }),
    ...(search.q && { q: search.q }),
  }
}

export function inquiriesOf(search: InquirySearch): InquiriesSearch {
  return { page: search.past ?? 1, page_size: search.past_size ?? DEFAULT_SIZE }
}
