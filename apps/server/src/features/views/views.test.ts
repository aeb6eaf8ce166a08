import { api } from '@backoffice/contract/api'
import type { CallInput } from '@backoffice/contract/endpoint'
import type { View } from '@backoffice/contract/views'
import { LISTS } from '@backoffice/contract/views.schemas'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem()
})
afterAll(() => system.stop())
beforeEach(async () => {
  await system.pool.query('DELETE FROM views')
})

type NewView = CallInput<typeof api.views.create>['body']
const newView = (change: Partial<NewView> = {}): NewView => ({
  list: 'tenders',
  name: 'Fuel only',
  audience: 'MINE',
  content: { filters: { source_system: { in: ['FUEL'] } }, sort: ['tender_id:desc'], columns: ['tender_id'] },
  ...change,
})
const create = (change: Partial<NewView> = {}, as = 'lookup') =>
  system.call(api.views.create, { body: newView(change) }, as)
const listed = async (as: string, list = 'tenders') =>
  (await system.call(api.views.list, { query: { list } }, as)).items
const names = async (as: string) => (await listed(as)).map(({ name }) => name)
const update = (view: View, change: object, as = 'lookup') =>
  system.send(api.views.update, { params: { id: view.id }, body: { version: view.version, ...change } }, as)
const remove = (view: View, as = 'lookup', version = view.version) =>
  system.send(api.views.delete, { params: { id: view.id }, version }, as)
const setDefault = (id: string | null, as: string, list = 'tenders') =>
  system.send(api.views.setDefault, { body: { list, id } }, as)

async function changeRole(mailbox: string, role: string) {
  await system.pool.query(
    `UPDATE users SET role_id = roles.id FROM roles WHERE email = $1 AND roles.name = $2`,
    [`${mailbox}@backoffice.test`, role],
  )
}

test('a view is saved with the state of the list, visible only to its owner', async () => {
  const view = await create()
  expect(view).toMatchObject({ ...newView(), version: 1, is_mine: true, is_default: false })
  expect(await listed('lookup')).toEqual([view])
  expect(await listed('lookup', 'files')).toEqual([])
  expect(await listed('supervisor')).toEqual([])
})

test('lists own views first, then those of the role and for everyone, each by name in any case', async () => {
  await create({ name: 'b', audience: 'EVERYONE' }, 'supervisor')
  await create({ name: 'A', audience: 'EVERYONE' }, 'supervisor')
  await create({ name: 'Zulu' })
  await create({ name: 'alpha' })
  await create({ name: 'my role', audience: 'ROLE' })
  expect(await names('lookup')).toEqual(['alpha', 'Zulu', 'my role', 'A', 'b'])
  const [, , , shared] = await listed('lookup')
  expect([shared?.is_mine, shared?.owner.name]).toEqual([false, expect.stringMatching(/\w+ \w+/)])
})

test('a view of a role is visible to current users of the role, even after its owner changed roles', async () => {
  const view = await create({ audience: 'ROLE' })
  expect(await names('glass')).toEqual([])
  await changeRole('glass', 'Lookup maintainer')
  expect(await names('glass')).toEqual(['Fuel only'])
  await changeRole('lookup', 'Operations viewer')
  expect([await names('glass'), await names('viewer')]).toEqual([['Fuel only'], []])
  expect((await update(view, { audience: 'ROLE' })).status).toBe(200)
  expect([await names('glass'), await names('viewer')]).toEqual([[], ['Fuel only']])
  await changeRole('glass', 'Glass maintainer')
  await changeRole('lookup', 'Lookup maintainer')
})

