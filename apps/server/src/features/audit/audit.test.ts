import { api } from '@backoffice/contract/api'
import type { CallInput } from '@backoffice/contract/endpoint'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_REQUEST, recordAudit } from '../../kernel/audit.ts'
import { addCash } from '../../testing/tenders.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'

let system: TestSystem
let owner: pg.Client
let ids: Record<'agent' | 'lookup' | 'role' | 'tender', string>

const REQUEST = '8f2c41aa-03d7-4e19-9b52-6a1fd0c27e84'
const GONE = '4e19abcd-03d7-4e19-9b52-6a1fd0c27e84'

beforeAll(async () => {
  system = await startTestSystem()
  owner = new pg.Client({ connectionString: system.url })
  await owner.connect()
  await addCash(system.pool)
  const one = async (text: string) => (await owner.query<{ id: string }>(text)).rows[0]?.id ?? ''
  ids = {
    agent: await one(`SELECT id FROM users WHERE email = 'agent@backoffice.test'`),
    lookup: await one(`SELECT id FROM users WHERE email = 'lookup@backoffice.test'`),
    role: await one(`SELECT id FROM roles WHERE name = 'Auditor'`),
    tender:
      await one(`INSERT INTO tenders (source_system, tender_id, tender_name, payment_method_code, company_code)
      VALUES ('FUEL', '0041', 'Fuel card', 'CSH', '*') RETURNING id`),
  }
  await owner.query('TRUNCATE audit_events')
  const [agent, lookup] = [
    { actor: { id: ids.agent, name: 'Maria Reyes' }, requestId: crypto.randomUUID(), clientRequestId: null },
    { actor: { id: ids.lookup, name: 'Carla Lim' }, requestId: REQUEST, clientRequestId: null },
  ]
  const bySystem = { actor: { id: null, name: 'System' }, ...NO_REQUEST }
  const tender = { resource: 'tender', id: ids.tender } as const
  const changes = { tender_name: ['Corporate fuel card', 'Peña y Compañía'] } as const
  await recordAudit(system.db, agent, [
    { resource: 'card', action: 'view', id: null, reason: 'OPS-20431, member complaint' },
  ])
  await recordAudit(system.db, lookup, [{ ...tender, action: 'update', changes }])
  await recordAudit(system.db, agent, [
    { ...tender, action: 'update', outcome: 'refused', reason: 'version_conflict' },
  ])
  await recordAudit(system.db, agent, [
    { ...tender, action: 'delete', outcome: 'refused', reason: 'access_denied', count: 3 },
  ])
  await recordAudit(system.db, bySystem, [{ resource: 'file', action: 'remove', id: GONE }])
  await recordAudit(system.db, lookup, [{ resource: 'role', action: 'update', id: ids.role }])
  await recordAudit(system.db, lookup, [{ resource: 'user', action: 'update', id: ids.agent }])
  await owner.query(`UPDATE audit_events SET at = '2026-03-01T16:30:00Z' WHERE action = 'role.update'`)
})
afterAll(async () => {
  await owner.end()
  await system.stop()
})

type Query = NonNullable<CallInput<typeof api.audit.list>['body']>
const list = (body: Query, as = 'auditor') => system.call(api.audit.list, { body }, as)
const words = async (body: Query) =>
  (await list(body)).items.map(({ resource, action, outcome }) => `${outcome} ${resource} ${action}`).sort()

test('an event has its actor, action and record, with the record’s name', async () => {
  const { items, total } = await list({
    filters: { request_id: { in: [REQUEST] }, resource: { in: ['tender'] } },
  })
  expect(total).toBe(1)
  expect(items).toEqual([
    {
      id: expect.stringMatching(/^\d+$/),
      at: expect.stringMatching(/Z$/),
      actor: { id: ids.lookup, name: 'Carla Lim' },
      approved_by: null,
      resource: 'tender',
      action: 'tender.update',
      outcome: 'done',
      record: { id: ids.tender, label: 'FUEL 0041' },
      changes: { tender_name: ['Corporate fuel card', 'Peña y Compañía'] },
      reason: null,
      count: 1,
      request_id: REQUEST,
      client_request_id: null,
      client: null,
      allowed_by: null,
      source_filekey: null,
    },
  ])
})

