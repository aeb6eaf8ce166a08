import { api } from '@backoffice/contract/api'
import type { CallInput } from '@backoffice/contract/endpoint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem()
  await system.pool.query(`
    INSERT INTO files (source_filekey, category, file_name, size, state, uploaded_by, created_at, link_expires_at, total)
    SELECT gen_random_uuid(), 'SMAC_INQUIRY', name, 10, state, users.id, at::timestamptz, now(), total
    FROM (VALUES
      ('Alpha.csv',     'COMPLETED', 'agent',      '2025-03-01 15:59:59.999999Z', 5),
      ('alpha-2.csv',   'FAILED',    'agent',      '2025-03-01 16:00:00Z',        7),
      ('50%_off\\.csv', 'COMPLETED', 'agent',      '2025-03-02 15:59:59.999999Z', 0),
      ('beta.csv',      'EXPIRED',   'supervisor', '2025-03-02 16:00:00Z',        9)
    ) AS given (name, state, mailbox, at, total)
    JOIN users ON users.email = mailbox || '@backoffice.test'`)
})
afterAll(() => system.stop())

type Query = NonNullable<CallInput<typeof api.files.list>['query']>
const list = (query: Query, as = 'supervisor') => system.call(api.files.list, { query }, as)
const names = async (query: Query, as?: string) =>
  (await list(query, as)).items.map(({ file_name }) => file_name)

test('lists own or all files, newest first', async () => {
  expect(await names({})).toEqual(['beta.csv', '50%_off\\.csv', 'alpha-2.csv', 'Alpha.csv'])
  expect(await names({}, 'agent')).toEqual(['50%_off\\.csv', 'alpha-2.csv', 'Alpha.csv'])
})

test('filters by fields, with days in Manila', async () => {
  expect(await names({ filters: { created_at: { from: '2025-03-02', to: '2025-03-02' } } })).toEqual([
    '50%_off\\.csv',
    'alpha-2.csv',
  ])
  expect(await names({ filters: { state: { in: ['FAILED', 'EXPIRED'] } } })).toEqual([
    'beta.csv',
    'alpha-2.csv',
  ])
  expect(
    await names({ filters: { rows: { from: '1', to: '7.5' }, file_name: { contains: 'ALPHA' } } }),
  ).toEqual(['alpha-2.csv', 'Alpha.csv'])
  const [owner] = (await list({ filters: { file_name: { in: ['beta.csv'] } } })).items
  expect(await names({ filters: { uploaded_by: { in: [String(owner?.uploaded_by.name)] } } })).toEqual([
    'beta.csv',
  ])
})

test('searches for special characters literally', async () => {
  for (const search of ['%_', 'F\\.', ' off '.trim()])
    expect(await names({ search })).toEqual(['50%_off\\.csv'])
  expect(await names({ search: 'a%a' })).toEqual([])
})

test('sorts names in any case, and pages forward and back by cursor', async () => {
  const query = { sort: ['file_name:desc'], page_size: 10 } as const
  expect(await names(query)).toEqual(['beta.csv', 'Alpha.csv', 'alpha-2.csv', '50%_off\\.csv'])
  expect(await list(query)).toMatchObject({ total: 4, total_estimated: false, next: null, previous: null })
})

test.each<[string, object, object]>([
  [
    'an unknown filter',
    { filters: { password: { in: ['x'] } } },
    { field: 'filters.password', code: 'unknown_field' },
  ],
  ['an unknown condition', { filters: { rows: { contains: '1' } } }, { field: 'filters.rows.contains' }],
  [
    'a filter without a condition',
    { filters: { rows: {} } },
    { field: 'filters.rows', message: 'Filters Rows has no condition' },
  ],
  ['an unknown choice', { filters: { state: { in: ['DONE'] } } }, { field: 'filters.state.in.0' }],
  [
    'an invalid day',
    { filters: { created_at: { from: '2025-02-30' } } },
    { field: 'filters.created_at.from' },
  ],
  ['filters that are not JSON', { filters: '{' }, { field: 'filters' }],
  [
    'an unknown sort',
    { sort: 'password:asc' },
    { field: 'sort', message: expect.stringContaining('“password:asc”') },
  ],
  ['a field sorted twice', { sort: ['rows:asc', 'rows:desc'] }, { field: 'sort' }],
  ['four sorts', { sort: ['rows:asc', 'size:asc', 'state:asc', 'file_name:asc'] }, { field: 'sort' }],
  ['an unsupported page size', { page_size: 7 }, { field: 'page_size' }],
  ['a page beyond the limit', { page: 101, page_size: 100 }, { field: 'page', code: 'page_too_far' }],
  ['a malformed cursor', { after: 'x' }, { field: 'after', code: 'cursor_mismatch' }],
])('%s is refused', async (_what, query, error) => {
  // Cast: the compiler rejects this too.
  const { status, errors } = await system.expectProblem(api.files.list, { query: query as Query }, 'agent')
  expect([status, errors]).toEqual([422, expect.arrayContaining([expect.objectContaining(error)])])
})

test('a cursor of another list is refused', async () => {
  const { next } = await system.call(api.inquiries.list, { body: {} }, 'agent')
  expect(next).toBeNull()
  await system.pool.query(`INSERT INTO files (source_filekey, category, file_name, size, uploaded_by, link_expires_at)
    SELECT gen_random_uuid(), 'SMAC_INQUIRY', n || '.csv', 1, users.id, now()
    FROM users, generate_series(1, 12) n WHERE email = 'agent@backoffice.test'`)
  const { next: after } = await list({ page_size: 10 }, 'agent')
  const body = { after: String(after) }
  expect(await system.expectProblem(api.inquiries.list, { body }, 'agent')).toMatchObject({
    status: 422,
    detail: 'This page belongs to another search. Start at the first page.',
  })
  expect((await list({ page_size: 10, after: String(after) }, 'agent')).items).toHaveLength(5)
})
