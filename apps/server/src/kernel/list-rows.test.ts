import type { FieldOf, ListQuery, Selection } from '@backoffice/contract/list'
import { propertyRuns } from '@backoffice/contract/testing/property-runs'
import fc from 'fast-check'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  HOSTILE,
  type HostileRow,
  hostileRows,
  hostileSelection,
  hostileSort,
  naiveRows,
  timestampOf,
} from '../testing/naive-list.ts'
import { useTestDatabase } from '../testing/use-test-database.ts'
import { countMatching, listRows, matchingRows } from './list-rows.ts'

type Tables = { hostile: { id: string; code: string; name: string | null } }

const database = useTestDatabase()
let db: Kysely<Tables>
beforeAll(async () => {
  const pool = new pg.Pool({ connectionString: database.url, max: 2, options: '-c timezone=UTC' })
  db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  await database.client.query(`CREATE TABLE hostile (
    id uuid PRIMARY KEY, code text COLLATE "C" NOT NULL, name text, kind text NOT NULL, amount numeric, day date,
    at timestamptz NOT NULL)`)
})
afterAll(() => db.destroy())

async function fill(rows: readonly HostileRow[]) {
  await database.client.query('TRUNCATE hostile')
  const given = rows.map((row) => ({
    ...row,
    amount: row.amount?.toString() ?? null,
    at: timestampOf(row.at),
  }))
  await database.client.query(
    `INSERT INTO hostile SELECT id, code, name, kind, amount / 100, day, at
     FROM json_populate_recordset(NULL::hostile, $1)`,
    [JSON.stringify(given)],
  )
}

const source = () => ({
  declaration: HOSTILE,
  query: db.selectFrom('hostile').select(['id', 'code', 'name']),
  id: sql.ref('hostile.id'),
  fields: {
    code: { sql: sql.ref('hostile.code') },
    name: { sql: sql.ref('hostile.name'), nullable: true, long: true },
    kind: { sql: sql.ref('hostile.kind') },
    amount: { sql: sql.ref('hostile.amount'), nullable: true },
    day: { sql: sql.ref('hostile.day'), nullable: true },
    at: { sql: sql.ref('hostile.at') },
  },
  searched: [sql.ref('hostile.code'), sql.ref('hostile.name')],
})

type Field = FieldOf<typeof HOSTILE>
type Query = Selection<Field> & Pick<ListQuery<Field>, 'sort'>
type PageQuery = Parameters<typeof listRows>[2]
const list = (query: PageQuery) => listRows(db, source(), query)

/** The ids of every page from the given one on, in the order in which the pages are reached. */
async function walk(query: PageQuery, to: 'next' | 'previous', start: string | null, total: number) {
  const pages: string[][] = []
  for (let after = start; after !== null; ) {
    const reply = await list({ ...query, after })
    expect([reply.total, reply.total_estimated]).toEqual([total, false])
    pages.push(reply.rows.map(({ id }) => id))
    after = reply[to]
  }
  return pages
}

async function expectAllPages(rows: readonly HostileRow[], query: Query, page_size: number) {
  const expected = naiveRows(rows, query, query.sort)
  const ids = expected.map(({ id }) => id)
  const first = await list({ ...query, page: 1, page_size })
  expect(first.rows).toEqual(expected.slice(0, page_size).map(({ id, code, name }) => ({ id, code, name })))
  expect([first.total, first.previous]).toEqual([ids.length, null])

  const forward = await walk({ ...query, page: 1, page_size }, 'next', first.next, ids.length)
  expect([...first.rows.map(({ id }) => id), ...forward.flat()]).toEqual(ids)

  const lastPage = Math.max(1, Math.ceil(ids.length / page_size))
  const last = await list({ ...query, page: lastPage, page_size })
  expect(last.next).toBeNull()
  const back = await walk({ ...query, page: 1, page_size }, 'previous', last.previous, ids.length)
  expect([...back.reverse().flat(), ...last.rows.map(({ id }) => id)]).toEqual(ids)

  const all = await matchingRows(source(), query).execute()
  expect(all.map(({ id }) => id)).toEqual(ids)
  expect(await countMatching(db, source(), query)).toBe(ids.length)
}

const query = fc
  .record({ selection: hostileSelection, sort: fc.option(hostileSort, { nil: undefined }) })
  .map(({ selection, sort }): Query => ({ ...selection, sort }))
const queries = fc.array(fc.tuple(query, fc.integer({ min: 1, max: 7 })), { minLength: 1, maxLength: 4 })

test('filters, sorts, counts and pages as a naive implementation does, there and back', async () => {
  const property = fc.asyncProperty(hostileRows, queries, async (rows, asked) => {
    await fill(rows)
    for (const [each, size] of asked) await expectAllPages(rows, each, size)
  })
  await fc.assert(property, { numRuns: propertyRuns(300) })
})
