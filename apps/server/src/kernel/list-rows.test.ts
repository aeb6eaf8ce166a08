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
  const values = rows.map((row) => ({
    ...row,
    amount: row.amount?.toString() ?? null,
    at: timestampOf(row.at),
  }))
  await database.client.query(
    `INSERT INTO hostile SELECT id, code, name, kind, amount / 100, day, at
     FROM json_populate_recordset(NULL::hostile, $1)`,
    [JSON.stringify(values)],
  )
}

const source = () => ({
  declaration: HOSTILE,
  query: db.selectFrom('hostile').select(['id', 'code', 'name']),
  id: sql.ref('hostile.id'),
  unique: ['kind', 'code'],
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

/** The ids of every page from `start` on, in page order. */
async function pagesFrom(query: PageQuery, to: 'next' | 'previous', start: string | null, total: number) {
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

  const forward = await pagesFrom({ ...query, page: 1, page_size }, 'next', first.next, ids.length)
  expect([...first.rows.map(({ id }) => id), ...forward.flat()]).toEqual(ids)

  const lastPage = Math.max(1, Math.ceil(ids.length / page_size))
  const last = await list({ ...query, page: lastPage, page_size })
  expect(last.next).toBeNull()
  const back = await pagesFrom({ ...query, page: 1, page_size }, 'previous', last.previous, ids.length)
  expect([...back.reverse().flat(), ...last.rows.map(({ id }) => id)]).toEqual(ids)

  const all = await matchingRows(source(), query).execute()
  expect(all.map(({ id }) => id)).toEqual(ids)
  expect(await countMatching(db, source(), query)).toBe(ids.length)
}

const query = fc
  .record({ selection: hostileSelection, sort: fc.option(hostileSort, { nil: undefined }) })
  .map(({ selection, sort }): Query => ({ ...selection, sort }))
const queries = fc.array(fc.tuple(query, fc.integer({ min: 1, max: 7 })), { minLength: 1, maxLength: 4 })

test('filters, sorts, counts and pages both ways like a naive implementation', async () => {
  const property = fc.asyncProperty(hostileRows, queries, async (rows, searches) => {
    await fill(rows)
    for (const [each, size] of searches) await expectAllPages(rows, each, size)
  })
  await fc.assert(property, { numRuns: propertyRuns(300) })
})

const CURSOR_OF_ANOTHER = 'This page belongs to another search. Start at the first page.'
const CURSOR_UNREADABLE = 'This page can’t be found. Start at the first page.'

/** Twenty rows with few distinct values. */
async function fillSome() {
  const rows = fc.sample(hostileRows, { numRuns: 60, seed: 1 }).flat().slice(0, 20)
  await fill(rows)
  return rows
}

const packed = (cursor: object) => Buffer.from(JSON.stringify(cursor)).toString('base64url')

test('rejects a cursor of another search, filter, sort or list, and accepts one of another page size', async () => {
  await fillSome()
  const input = {
    search: '',
    filters: { kind: { in: ['A', 'B', 'C'] } },
    sort: ['kind:asc'],
    page: 1,
    page_size: 3,
  } as const
  const { next } = await list(input)
  const after = String(next)
  const others: PageQuery[] = [
    { ...input, search: 'a' },
    { ...input, filters: { kind: { in: ['A', 'B'] } } },
    { ...input, sort: ['kind:desc'] },
    { ...input, sort: [] },
  ]
  for (const other of others)
    await expect(list({ ...other, after })).rejects.toMatchObject({
      status: 422,
      code: 'cursor_mismatch',
      fields: [{ field: 'after', message: CURSOR_OF_ANOTHER }],
    })
  const renamed = { ...source(), declaration: { ...HOSTILE, name: 'other' } }
  await expect(listRows(db, renamed, { ...input, after })).rejects.toMatchObject({
    message: CURSOR_OF_ANOTHER,
  })
  expect((await list({ ...input, page_size: 7, after })).rows).toHaveLength(7)
})

test('rejects an invalid cursor', async () => {
  await fillSome()
  const { next } = await list({ sort: ['amount:desc', 'at:asc'], page: 1, page_size: 3 })
  const real = JSON.parse(Buffer.from(String(next), 'base64url').toString()) as { v: unknown[] }
  const broken = [
    ...['', 'x', '%', 'null', packed({}), packed([]), String(next).slice(0, -3)],
    packed({ ...real, v: real.v.slice(1) }),
    packed({ ...real, d: 'up' }),
    packed({ ...real, t: -1 }),
    ...['', 'x', '\0', '1e999999', "'; --", '🙂'].map((value) =>
      packed({ ...real, v: [value, value, value] }),
    ),
    packed({ ...real, v: [null, null, 'x'] }),
  ]
  for (const after of broken)
    await expect(
      list({ sort: ['amount:desc', 'at:asc'], page: 1, page_size: 3, after }),
    ).rejects.toMatchObject({
      status: 422,
      fields: [{ field: 'after', code: 'cursor_mismatch', message: CURSOR_UNREADABLE }],
    })
})

test('a page whose rows were all deleted links to the previous page', async () => {
  await fillSome()
  const input = { page: 1, page_size: 8 }
  const first = await list(input)
  const second = await list({ ...input, after: String(first.next) })
  const kept = [...first.rows, ...second.rows].map(({ id }) => id)
  await database.client.query('DELETE FROM hostile WHERE id <> ALL($1)', [kept])
  const third = await list({ ...input, after: String(second.next) })
  expect([third.rows, third.next]).toEqual([[], null])
  expect((await list({ ...input, after: String(third.previous) })).rows).toEqual(second.rows)
})

test('inserts and deletes on other pages do not shift the following pages', async () => {
  await fillSome()
  const input = { page: 1, page_size: 5 }
  const all = (await list({ ...input, page_size: 20 })).rows
  const first = await list(input)
  await database.client.query('DELETE FROM hostile WHERE id = ANY($1)', [
    first.rows.slice(0, 3).map(({ id }) => id),
  ])
  expect((await list({ ...input, after: String(first.next) })).rows).toEqual(all.slice(5, 10))
})

test('a card number matches nothing and never enters a cursor', async () => {
  await fillSome()
  await database.client.query("UPDATE hostile SET name = '9990000000000011'")
  const reply = await list({ search: '9990 0000 0000 0011', page: 1, page_size: 5 })
  expect(reply).toMatchObject({ rows: [], total: 0, next: null, previous: null })
})

test('beyond 10,000 rows the total is estimated, page numbers end and cursors continue', async () => {
  await database.client.query(`TRUNCATE hostile`)
  await database.client.query(`INSERT INTO hostile
    SELECT gen_random_uuid(), (n % 100)::text, NULL, 'A', n, NULL, now() FROM generate_series(1, 12000) n`)
  await database.client.query('ANALYZE hostile')
  const input: PageQuery = { sort: ['amount:asc'], page: 100, page_size: 100 }
  const last = await list(input)
  expect(last.total_estimated).toBe(true)
  expect(last.total).toBeGreaterThan(11_000)
  expect(last.total).toBeLessThan(13_000)
  await expect(list({ ...input, page: 101 })).rejects.toMatchObject({
    status: 422,
    fields: [{ field: 'page', code: 'page_too_far', message: expect.stringContaining('10,000 rows') }],
  })
  const beyond = await list({ ...input, page: 101, after: String(last.next) })
  expect([beyond.page, beyond.total, beyond.rows.length]).toEqual([101, last.total, 100])
  const { rows } = await database.client.query('SELECT id FROM hostile WHERE amount = 10001')
  expect(beyond.rows[0]?.id).toBe(rows[0].id)
  const exact = await list({ ...input, page: 1, filters: { amount: { to: '10000' } } })
  expect([exact.total, exact.total_estimated]).toEqual([10_000, false])
})
