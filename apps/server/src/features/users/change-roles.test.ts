import { api } from '@backoffice/contract/api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { giveAccess, insertPolicy, insertRole, insertUser, userIdOf } from '../../testing/access.ts'
import { approve, requestIn, switchRule } from '../../testing/approvals.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'

let system: TestSystem
let low: string
let other: string
beforeAll(async () => {
  system = await startTestSystem()
  low = await aRole(['inquiry:run'])
  other = await aRole(['inquiry:run', 'inquiry:export'])
})
afterAll(() => system.stop())

const aRole = async (statements: string[], modules = ['SMAC Inquiry']) =>
  insertRole(system, modules, [await insertPolicy(system, statements)])

const itemsOf = (ids: readonly string[], version = 1) => ids.map((id) => ({ id, version }))
const users = (count: number, role = low) =>
  Promise.all(Array.from({ length: count }, () => insertUser(system, role)))

const impactOf = (ids: readonly string[], role_id: string, as = 'admin') =>
  system.call(api.users.roleImpact, { body: { items: itemsOf(ids), role_id } }, as)

async function change(ids: readonly string[], role_id: string, as = 'admin') {
  const { impact_version } = await impactOf(ids, role_id, as)
  return system.send(api.users.updateRole, { body: { items: itemsOf(ids), role_id, impact_version } }, as)
}

const roleOf = async (id: string) => {
  const { rows } = await system.pool.query('SELECT role_id FROM users WHERE id = $1', [id])
  return rows[0].role_id
}

test('the impact is aggregated, and users whose role stays have a reason', async () => {
  const [one = '', two = ''] = await users(2)
  const [same = ''] = await users(1, other)
  const own = await userIdOf(system, 'admin')
  const impact = await impactOf([one, two, same, own], other)
  expect(impact).toMatchObject({
    gains: [{ name: 'inquiry:export', user_count: 2 }],
    losses: [],
    unchanged_count: 1,
    refused: [{ id: own, code: 'own_access', name: 'Alma Dizon' }],
  })
  const { body } = await change([one, two, same, own], other)
  expect(body).toMatchObject({
    resource: {
      items: [
        { outcome: 'done', row: { role: { id: other } } },
        { outcome: 'done' },
        { outcome: 'unchanged' },
        { outcome: 'refused', code: 'own_access' },
      ],
    },
  })
  expect(await roleOf(one)).toBe(other)
  const { rows } = await system.pool.query(
    "SELECT resource_id, outcome FROM audit_events WHERE action = 'user.update' AND resource_id = ANY ($1)",
    [[one, two, same, own]],
  )
  expect(rows).toHaveLength(3)
})

test('nothing changes without the current impact, and a stale row is refused on its own', async () => {
  const [one = '', two = ''] = await users(2)
  const body = { items: itemsOf([one, two]), role_id: other }
  expect(await system.expectProblem(api.users.updateRole, { body }, 'admin')).toMatchObject({
    code: 'impact_required',
  })
  const { impact_version } = await impactOf([one, two], other)
  await system.call(api.users.update, { params: { id: one }, body: { version: 1, department: 'X' } }, 'admin')
  const changed = { body: { ...body, impact_version } }
  expect(await system.expectProblem(api.users.updateRole, changed, 'admin')).toMatchObject({
    code: 'impact_changed',
  })
  const { body: reply } = await change([one, two], other)
  expect(reply).toMatchObject({
    resource: {
      items: [{ outcome: 'refused', code: 'version_conflict', current: { version: 2 } }, { outcome: 'done' }],
    },
  })
  expect([await roleOf(one), await roleOf(two)]).toEqual([low, other])
})

test('two users who decide stay while a rule is on', async () => {
  const { rows } = await system.pool.query<{ id: string; version: number }>(
    `SELECT DISTINCT users.id, users.version FROM users JOIN role_policies USING (role_id)
     JOIN policies ON policies.id = policy_id JOIN roles ON roles.id = users.role_id
     WHERE statements && '{*:*,approval:*,approval:decide}' AND modules && '{All,Users}' AND status = 'ACTIVE'
       AND email <> 'admin@backoffice.test'`,
  )
  await switchRule(system, 'BIN_RANGE', true)
  const body = { items: rows, role_id: low }
  const { impact_version } = await system.call(api.users.roleImpact, { body }, 'admin')
  const changed = { body: { ...body, impact_version } }
  const { items } = await system.call(api.users.updateRole, changed, 'admin')
  await switchRule(system, 'BIN_RANGE', false)
  const refused = items.filter(({ outcome }) => outcome === 'refused')
  expect([rows.length > 1, refused]).toMatchObject([true, [{ code: 'last_deciders' }]])
  for (const { id } of rows)
    await system.pool.query('UPDATE users SET role_id = $2 WHERE id = $1', [id, await administrator()])
})