test('another role can be chosen with role:update only, and sees the view instead of the own role', async () => {
  const { rows } = await system.pool.query<{ id: string; name: string }>(
    `SELECT id, name FROM roles WHERE name IN ('Auditor', 'Lookup maintainer') ORDER BY name`,
  )
  const [auditor, own] = rows.map(({ id }) => id)
  expect((await system.call(api.views.roles, {}, 'admin')).items).toEqual(expect.arrayContaining(rows))
  expect((await system.send(api.views.roles, {}, 'lookup')).status).toBe(403)
  const body = newView({ audience: 'ROLE', role_id: String(auditor) })
  expect(await system.expectProblem(api.views.create, { body }, 'lookup')).toMatchObject({
    status: 403,
    missing: ['role:update'],
  })
  const ownView = await create({ audience: 'ROLE', role_id: String(own), name: 'Own role' })
  expect(ownView.role).toEqual({ id: own, name: 'Lookup maintainer' })
  expect((await update(ownView, { role_id: auditor })).status).toBe(403)

  const view = await create({ audience: 'ROLE', role_id: String(auditor) }, 'admin')
  expect(view.role).toEqual({ id: auditor, name: 'Auditor' })
  expect([await names('auditor'), await names('access')]).toEqual([['Fuel only'], []])
  expect((await update(view, { name: 'Renamed' }, 'admin')).status).toBe(200)
  expect(await names('auditor')).toEqual(['Renamed'])
  const [renamed = view] = await listed('admin')
  expect(await update(renamed, { role_id: own }, 'admin')).toMatchObject({ status: 200 })
  expect([await names('auditor'), await names('lookup')]).toEqual([[], ['Own role', 'Renamed']])

  const missing = newView({ audience: 'ROLE', role_id: crypto.randomUUID(), name: 'Missing' })
  expect(await system.expectProblem(api.views.create, { body: missing }, 'admin')).toMatchObject({
    status: 422,
    errors: [{ field: 'role_id' }],
  })
  const everyone = newView({ audience: 'EVERYONE', role_id: String(auditor), name: 'All' })
  expect((await system.call(api.views.create, { body: everyone }, 'lookup')).role).toBeNull()
})

test('the view of another user can be used but not changed; invisible views are reported as missing', async () => {
  const shared = await create({ audience: 'EVERYONE' })
  const { status, body } = await update(shared, { name: 'Mine now' }, 'supervisor')
  expect([status, body]).toEqual([
    403,
    expect.objectContaining({
      code: 'access_denied',
      detail: `This view belongs to ${shared.owner.name}: save a copy of it under your own name.`,
    }),
  ])
  expect((await remove(shared, 'supervisor')).status).toBe(403)

  const own = await create({ name: 'Hidden' })
  expect((await update(own, { name: 'Mine now' }, 'supervisor')).status).toBe(404)
  expect((await remove(own, 'supervisor')).status).toBe(404)
  expect((await setDefault(own.id, 'supervisor')).status).toBe(404)
  expect(await names('lookup')).toEqual(['Hidden', 'Fuel only'])
})

test('an update requires the current version and changes only the sent fields', async () => {
  const view = await create()
  const first = await update(view, { name: '  Fuel, newest first ', content: { search: 'x' } })
  expect(first).toMatchObject({
    status: 200,
    body: {
      resource: { version: 2, name: 'Fuel, newest first', audience: 'MINE', content: { search: 'x' } },
    },
  })
  expect(await update(view, { name: 'Late' })).toMatchObject({
    status: 409,
    body: { code: 'version_conflict', current: { version: 2, name: 'Fuel, newest first' } },
  })
  expect((await update({ ...view, version: 2 }, { content: { search: 'x' } })).body).toMatchObject({
    resource: { version: 2 },
  })
  const missing = await update(view, { version: undefined, name: 'Late' })
  expect(missing.status).toBe(428)
})

test('a delete requires the current version', async () => {
  const view = await create()
  expect((await remove(view, 'lookup', 7)).status).toBe(409)
  expect(await remove(view)).toMatchObject({ status: 200, body: { resource: { id: view.id } } })
  expect((await remove(view)).status).toBe(404)
})

test.each<[string, Partial<NewView>, { field: string; code?: string }]>([
  ['a name taken, in any case', { name: 'FUEL ONLY' }, { field: 'name', code: 'duplicate' }],
  ['an empty name', { name: '  ' }, { field: 'name', code: 'required' }],
  ['a long name', { name: 'x'.repeat(61) }, { field: 'name', code: 'max' }],
  [
    'a card number',
    { content: { search: '9990 0000 0000 0011' } },
    { field: 'content', code: 'card_number' },
  ],
  ['four sorts', { content: { sort: ['a:asc', 'b:asc', 'c:asc', 'd:asc'] } }, { field: 'content.sort' }],
  [
    'filters of more than a screen’s worth',
    { content: { filters: { tender_id: { in: Array.from({ length: 100 }, () => 'x'.repeat(100)) } } } },
    { field: 'content' },
  ],
  ['an unknown list', { list: 'tenders2' }, { field: 'list' }],
])('%s is refused', async (_what, change, error) => {
  await create()
  const problem = await system.expectProblem(api.views.create, { body: newView(change) }, 'lookup')
  expect([problem.status, problem.errors]).toEqual([422, [expect.objectContaining(error)]])
})