test('records that are removed or unnamed have no label; an event may have no record', async () => {
  const { items } = await list({})
  const labels = items.map(({ action, record }) => [action, record?.label])
  expect(Object.fromEntries(labels)).toMatchObject({
    'file.remove': null,
    'card.view': undefined,
    'role.update': 'Auditor',
    'user.update': 'Maria Reyes',
  })
})

const TENDER = ['done tender tender.update', 'refused tender tender.delete', 'stale tender tender.update']
const OF_MARCH = ['done role role.update']
const OF_LOOKUP = [...OF_MARCH, 'done tender tender.update', 'done user user.update']

describe('filters', () => {
  test.each<[string, () => Query['filters'], string[]]>([
    ['a user', () => ({ actor: { in: [ids.lookup] } }), OF_LOOKUP],
    ['the system', () => ({ actor: { in: ['system'] } }), ['done file file.remove']],
    [
      'either',
      () => ({ actor: { in: ['system', ids.lookup] } }),
      ['done file file.remove', ...OF_LOOKUP].sort(),
    ],
    ['a user’s name', () => ({ actor: { in: ['carla LIM'] } }), OF_LOOKUP],
    [
      'a name or the system',
      () => ({ actor: { in: ['Carla Lim', 'System'] } }),
      ['done file file.remove', ...OF_LOOKUP].sort(),
    ],
    ['a name without a user', () => ({ actor: { contains: 'Unknown' } }), []],
    ['an action', () => ({ action: { in: ['delete'] } }), ['refused tender tender.delete']],
    ['a resource', () => ({ resource: { in: ['tender'] } }), TENDER],
    ['a record by its id', () => ({ record: { in: [ids.tender] } }), TENDER],
    ['a record by its key', () => ({ record: { contains: 'fuel 0041' } }), TENDER],
    ['a record by a part of its key', () => ({ record: { in: ['0041'] } }), TENDER],
    ['a user by name', () => ({ record: { in: ['maria reyes'] } }), ['done user user.update']],
    ['a removed record by its id', () => ({ record: { in: [GONE] } }), ['done file file.remove']],
    ['no record', () => ({ record: { empty: true } }), ['done card card.view']],
    ['names without a record', () => ({ record: { in: ['0042', 'Unknown', "'; --"] } }), []],
    ['refused', () => ({ outcome: { in: ['refused'] } }), ['refused tender tender.delete']],
    ['out of date', () => ({ outcome: { in: ['stale'] } }), ['stale tender tender.update']],
    ['both', () => ({ outcome: { in: ['refused', 'stale'] } }), TENDER.slice(1)],
    ['a day in Manila', () => ({ at: { from: '2026-03-02', to: '2026-03-02' } }), OF_MARCH],
    ['the first characters of a request id', () => ({ request_id: { contains: '8F2C41AA-03' } }), OF_LOOKUP],
    ['too few characters of a request id', () => ({ request_id: { contains: '8f2c41' } }), []],
  ])('by %s', async (_what, filters, expected) => {
    expect(await words({ filters: filters() })).toEqual(expected)
  })
})

test('the id shown to a user finds every attempt of the call, and no call of another user', async () => {
  const clientRequestId = crypto.randomUUID()
  const attempt = (id: string, reason: string) =>
    recordAudit(
      system.db,
      { actor: { id, name: 'Some Caller' }, requestId: crypto.randomUUID(), clientRequestId },
      [{ resource: 'view', action: 'update', id: null, reason }],
    )
  await attempt(ids.agent, 'first')
  await attempt(ids.agent, 'second')
  await attempt(ids.lookup, 'of another user')
  const reasons = async (contains: string) =>
    (await list({ filters: { request_id: { contains } } })).items.map(({ reason }) => reason).sort()
  const all = await list({ filters: { request_id: { contains: clientRequestId } } })
  const second = all.items.find(({ reason }) => reason === 'second')
  expect([second?.client_request_id, all.items.length]).toEqual([clientRequestId, 3])
  expect(await reasons(second?.request_id ?? '')).toEqual(['first', 'second'])
  expect((await list({ search: second?.request_id ?? '' })).items).toHaveLength(2)
  await owner.query(`DELETE FROM audit_events WHERE client_request_id = $1`, [clientRequestId])
})

