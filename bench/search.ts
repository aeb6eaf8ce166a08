import { randomUUID } from 'node:crypto'
import type { ListQuery } from '@backoffice/contract/list'
import { SEARCH_KIND_NAMES } from '@backoffice/contract/search'
import { TABLES } from '@backoffice/contract/tables/tables'
import type { Client } from 'pg'
import { type Database, onlyRow } from '../apps/server/src/db/client.ts'
import { casesSource } from '../apps/server/src/features/cases/cases.store.ts'
import { tableSource } from '../apps/server/src/features/lookup-tables/table-source.ts'
import { policiesSource } from '../apps/server/src/features/policies/policies.store.ts'
import { rolesSource } from '../apps/server/src/features/roles/roles.store.ts'
import { findRecords } from '../apps/server/src/features/search/search.store.ts'
import { searchUsers } from '../apps/server/src/features/users/users.store.ts'
import { filesSource } from '../apps/server/src/files/tracked/files.store.ts'
import { listRows } from '../apps/server/src/kernel/list-rows.ts'
import { FILL_CASES } from './cases/cases.ts'
import { AS_OF, withDatabase } from './database.ts'
import { type Figure, median, percentile, timed } from './figures.ts'
import { fillTenders } from './lists/tenders.ts'

const ROWS = 1_000_000
const OPEN_CASES = 50_000
const ROUNDS = 10

/** Typical searches: names and codes, rare and frequent, from two letters on. `of`: files and cases of one user, or of one without any. */
const SEARCHES: readonly { text: string; of?: 'one' | 'none' }[] = [
  { text: 'vi' },
  { text: 'Visa' },
  { text: 'abcde' },
  { text: 'branch 77' },
  { text: 'B077' },
  { text: 'Maria' },
  { text: 'reyes 4' },
  { text: 'OPS-7777' },
  { text: 'C-000118' },
  { text: '0417' },
  { text: 'november.csv' },
  { text: 'zzzz' },
  { text: 'aria' },
  { text: 'isa' },
  { text: 'OPS-7777', of: 'one' },
  { text: 'ops', of: 'one' },
  { text: 'november.csv', of: 'one' },
  { text: 'ops', of: 'none' },
  { text: 'november.csv', of: 'none' },
]

/** Compares the palette's search of 1,000,000 rows of six kinds each with concurrent calls of all lists. */
export function benchSearch(rounds: number): Promise<Figure[]> {
  return withDatabase('search', fill, async ({ db, pool }) => {
    const { rows } = await pool.query<{ id: string }>(
      "SELECT id FROM users WHERE email = 'agent@backoffice.test'",
    )
    const agent = onlyRow(rows).id
    const ours: number[] = []
    const former: number[] = []
    const details: Figure[] = []
    let incomplete = 0
    for (const { text, of } of SEARCHES) {
      const own: number[] = []
      const owner = of === undefined ? null : of === 'one' ? agent : randomUUID()
      const scope = { today: AS_OF, cases: owner, files: owner }
      const find = () => findRecords(db, SEARCH_KIND_NAMES, text, scope)
      await find()
      if (!(await find()).complete) incomplete++
      for (let round = 0; round < rounds * ROUNDS; round++) {
        own.push(await timed(find))
        if (round % ROUNDS === 0) former.push(await timed(() => allLists(db, text, scope.files)))
      }
      ours.push(...own)
      const what = `search “${text}”${of === undefined ? '' : `, own files and cases: ${of === 'one' ? 'many' : 'none'}`}`
      details.push({
        what,
        shown: `p50 ${median(own).toFixed(1)}, p95 ${percentile(own, 0.95).toFixed(1)} ms`,
      })
    }
    const [ourP95, formerP95] = [percentile(ours, 0.95), percentile(former, 0.95)]
    const note = `p50 ${median(ours).toFixed(1)} : ${median(former).toFixed(0)} ms, p95 ${ourP95.toFixed(1)} : ${formerP95.toFixed(0)} ms`
    return [
      ...details,
      { what: 'searches cut off by the time limit', shown: `${incomplete} of ${SEARCHES.length}` },
      { row: 'search.p95', value: ourP95, note },
      { row: 'search.ratio', value: ourP95 / formerP95, note },
    ]
  })
}

/** The palette's former search, in all lists. */
async function allLists(db: Database, search: string, owner: string | null) {
  const query = { page: 1, page_size: 10, search } satisfies Omit<ListQuery, 'page_size'> & {
    page_size: number
  }
  await Promise.all([
    searchUsers(db, search, 10),
    listRows(db, casesSource(db, { viewer: owner ?? '', owner, today: AS_OF }), query),
    listRows(db, filesSource(db, owner), query),
    ...TABLES.map((table) => listRows(db, tableSource(db, table, AS_OF), query)),
    listRows(db, rolesSource(db), query),
    listRows(db, policiesSource(db), query),
  ])
}

async function fill(owner: Client): Promise<void> {
  await fillTenders(owner)
  await owner.query(FILL_CASES, [ROWS, OPEN_CASES])
  for (const [table, text] of Object.entries(FILL)) {
    await owner.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`)
    await owner.query(text, [ROWS])
    await owner.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`)
  }
  await owner.query('VACUUM (ANALYZE) cases, files, users, branches, terminals')
}

const FILL = {
  files: `
    INSERT INTO files (source_filekey, category, file_name, size, state, uploaded_by, created_at, link_expires_at)
    SELECT gen_random_uuid(), 'SMAC_INQUIRY',
      left(md5(n::text), 6) || '-' || (ARRAY['june', 'july', 'october', 'november'])[1 + n % 4] || '.csv',
      1, 'COMPLETED', person[1 + n % cardinality(person)], timestamptz '${AS_OF}' - n * interval '1 minute', now()
    FROM (SELECT array_agg(id ORDER BY id) AS person FROM users) AS people, generate_series(1, $1::int) AS n`,
  users: `
    INSERT INTO users (email, given_name, family_name, employee_no, role_id, status)
    SELECT 'person' || n || '@example.test', (ARRAY['Maria', 'Jose', 'Ana', 'Ramon', 'Liza'])[1 + n % 5],
      (ARRAY['Reyes', 'Cruz', 'Santos', 'Garcia', 'Lim', 'Dizon', 'Aquino'])[1 + n % 7] || ' ' || n, 'E' || n,
      (SELECT id FROM roles ORDER BY name LIMIT 1), 'ACTIVE'
    FROM generate_series(1, $1::int) AS n`,
  branches: `
    INSERT INTO branches (company_code, branch_code, branch_name, establishment_code, region, province, city)
    SELECT 'C' || n % 40 + 100, upper('B' || lpad(to_hex(n), 5, '0')), 'Branch ' || n || ' ' || left(md5(n::text), 8),
      'E' || n % 50, 'NCR', 'Metro Manila', (ARRAY['Makati', 'Pasig', 'Taguig', 'Manila'])[1 + n % 4]
    FROM generate_series(1, $1::int) AS n`,
  terminals: `
    INSERT INTO terminals (terminal_id, company_code, branch_code)
    SELECT upper(lpad(to_hex(n), 8, 'T')), 'C' || n % 40 + 100, upper('B' || lpad(to_hex(n), 5, '0'))
    FROM generate_series(1, $1::int) AS n`,
} as const
