import { terminals } from '@backoffice/contract/tables/terminals'
import { Client } from 'pg'
import { tableSource } from '../../../apps/server/src/resources/lookup-tables/table-source.ts'
import { TERMINALS_DATA } from '../../../apps/server/src/resources/lookup-tables/tables/terminals.ts'
import { AS_OF } from '../database.ts'
import type { ListCase } from '../lists/list-cases.ts'
import type { MeasuredTable } from '../lists/measure-lists.ts'

/** As many as no retail group has. */
const ROWS = 1_000_000

/**
 * 50 companies with 400 branches each, 50 terminals in each branch, of which 9 of 10 were seen: most of them on the last
 * day, one in thirty three days before. Kept between runs.
 */
export async function fillTerminals(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ filled: number }>('SELECT count(*)::int AS filled FROM terminals')
  if (rows[0]?.filled !== ROWS) {
    await client.query('BEGIN; ALTER TABLE terminals DISABLE TRIGGER USER; TRUNCATE terminals CASCADE')
    await client.query(TERMINALS, [ROWS])
    await client.query(
      'ALTER TABLE terminals ENABLE TRIGGER USER; TRUNCATE company_groups, branches, establishments, code_usage',
    )
    for (const sql of [COMPANIES, ESTABLISHMENT, BRANCHES, USAGE]) await client.query(sql)
    await client.query('COMMIT')
    for (const table of ['terminals', 'branches', 'code_usage']) await client.query(`VACUUM ANALYZE ${table}`)
  }
  await client.end()
}

const COMPANIES = `INSERT INTO company_groups (company_code, company_name, group_code, group_name)
  SELECT 'C' || n, 'Company ' || n, 'G', 'Group' FROM generate_series(100, 149) n`
const ESTABLISHMENT = `INSERT INTO establishments (establishment_code, establishment_name, category, mcc, earn_allowed,
    redeem_allowed, earn_rate_pesos_per_point)
  VALUES ('SHOP', 'Shop', 'OTHER', '5999', true, true, 200)`
const BRANCHES = `INSERT INTO branches (company_code, branch_code, branch_name, establishment_code, region, province, city)
  SELECT 'C' || c, lpad(b::text, 4, '0'), 'Branch ' || b, 'SHOP', 'Region III (Central Luzon)', 'Tarlac', 'City of Tarlac'
  FROM generate_series(100, 149) c, generate_series(0, 399) b`
const TERMINALS = `INSERT INTO terminals (terminal_id, company_code, branch_code, status, effective_to, created_at,
    created_by_name, updated_at, updated_by_name)
  SELECT upper(lpad(to_hex(n * 3571::bigint % 4294967291), 8, '0')), 'C' || 100 + n % 50, lpad((n / 50 % 400)::text, 4, '0'),
    CASE WHEN n % 10 = 0 THEN 'INACTIVE' ELSE 'ACTIVE' END, CASE WHEN n % 4 = 0 THEN date '2026-01-01' + n % 2000 END,
    now(), 'Carla Lim', timestamptz '2025-01-01' + n * interval '31 seconds', 'Carla Lim'
  FROM generate_series(1, $1) n`
const USAGE = `INSERT INTO code_usage (kind, source_system, code, company_code, branch_code, first_used, last_used, first_at,
    last_at, transactions, amount)
  SELECT 'TERMINAL', '', terminal_id, '', '', '2025-01-01', at::date, '2025-01-01', at, 100, 100000
  FROM (SELECT terminal_id, timestamptz '2026-11-20' - CASE n % 30
      WHEN 0 THEN interval '3 days' WHEN 1 THEN interval '20 days' ELSE n % 23 * interval '1 hour' END AS at
    FROM (SELECT terminal_id, row_number() OVER (ORDER BY id) AS n FROM terminals) numbered) t WHERE right(terminal_id, 1) <> '0'`

const page_size = 25
const NEWEST = { filters: { company_code: { in: ['C107'] } }, sort: ['updated_at:desc'], page_size } as const

const TERMINAL_CASES: readonly ListCase[] = [
  {
    what: 'terminals, first page',
    query: { page_size },
    bare: { order: 'terminal_id' },
    counts: true,
  },
  {
    what: 'terminals of a company, newest first',
    query: NEWEST,
    bare: { where: "company_code = 'C107'", order: 'updated_at DESC, id DESC' },
    counts: true,
  },
  {
    what: 'terminals of a branch',
    query: {
      page_size,
      filters: { company_code: { in: ['C107'] }, branch_code: { in: ['0123'] } },
    },
    bare: { where: "company_code = 'C107' AND branch_code = '0123'", order: 'terminal_id' },
    counts: true,
  },
  {
    what: 'terminals, search, some rows',
    query: { page_size, search: 'ABCDE' },
    bare: {
      where: "(terminal_id ILIKE '%ABCDE%' OR branch_code ILIKE '%ABCDE%' OR company_code ILIKE '%ABCDE%')",
      order: 'terminal_id',
    },
    counts: true,
  },
  {
    what: 'terminals by branch, deep, at row 900,000',
    query: { page_size, sort: ['branch_code:asc'] },
    from: { row: 900_000, values: 'branch_code, id' },
    bare: { order: 'branch_code, id', beyond: '(branch_code, id) > ($1, $2::uuid)' },
    counts: false,
  },
]

const usage = `FROM code_usage u WHERE u.kind = 'TERMINAL' AND u.source_system = '' AND u.code = t.terminal_id
  AND u.company_code = '' AND u.branch_code = ''`

export const MEASURED_TERMINALS: MeasuredTable = {
  name: 'terminals',
  source: (db) => tableSource(db, terminals, TERMINALS_DATA, AS_OF),
  more: `(SELECT first_used ${usage}) AS in_use_since, (SELECT first_at ${usage}) AS first_seen_at,
    (SELECT last_at ${usage}) AS last_transaction_at`,
  cases: TERMINAL_CASES,
}
