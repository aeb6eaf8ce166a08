import { api } from '@backoffice/contract/api'
import { SECURITY_ACTIONS } from '@backoffice/contract/audit'
import type { CallInput } from '@backoffice/contract/endpoint'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'

const FILE = '0b1f7c1e-0000-4000-8000-000000000001'
const RECORD = '0b1f7c1e-0000-4000-8000-000000000002'

let system: TestSystem
let owner: pg.Client
beforeAll(async () => {
  system = await startTestSystem()
  owner = new pg.Client({ connectionString: system.url })
  await owner.connect()
  await system.tokenOf('auditor')
  await system.identity.close()
  await owner.query('TRUNCATE audit_events')
  await owner.query(
    `INSERT INTO audit_events (actor_name, action, resource, resource_id, outcome, source_filekey)
     SELECT 'System', CASE WHEN n % 2 = 0 THEN 'tender.update' ELSE 'sign-in.succeed' END, 'tender', $2, 'done',
       CASE WHEN n > 100 THEN $1::uuid END
     FROM generate_series(1, 20000) n`,
    [FILE, RECORD],
  )
  await owner.query('ANALYZE audit_events')
})
afterAll(async () => {
  await owner.end()
  await system.stop()
})

type Filters = NonNullable<NonNullable<CallInput<typeof api.audit.list>['body']>['filters']>
const totalOf = async (filters: Filters) =>
  (await system.call(api.audit.list, { body: { filters, page: 1, page_size: 10 } }, 'auditor')).total

const FOLDED = { file: { empty: true } } as const

test('events of an import are left out, or listed by their file', async () => {
  expect(await totalOf(FOLDED)).toBe(100)
  expect(await totalOf({ ...FOLDED, action: { in: ['update'] } })).toBe(50)
  expect(await totalOf({ file: { in: [FILE] }, action: { in: ['update'] } })).toBe(9950)
  expect(await totalOf({ file: { in: ['tenders.csv'] } })).toBe(0)
})

test('the log of sign-ins has its actions only', async () => {
  expect(await totalOf({ ...FOLDED, log: { in: ['security'] } })).toBe(50)
})

test.each([
  ['without a filter', '', 'audit_events_newest_unfiled'],
  ['by actor', `AND audit_actor(actor_id, actor_name) = 'system'`, 'audit_events_actor_unfiled'],
  ['by address', `AND client_address = '192.0.2.7'`, 'audit_events_address'],
  ['by action', `AND split_part(action, '.', 2) = 'update'`, 'audit_events_action_unfiled'],
])('the page %s reads no event of an import', async (_, condition, index) => {
  const { rows } = await owner.query<{ 'QUERY PLAN': string }>(
    `EXPLAIN SELECT * FROM audit_events WHERE source_filekey IS NULL ${condition} ORDER BY at DESC, id DESC LIMIT 50`,
  )
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toContain(index)
  expect(plan).not.toContain('Sort')
})

test('the index of the security log has the actions of the vocabulary', async () => {
  const { rows } = await owner.query<{ text: string }>(
    `SELECT pg_get_indexdef('audit_events_security'::regclass) AS text`,
  )
  const indexed = [...(rows[0]?.text ?? '').matchAll(/'([a-z.-]+)'/g)].map(([, action]) => action)
  expect(indexed.toSorted()).toEqual([...SECURITY_ACTIONS].toSorted())
})
