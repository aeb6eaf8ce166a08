import type { FieldOf, ListQuery } from '@backoffice/contract/list'
import type { tendersList } from '@backoffice/contract/tables/tenders'

/** What is measured: a query of a list, and the same rows in SQL written by hand. */
export type ListCase = {
  what: string
  query: Omit<ListQuery<FieldOf<typeof tendersList>>, 'page'> & { page?: number }
  /** From the first page so many pages on, or back from there, or from the row at this place of the order. */
  from?: { pages: number; back?: true } | { row: number; values: string }
  /** `beyond` has the values of the cursor as parameters. */
  bare: { where?: string; order: string; beyond?: string; offset?: number }
  /** The total is counted: of a page beside a counted one it is carried on. */
  counts: boolean
}

const page_size = 25
const ACTIVE = { status: { in: ['ACTIVE'] } }
const NEWEST = { filters: ACTIVE, sort: ['updated_at:desc'], page_size } as const
const NEWEST_BARE = { where: "status = 'ACTIVE'", order: 'updated_at DESC, id DESC' }
const KEY = 'source_system, tender_id, company_code'

export const LIST_CASES: readonly ListCase[] = [
  { what: 'first page, filter and sort', query: NEWEST, bare: NEWEST_BARE, counts: true },
  {
    what: 'next',
    query: NEWEST,
    from: { pages: 1 },
    bare: { ...NEWEST_BARE, beyond: '(updated_at, id) < ($1, $2)' },
    counts: false,
  },
  {
    what: 'previous',
    query: NEWEST,
    from: { pages: 3, back: true },
    bare: {
      ...NEWEST_BARE,
      order: 'updated_at, id',
      beyond: '(updated_at, id) > ($1, $2)',
    },
    counts: false,
  },
  {
    what: 'deep, at row 900,000',
    query: { page_size },
    from: { row: 900_000, values: KEY },
    bare: { order: KEY, beyond: `(${KEY}) > ($1, $2, $3)` },
    counts: false,
  },
  {
    what: 'deep, by name and mixed directions',
    query: { page_size, sort: ['tender_name:asc', 'updated_at:desc'] },
    from: { row: 900_000, values: 'lower(tender_name) COLLATE "C", updated_at DESC, id DESC' },
    bare: {
      order: 'lower(tender_name) COLLATE "C", updated_at DESC, id DESC',
      beyond:
        'lower(tender_name) COLLATE "C" >= $1 AND (lower(tender_name) COLLATE "C" > $1 OR (updated_at, id) < ($2, $3))',
    },
    counts: false,
  },
  {
    what: 'page 400 by its number',
    query: { page_size, page: 400 },
    bare: { order: KEY, offset: 399 * page_size },
    counts: true,
  },
  {
    what: 'search, some 20 rows',
    query: { page_size, search: 'abcde' },
    bare: {
      where:
        "(tender_id ILIKE '%abcde%' OR tender_name ILIKE '%abcde%' OR payment_method_code ILIKE '%abcde%' OR company_code ILIKE '%abcde%' OR card_scheme ILIKE '%abcde%')",
      order: KEY,
    },
    counts: true,
  },
]