async function administrator() {
  const { rows } = await system.pool.query<{ id: string }>(
    "SELECT id FROM roles WHERE name = 'Administrator'",
  )
  return rows[0]?.id
}

test('the rule applies once to the whole call, and its approval changes exactly the shown users', async () => {
  await switchRule(system, 'HIGH_RISK_GRANT', true)
  const high = await aRole(['inquiry:run', 'card:unmask'])
  const ids = await users(3)
  const id = requestIn(await change(ids, high))
  expect(await Promise.all(ids.map(roleOf))).toEqual([low, low, low])
  const request = await system.call(api.approvals.get, { params: { id } }, 'leonora.santiago')
  expect(request).toMatchObject({ count: 3, impact: { gains: [{ name: 'card:unmask', user_count: 3 }] } })
  await approve(system, id, 'leonora.santiago')
  expect(await Promise.all(ids.map(roleOf))).toEqual([high, high, high])

  const more = await users(2)
  const stale = requestIn(await change(more, high))
  await system.call(
    api.users.update,
    { params: { id: more[0] ?? '' }, body: { version: 1, department: 'X' } },
    'access',
  )
  expect((await approve(system, stale, 'leonora.santiago')).body).toMatchObject({
    resource: { items: [{ row: { status: 'STALE' } }] },
  })
  expect(await Promise.all(more.map(roleOf))).toEqual([low, low])
  await switchRule(system, 'HIGH_RISK_GRANT', false)
})

describe('a caller with some access may change in bulk exactly what they may change one by one', () => {
  const CALLERS = {
    'without more': ['user:update', 'user:view'],
    'with role:grant': ['user:update', 'user:view', 'role:grant'],
    'with the permissions': ['user:update', 'user:view', 'inquiry:run', 'inquiry:export', 'card:unmask'],
    'with everything about users': ['user:*', 'role:*', 'inquiry:*'],
  }
  const ROLES = {
    low: ['inquiry:run'],
    exporting: ['inquiry:run', 'inquiry:export'],
    unmasking: ['card:unmask'],
    'about access': ['user:update', 'role:update'],
  }
  const EXTRAS = { none: [], held: ['inquiry:run'], 'not held': ['audit:view'], powerful: ['policy:update'] }
  const cases = Object.keys(CALLERS).flatMap((caller) => Object.keys(ROLES).map((role) => [caller, role]))

  test.each(cases)('%s: %s', async (caller = '', role = '') => {
    const modules = ['Users', 'SMAC Inquiry', 'Files']
    await giveAccess(system, 'supervisor', modules, CALLERS[caller as keyof typeof CALLERS])
    const target = await aRole(
      [...ROLES[role as keyof typeof ROLES]],
      role === 'low' ? ['SMAC Inquiry', 'Audit'] : ['SMAC Inquiry', 'Users'],
    )
    const extras = await Promise.all(
      Object.values(EXTRAS).map(async (all) => (all.length > 0 ? [await insertPolicy(system, all)] : [])),
    )
    const pairs = await Promise.all(
      extras.map(async (policies) => {
        const [single, bulk] = await Promise.all([
          insertUser(system, low, { extras: policies }),
          insertUser(system, low, { extras: policies }),
        ])
        return { single, bulk, policies }
      }),
    )
    const one = await Promise.all(pairs.map(({ single, policies }) => updateOne(single, target, policies)))
    const all = pairs.map(({ bulk }) => bulk)
    const impact = await system.send(
      api.users.roleImpact,
      { body: { items: itemsOf(all), role_id: target } },
      'supervisor',
    )
    const outcomes =
      impact.status === 200 ? await bulkOutcomes(all, target) : all.map(() => codeIn(impact.body))
    expect(outcomes).toEqual(one)
  })

  async function updateOne(id: string, role_id: string, extra_policies: string[]) {
    const impact = await system.send(
      api.explain.impact,
      { body: { kind: 'user', id, role_id, extra_policies } },
      'supervisor',
    )
    const { impact_version } = (impact.body as { resource: { impact_version: string } }).resource
    const { status, body } = await system.send(
      api.users.update,
      { params: { id }, body: { version: 1, role_id, impact_version } },
      'supervisor',
    )
    return status === 200 ? 'done' : codeIn(body)
  }

  async function bulkOutcomes(ids: string[], role_id: string) {
    const { status, body } = await change(ids, role_id, 'supervisor')
    if (status !== 200) return ids.map(() => codeIn(body))
    const { items } = (body as { resource: { items: { outcome: string; code?: string }[] } }).resource
    return items.map(({ outcome, code }) => code ?? outcome)
  }

  const codeIn = (body: unknown) => (body as { code?: string }).code
})
