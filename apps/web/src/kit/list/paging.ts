import { PAGE_SIZES } from '@backoffice/contract/list'
import { type ListSearch, NUMBERED_ROWS } from './list-search.ts'

export type PageReply = {
  readonly total: number
  readonly total_estimated: boolean
  readonly page_size: number
  readonly next?: string | null
  readonly previous?: string | null
}

export type Paging = {
  page: number
  pages: number
  hasNext: boolean
  hasPrevious: boolean
}

/** Paging state; `page` comes from the address, because a reply to a cursor has no number. */
export function pagingOf({ page = 1, after }: ListSearch, reply: PageReply): Paging {
  const pages = Math.max(1, Math.ceil(reply.total / reply.page_size))
  const hasNext = reply.next === undefined ? page < pages : reply.next !== null
  // An estimate may be lower than the current page.
  return {
    page,
    pages: hasNext ? Math.max(pages, page + 1) : reply.total_estimated || after ? page : pages,
    hasNext,
    hasPrevious: after ? reply.previous != null : page > 1,
  }
}

/**
 * The change to the previous or next page: by number within `NUMBERED_ROWS`, by cursor beyond. Includes the size, so
 * that the address shows the same rows to every user.
 */
export function pageChange(search: ListSearch, reply: PageReply, step: 1 | -1): ListSearch {
  const { page, pages } = pagingOf(search, reply)
  // Beyond the end, the previous page is the last one.
  const wanted = step < 0 ? Math.max(1, Math.min(page, pages + 1) - 1) : page + 1
  const cursor = step > 0 ? reply.next : reply.previous
  const size = PAGE_SIZES.find((each) => each === reply.page_size)
  const isNumbered = wanted * reply.page_size <= NUMBERED_ROWS
  return { page: wanted, size, after: isNumbered || !cursor ? undefined : cursor }
}
