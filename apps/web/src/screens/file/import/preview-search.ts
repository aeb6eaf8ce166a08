import type { ImportPreview } from '@backoffice/contract/endpoints/files'
import { PREVIEW_OUTCOMES, type PreviewOutcome } from '@backoffice/contract/file-kinds'
import { PAGE_SIZES } from '@backoffice/contract/list'

/** The search params of a file's screen: which rows of the preview it shows. */
export type PreviewSearch = {
  rows?: PreviewOutcome | undefined
  field?: string | undefined
  code?: string | undefined
  page?: number | undefined
  /** A cursor, with which pages of any depth are reached. */
  after?: string | undefined
  size?: (typeof PAGE_SIZES)[number] | undefined
}

/** Validates what any link may contain. The router keeps what is missing here, so all of it is returned. */
export function readPreviewSearch(search: Record<string, unknown>): PreviewSearch {
  const page = Number(search.page)
  const after = textOf(search.after, /^[\w.~-]{1,20}$/)
  return {
    rows: PREVIEW_OUTCOMES.find((outcome) => outcome === search.rows),
    field: textOf(search.field, /^[a-z_]{1,40}$/),
    code: textOf(search.code, /^\w{1,20}$/),
    page: Number.isInteger(page) && page > 1 && page <= 1_000_000 ? page : undefined,
    after,
    size: PAGE_SIZES.find((size) => size === Number(search.size)),
  }
}

function textOf(value: unknown, pattern: RegExp): string | undefined {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  return pattern.test(text) ? text : undefined
}

/** What is shown first: what would change, otherwise the first rows there are. */
export function shownRows({ rows }: PreviewSearch, preview: ImportPreview): PreviewOutcome {
  if (rows) return rows
  const first = (['changed', 'new', 'rejected'] as const).find((outcome) => preview[outcome] > 0)
  return first ?? 'unchanged'
}
