import { api } from '@backoffice/contract/api'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'

const USERS = 10_000

let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem()
  await system.pool.query(
    `INSERT INTO users (identity_sub, email, given_name, family_name, employee_no, department, role_id, status)
     SELECT gen_random_uuid(), 'user' || n || '@northline.example', 'Given' || n % 97, 'Family' || n, 'LD-' || n,
       'Desk ' || n % 11, roles.id, CASE n % 10 WHEN 0 THEN 'DISABLED' WHEN 1 THEN 'PENDING' ELSE 'ACTIVE' END
     FROM generate_series(1, $1::int) n
     JOIN (SELECT id, row_number() OVER (ORDER BY name) - 1 AS place, count(*) OVER () AS roles FROM roles) roles
       ON place = n % roles`,
    [USERS],
  )
  await system.pool.query(
    `INSERT INTO user_policies (user_id, policy_id)
     SELECT users.id, policies.id FROM users CROSS JOIN LATERAL (SELECT id FROM policies ORDER BY name LIMIT 2) policies`,
  )
  // As their owner: the application may not.
  const owner = new pg.Client({ connectionString: system.url })
  await owner.connect()
  await owner.query('ANALYZE users, user_policies')
  await owner.end()
})
afterAll(() => system.stop())

async function timed<T>(name: string, ask: () => Promise<T>): Promise<T> {
  const answer = await ask()
  const tookMs: number[] = []
  for (let run = 0; run < 5; run++) {
    const start = performance.now()
    await ask()
    tookMs.push(performance.now() - start)
  }
  const median = tookMs.sort((a, b) => a - b)[2] ?? 0
  console.log(`${USERS.toLocaleString('en')} users, ${name}: ${median.toFixed(0)} ms`)
  return answer
}

const list = (body: object) => () => system.call(api.users.list, { body }, 'admin')
const search = (q: string) => () => system.call(api.users.search, { query: { q } }, 'admin')

test('10,000 users are listed, filtered and searched', async () => {
  expect((await timed('first page', list({ page_size: 100 }))).items).toHaveLength(100)
  expect((await timed('page 90', list({ page_size: 100, page: 90 }))).items).toHaveLength(100)
  const byRole = await timed(
    'of a role that are active',
    list({ filters: { role: { in: ['Auditor'] }, status: { in: ['ACTIVE'] } } }),
  )
  expect(byRole.items.every(({ role, status }) => role.name === 'Auditor' && status === 'ACTIVE')).toBe(true)
  await timed('of a module', list({ filters: { module: { in: ['Glass'] } } }))
  await timed('last sign-in first', list({ sort: ['last_sign_in_at:desc'] }))
  expect((await timed('list search', list({ search: 'family99' }))).total).toBe(111)

  const found = await timed('search by family name', search('FAMILY77'))
  expect(found.items).toHaveLength(10)
  expect((await timed('search by e-mail', search('user9999@'))).items).toHaveLength(1)
  expect((await timed('search by employee number', search('ld-1234'))).items).toHaveLength(1)
  expect((await timed('search that finds nothing', search('zzz'))).items).toEqual([])
})
