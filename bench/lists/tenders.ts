import type { ListQuery } from '@backoffice/contract/list'
import type { Client } from 'pg'

export type ListCase = {
  what: string
  query: Omit<ListQuery, 'page'> & { page?: number }
  /** Start of the page: a number of pages after the first, with `back` one fewer, or the number of the row before it. */
  from?: { pages: number; back?: true } | { row: number; values: string }
  /** `beyond` has the values of the cursor as parameters. */
  bare: { where?: string; order: string; beyond?: string; offset?: number }
}

/** More rows than in any lookup table. */
const ROWS = 1_000_000

/** Fills the table without the trigger that sets authors. */
export async function fillTenders(owner: Client): Promise<void> {
  await owner.query('BEGIN; ALTER TABLE tenders DISABLE TRIGGER authors; TRUNCATE tenders')
  await owner.query(FILL, [ROWS])
  await owner.query('ALTER TABLE tenders ENABLE TRIGGER authors; COMMIT')
  await owner.query('VACUUM ANALYZE tenders')
}

const FILL = `
  INSERT INTO tenders (source_system, tender_id, tender_name, payment_method_code, card_scheme, company_code, status,
    effective_from, effective_to, created_at, created_by_name, updated_at, updated_by_name)
  SELECT (ARRAY['POS', 'FUEL', 'ONLINE', 'KIOSK'])[1 + n % 4], upper(lpad(to_hex(n / 160), 4, '0')),
    (ARRAY['Visa credit', 'Fuel fleet', 'Gift card', 'GCash', 'Points', 'Cash', 'Mastercard'])[1 + n % 7]
      || ' ' || left(md5(n::text), 12),
    lpad((n % 40)::text, 4, '0'), CASE WHEN n % 3 = 0 THEN 'VISA ' || n % 50 END, 'C' || n / 4 % 40 + 100,
    CASE WHEN n % 10 = 0 THEN 'INACTIVE' ELSE 'ACTIVE' END,
    CASE WHEN n % 2 = 0 THEN date '2020-01-01' + n % 2000 END, CASE WHEN n % 4 = 0 THEN date '2026-01-01' + n % 2000 END,
    now(), 'Carla Lim', timestamptz '2025-01-01' + n * interval '31 seconds', 'Carla Lim'
  FROM generate_series(1, $1) n`

const page_size = 25
const NEWEST = { filters: { status: { in: ['ACTIVE'] } }, sort: ['updated_at:desc'], page_size } as const
const KEY = 'source_system, tender_id, company_code'
const NEWEST_BARE = { where: "status = 'ACTIVE'", order: `updated_at DESC, ${KEY}` }
const NAME = 'lower(tender_name) COLLATE "C"'
const BY_NAME = `${NAME}, updated_at DESC, ${KEY}`
const SEARCHED = ['tender_id', 'tender_name', 'payment_method_code', 'company_code', 'card_scheme']

export const CASES: readonly ListCase[] = [
  { what: 'first page, filter and sort', query: NEWEST, bare: NEWEST_BARE },
  {
    what: 'next',
    query: NEWEST,
    from: { pages: 1 },
    bare: { ...NEWEST_BARE, beyond: `updated_at <= $1 AND (updated_at < $1 OR (${KEY}) > ($2, $3, $4))` },
  },
  {
    what: 'previous',
    query: NEWEST,
    from: { pages: 3, back: true },
    bare: {
      ...NEWEST_BARE,
      order: 'updated_at, source_system DESC, tender_id DESC, company_code DESC',
      beyond: `updated_at >= $1 AND (updated_at > $1 OR (${KEY}) < ($2, $3, $4))`,
    },
  },
  {
    what: 'deep, at row 900,000',
    query: { page_size },
    from: { row: 900_000, values: KEY },
    bare: { order: KEY, beyond: `(${KEY}) > ($1, $2, $3)` },
  },
  {
    what: 'deep, by name and mixed directions',
    query: { page_size, sort: ['tender_name:asc', 'updated_at:desc'] },
    from: { row: 900_000, values: BY_NAME },
    bare: {
      order: BY_NAME,
      beyond: `${NAME} >= $1 AND (${NAME} > $1
        OR updated_at <= $2 AND (updated_at < $2 OR (${KEY}) > ($3, $4, $5)))`,
    },
  },
  {
    what: 'page 400 by its number',
    query: { page_size, page: 400 },
    bare: { order: KEY, offset: 399 * page_size },
  },
  {
    what: 'search, some 20 rows',
    query: { page_size, search: 'abcde' },
    bare: { where: `(${SEARCHED.map((column) => `${column} ILIKE '%abcde%'`).join(' OR ')})`, order: KEY },
  },
]
