import type { ListQuery } from '@backoffice/contract/list'
import { tenders } from '@backoffice/contract/tables/tenders'
import { tableSource } from '../../../apps/server/src/resources/lookup-tables/table-source.ts'
import { TENDERS_DATA } from '../../../apps/server/src/resources/lookup-tables/tables/tenders.ts'
import { AS_OF } from '../database.ts'
import type { MeasuredTable } from './measure-lists.ts'

/** What is measured: a query of a list, and the same rows in SQL written by hand. */
export type ListCase = {
  what: string
  query: Omit<ListQuery, 'page'> & { page?: number }
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

const TENDER_CASES: readonly ListCase[] = [
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

const used =
  'SELECT min(first_used) FROM tender_usage u WHERE u.source_system = t.source_system AND u.tender_id = t.tender_id'

export const MEASURED_TENDERS: MeasuredTable = {
  name: 'tenders',
  source: (db) => tableSource(db, tenders, TENDERS_DATA, AS_OF),
  more: `CASE WHEN t.company_code = '*' THEN (${used}) ELSE (${used} AND u.company_code = t.company_code) END AS in_use_since`,
  cases: TENDER_CASES,
}