test('the same name is free for another list and another user', async () => {
  await create()
  await create({ list: 'files' })
  await create({}, 'supervisor')
  const view = await create({ name: 'Other' })
  expect((await update(view, { name: 'fuel ONLY' })).body).toMatchObject({
    code: 'duplicate',
    errors: [{ field: 'name', message: 'You already have a view with this name. Choose another name.' }],
  })
})

test('a user has at most 60 views, whatever their lists, also by calls at once', async () => {
  await system.pool.query(`INSERT INTO views (list, name, audience, content, owner_id)
    SELECT CASE WHEN n % 2 = 0 THEN 'tenders' ELSE 'files' END, n::text, 'MINE', '{}', users.id
    FROM users, generate_series(1, 55) n WHERE email = 'lookup@backoffice.test'`)
  const sent = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      system.send(api.views.create, { body: newView({ name: `New ${index}` }) }, 'lookup'),
    ),
  )
  expect(sent.map(({ status }) => status).toSorted()).toEqual([...Array(5).fill(201), ...Array(7).fill(422)])
  const problem = await system.expectProblem(api.views.create, { body: newView() }, 'lookup')
  expect(problem).toMatchObject({
    code: 'too_many_views',
    errors: [{ field: 'name', message: 'You have 60 views, your limit. Delete one first.' }],
  })
  await create({}, 'supervisor')
})

test('each user chooses a default per list, which comes first while visible', async () => {
  const shared = await create({ name: 'Shared', audience: 'EVERYONE' })
  const own = await create({ name: 'Own' }, 'supervisor')
  expect(await setDefault(shared.id, 'supervisor')).toMatchObject({ status: 200 })
  expect(await listed('supervisor')).toMatchObject([
    { name: 'Shared', is_default: true },
    { name: 'Own', is_default: false },
  ])
  expect((await listed('lookup'))[0]?.is_default).toBe(false)
  expect((await setDefault(shared.id, 'supervisor', 'files')).status).toBe(404)

  await update(shared, { audience: 'MINE' })
  expect(await listed('supervisor')).toMatchObject([{ name: 'Own', is_default: false }])
  await setDefault(own.id, 'supervisor')
  expect((await listed('supervisor'))[0]?.is_default).toBe(true)
  await setDefault(null, 'supervisor')
  expect((await listed('supervisor'))[0]?.is_default).toBe(false)
  await setDefault(own.id, 'supervisor')
  expect((await remove(own, 'supervisor')).status).toBe(200)
})

test('every existing list can have views, and unknown lists are refused', async () => {
  const list = 'my_invention'
  const calls = [
    await system.send(api.views.list, { query: { list } }, 'lookup'),
    await system.send(api.views.create, { body: newView({ list }) }, 'lookup'),
    await setDefault(null, 'lookup', list),
  ]
  expect(calls.map(({ status }) => status)).toEqual([422, 422, 422])
  for (const { name } of LISTS) expect(await create({ list: name })).toMatchObject({ list: name })
})

test('audits every change, and no update without changes', async () => {
  // Refusals of earlier tests count with this one for a minute.
  system.clock.offsetMs += 60_000
  const view = await create({ name: 'Audited' })
  await update(view, { name: 'Renamed', audience: 'EVERYONE' })
  await update({ ...view, version: 2 }, { name: 'Renamed' })
  await setDefault(view.id, 'lookup')
  await setDefault(view.id, 'lookup')
  await update({ ...view, version: 2 }, { name: 'Taken over' }, 'supervisor')
  await remove(view, 'lookup', 2)
  await expect
    .poll(async () => {
      const { rows } = await system.pool.query(
        `SELECT action, outcome FROM audit_events WHERE resource = 'view' AND resource_id = $1 ORDER BY id`,
        [view.id],
      )
      return rows.map(({ action, outcome }) => `${action} ${outcome}`)
    })
    .toEqual([
      'view.create done',
      'view.update done',
      'view.set-default done',
      'view.update refused',
      'view.delete done',
    ])
  const { rows } = await system.pool.query(
    `SELECT changes FROM audit_events WHERE resource_id = $1 AND action = 'view.update' AND outcome = 'done'`,
    [view.id],
  )
  expect(rows).toEqual([{ changes: { name: ['Audited', 'Renamed'], audience: ['MINE', 'EVERYONE'] } }])
})
