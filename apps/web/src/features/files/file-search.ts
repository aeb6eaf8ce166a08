import {
  PREVIEW_OUTCOMES,
  type PreviewOutcome,
  RESULT_OUTCOMES,
  type ResultOutcome,
} from '@backoffice/contract/file-kinds'
import type { ImportPreview } from '@backoffice/contract/files'
import { PAGE_SIZES } from '@backoffice/contract/list'

/** Search params of the file screen, which select rows. `step` is set while a checked file is matched again. */
export type FileSearch = PreviewSearch & {
  outcome?: ResultOutcome | undefined
  step?: 'columns' | undefined
}

export function readFileSearch(search: Record<string, unknown>): FileSearch {
  return {
    ...readPreviewSearch(search),
    outcome: RESULT_OUTCOMES.find((outcome) => outcome === search.outcome),
    step: search.step === 'columns' ? search.step : undefined,
  }
}

/** Outcomes whose rows are listed in pages; rejected rows are in the grid of rows to fix. */
export type ListedOutcome = Exclude<PreviewOutcome, 'rejected'>

/** Search params of the file screen, which select the preview rows. */
export type PreviewSearch = {
  rows?: PreviewOutcome | undefined
  field?: string | undefined
  page?: number | undefined
  /** Cursor of the page. */
  after?: string | undefined
  size?: (typeof PAGE_SIZES)[number] | undefined
}

/** Validates the params of a link. Returns every key, because the router keeps missing ones. */
export function readPreviewSearch(search: Record<string, unknown>): PreviewSearch {
  const page = Number(search.page)
  const after = textOf(search.after, /^[\w.~-]{1,20}$/)
  return {
    rows: PREVIEW_OUTCOMES.find((outcome) => outcome === search.rows),
    field: textOf(search.field, /^[a-z_]{1,40}$/),
    page: Number.isInteger(page) && page > 1 && page <= 1_000_000 ? page : undefined,
    after,
    size: PAGE_SIZES.find((size) => size === Number(search.size)),
  }
}

function textOf(value: unknown, pattern: RegExp): string | undefined {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  return pattern.test(text) ? text : undefined
}

/** Selected outcome; by default the first of changed, new and rejected that has rows. */
export function shownRows({ rows }: PreviewSearch, preview: ImportPreview): PreviewOutcome {
  if (rows) return rows
  const first = (['changed', 'new', 'rejected'] as const).find((outcome) => preview[outcome] > 0)
  return first ?? 'unchanged'
}