describe('a search', () => {
  test.each([
    ['the actor’s name', 'carla lim', OF_LOOKUP],
    ['a prefix of its last word', 'lim car', OF_LOOKUP],
    ['words of the action', 'tender delete', ['refused tender tender.delete']],
    ['the reason', 'OPS-20431', ['done card card.view']],
    ['values of changes', 'corporate fuel', ['done tender tender.update']],
    ['non-English letters', 'COMPAÑÍA', ['done tender tender.update']],
    ['the request', REQUEST, OF_LOOKUP],
    ['the request as the list shows it', '8f2c41aa', OF_LOOKUP],
    ['the id of a record', GONE, ['done file file.remove']],
    ['no field names', 'tender_name', []],
    ['nothing by the middle of a word', 'orporate fuel', []],
    ['nothing by a card number', '9990 0000 0000 0011', []],
    ['nothing by signs only', "&!|:* ' --", []],
    ['nothing by operators', "maria:* | !'x' <-> (", []],
  ])('finds %s', async (_what, search, expected) => {
    expect(await words({ search })).toEqual(expected)
    expect(await list({ search })).toMatchObject({ total: expected.length, total_estimated: false })
  })

  test('combines with filters', async () => {
    const query = { search: 'carla', filters: { resource: { in: ['role', 'file'] } } } as const
    expect(await words(query)).toEqual(OF_MARCH)
    expect((await list(query)).total).toBe(OF_MARCH.length)
  })

  test('has the same total on every page', async () => {
    const first = await list({ search: 'carla lim', page_size: 25 })
    const second = await list({ search: 'carla lim', page_size: 25, page: 2 })
    expect([first.total, second.total, second.items]).toEqual([OF_LOOKUP.length, OF_LOOKUP.length, []])
  })

  test('estimates totals above 10,000 events, and counts exactly if filters leave fewer', async () => {
    await owner.query(`INSERT INTO audit_events (at, actor_name, action, resource, outcome, changes, request_id, search)
      SELECT now(), 'Flood', 'view.update', CASE WHEN n > 30 THEN 'view' ELSE 'role' END, 'done', '{}', gen_random_uuid(),
        audit_search('Flood', 'view.update', '', NULL, '{}')
      FROM generate_series(1, 10_001) n`)
    const all = await list({ search: 'flood' })
    expect([all.total_estimated, all.total > 10_000]).toEqual([true, true])
    const few = await list({ search: 'flood', filters: { resource: { in: ['role'] } } })
    expect([few.total, few.total_estimated]).toEqual([30, false])
    await owner.query(`DELETE FROM audit_events WHERE actor_name = 'Flood'`)
  })
})

test('pages lead to the oldest event and back, newest first', async () => {
  const events = Array.from(
    { length: 60 },
    () => ({ resource: 'trancode', action: 'update', id: null }) as const,
  )
  await recordAudit(system.db, { actor: { id: null, name: 'Pager' }, ...NO_REQUEST }, events)
  const query = { filters: { resource: { in: ['trancode'] } }, page_size: 25 } as const
  const first = await list(query)
  const second = await list({ ...query, after: first.next ?? '' })
  const third = await list({ ...query, after: second.next ?? '' })
  expect([first.total, third.items.length, third.next]).toEqual([60, 10, null])
  const seen = [first, second, third].flatMap(({ items }) => items.map(({ id }) => Number(id)))
  expect(seen).toEqual(seen.toSorted((a, b) => b - a))
  expect(new Set(seen).size).toBe(60)
  expect((await list({ ...query, after: third.previous ?? '' })).items).toEqual(second.items)
})

test('the trail requires audit:view', async () => {
  expect(await system.expectProblem(api.audit.list, { body: {} }, 'lookup')).toMatchObject({
    status: 403,
    missing: ['audit:view'],
  })
})
