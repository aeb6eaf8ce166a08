import { maskCardNumbers } from '@backoffice/contract/card-number'
import type { FileState } from '@backoffice/contract/file-states'
import { PAGE_SIZES } from '@backoffice/contract/schemas'
import type { FilesSearch } from '../../files/file-queries.ts'
import { dayAfter, today } from '../../kit/format-time.ts'
import type { InquiriesSearch } from './inquiry-queries.ts'

/** The filters by status; one may cover several states of a file. */
export const STATUSES = {
  moving: ['Under way', ['UPLOADED', 'VALIDATING', 'QUEUED', 'PROCESSING']],
  waiting: ['Awaiting confirmation', ['AWAITING_CONFIRMATION']],
  completed: ['Completed', ['COMPLETED']],
  errors: ['Completed with errors', ['COMPLETED_WITH_ERRORS']],
  failed: ['Failed or rejected', ['FAILED', 'REJECTED']],
  stopped: ['Cancelled or expired', ['CANCELLED', 'EXPIRED']],
  unfinished: ['Not uploaded yet', ['PENDING_UPLOAD']],
} as const satisfies Record<string, readonly [string, readonly FileState[]]>
export type Status = keyof typeof STATUSES

export const SINCE = { today: ['Today', 0], week: ['Last 7 days', -6] } as const
export type Since = keyof typeof SINCE

export type PageSize = (typeof PAGE_SIZES)[number]

/** The search params of the screen, without those at their default. Without a size the user's preference counts. */
export type InquirySearch = {
  status?: Status | undefined
  since?: Since | undefined
  q?: string | undefined
  page?: number | undefined
  size?: PageSize | undefined
  past?: number | undefined
  past_size?: PageSize | undefined
}

const MAX_PAGE = 400

function pageOf(value: unknown): number | undefined {
  const page = Number(value)
  return Number.isInteger(page) && page > 1 && page <= MAX_PAGE ? page : undefined
}

function sizeOf(value: unknown) {
  return PAGE_SIZES.find((size) => size === Number(value))
}

function keyOf<K extends string>(table: Record<K, unknown>, value: unknown): K | undefined {
  // The table has no other keys than K.
  return (Object.keys(table) as K[]).find((key) => key === value)
}

/**
 * Validates search params, which may come from any link, and removes card numbers. Invalid params are returned as
 * undefined, because the router keeps those that are missing here.
 */
export function readSearch(search: Record<string, unknown>): InquirySearch {
  const q = typeof search.q === 'string' || typeof search.q === 'number' ? String(search.q).slice(0, 100) : ''
  return {
    status: keyOf(STATUSES, search.status),
    since: keyOf(SINCE, search.since),
    q: q.trim() === '' || maskCardNumbers(q) !== q ? undefined : q,
    page: pageOf(search.page),
    size: sizeOf(search.size),
    past: pageOf(search.past),
    past_size: sizeOf(search.past_size),
  }
}

/** `preferred`: the user's number of rows. */
export function filesOf(search: InquirySearch, preferred: PageSize): FilesSearch {
  const since = search.since && dayAfter(today(), SINCE[search.since][1])
  return {
    page: search.page ?? 1,
    page_size: search.size ?? preferred,
    filters: {
      category: { in: ['SMAC_INQUIRY'] },
      ...(search.status && { state: { in: STATUSES[search.status][1] } }),
      ...(since && { created_at: { from: since } }),
    },
    ...(search.q && { search: search.q }),
  }
}

export function inquiriesOf(search: InquirySearch, preferred: PageSize): InquiriesSearch {
  return { page: search.past ?? 1, page_size: search.past_size ?? preferred }
}
