import { PERMISSIONS } from '@backoffice/contract/access'
import { api } from '@backoffice/contract/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { giveAccess, impactVersionOf, insertRole, insertUser } from '../../testing/access.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem()
})
afterAll(() => system.stop())

let count = 0
const aPolicy = (...statements: string[]) =>
  system.call(api.policies.create, { body: { name: `Test policy ${count++}`, statements } }, 'admin')

test('a policy is created, changed and deleted, with computed risk and audit events', async () => {
  const created = await aPolicy('tender:view', 'file:view', 'tender:view')
  const { id } = created
  expect(created).toMatchObject({ statements: ['tender:view', 'file:view'], risk: 'LOW', version: 1 })

  const change = { kind: 'policy', id, statements: ['card:*'] } as const
  const impact_version = await impactVersionOf(system, { ...change, statements: ['card:*'] }, 'admin')
  const body = { version: 1, statements: ['card:*'], impact_version }
  expect(await system.call(api.policies.update, { params: { id }, body }, 'admin')).toMatchObject({
    statements: ['card:*'],
    risk: 'HIGH',
    version: 2,
  })
  const renamed = { params: { id }, body: { version: 2, name: 'Whole cards' } }
  await system.call(api.policies.update, renamed, 'admin')
  await system.call(api.policies.remove, { params: { id }, version: 3 }, 'admin')
  const { rows } = await system.pool.query(
    'SELECT action, changes FROM audit_events WHERE resource_id = $1 ORDER BY id',
    [id],
  )
  expect(rows).toEqual([
    {
      action: 'policy.create',
      changes: {
        name: [null, created.name],
        description: [null, ''],
        statements: [null, ['tender:view', 'file:view']],
        risk: [null, 'LOW'],
      },
    },
    {
      action: 'policy.update',
      changes: { statements: [['tender:view', 'file:view'], ['card:*']], risk: ['LOW', 'HIGH'] },
    },
    { action: 'policy.update', changes: { name: [created.name, 'Whole cards'] } },
    {
      action: 'policy.delete',
      changes: {
        name: ['Whole cards', null],
        description: ['', null],
        statements: [['card:*'], null],
        risk: ['HIGH', null],
      },
    },
  ])
})

test('the list filters by statement, by part of a statement, by risk and by kind', async () => {
  const policy = await aPolicy('terminal:view', 'terminal:move')
  await insertRole(system, ['Lookup'], [policy.id])
  const list = async (filters: object) => {
    const query = { filters: JSON.stringify(filters) as never }
    const { items } = await system.call(api.policies.list, { query }, 'auditor')
    return items.map(({ name }) => name)
  }
  expect(await list({ statement: { in: ['terminal:move'] } })).toEqual([policy.name])
  expect(await list({ statement: { in: ['terminal:*', 'terminal:move'] } })).toEqual([
    'Lookup maintenance',
    policy.name,
  ])
  expect(await list({ statement: { in: ['terminal:mov', 'constructor', '__proto__', 'toString'] } })).toEqual(
    [],
  )
  expect(await list({ statement: { contains: 'TERMINAL:M' } })).toEqual([policy.name])
  expect(await list({ statement: { contains: 'terminal:' }, kind: { in: ['own'] } })).toEqual([policy.name])
  expect(await list({ risk: { in: ['HIGH'] }, kind: { in: ['own'] } })).toEqual(['Card reveal', policy.name])
  expect(await list({ role_count: { from: '1' }, kind: { in: ['own'] } })).toEqual([
    'Inquiry runs',
    'Result exports',
    policy.name,
  ])
})

test('a policy in use is not deleted, and the refusal names its roles and users', async () => {
  const policy = await aPolicy('tender:view')
  const role = await insertRole(system, ['Lookup'], [policy.id], 'Readers of tenders')
  const bare = await insertRole(system, ['Lookup'], [])
  await insertUser(system, bare, { name: 'Ana', extras: [policy.id] })
  await insertUser(system, bare, { name: 'Gone', extras: [policy.id], status: 'DELETED' })
  expect(await system.call(api.policies.get, { params: { id: policy.id } }, 'admin')).toMatchObject({
    role_count: 1,
    user_count: 1,
    used_by_roles: [{ id: role, name: 'Readers of tenders' }],
    held_by: [{ name: 'Ana Test' }],
  })
  const remove = { params: { id: policy.id }, version: 1 }
  expect(await system.expectProblem(api.policies.remove, remove, 'admin')).toMatchObject({
    status: 409,
    code: 'in_use',
    detail: 'In use by 1 role (Readers of tenders) and 1 user (Ana Test): a policy in use can’t be deleted.',
    used_by: [
      { label: 'Roles', count: 1 },
      { label: 'Users', count: 1 },
    ],
  })
  await system.pool.query("UPDATE users SET status = 'DELETED' WHERE role_id = $1", [bare])
  await system.pool.query('DELETE FROM roles WHERE id = $1', [role])
  await system.call(api.policies.remove, remove, 'admin')
})

test('the catalogue has every permission once, with label and risk', async () => {
  const reply = await system.app.inject({
    url: '/api/user/policy/policy-action:all',
    headers: { authorization: `Bearer ${await system.tokenOf('access')}` },
  })
  const { resource: catalogue } = reply.json<{
    resource: { resource: string; actions: { action: string; label: string; risk: string }[] }[]
  }>()
  expect(
    catalogue.flatMap(({ resource, actions }) => actions.map(({ action }) => `${resource}:${action}`)),
  ).toEqual(PERMISSIONS)
  expect(catalogue.find(({ resource }) => resource === 'card')).toEqual({
    resource: 'card',
    label: 'Cards',
    module: 'SMAC Inquiry',
    actions: [{ action: 'unmask', label: 'view whole card numbers', risk: 'HIGH' }],
  })
})

test('options are grantable if the caller holds all statements', async () => {
  const { id } = await aPolicy('user:delete', 'role:view')
  const { policy } = await giveAccess(system, 'viewer', ['Users'], ['user:update', 'role:*'])
  const grantable = async (as: string) => {
    const { items } = await system.call(api.policies.options, {}, as)
    return items.filter((each) => each.is_grantable)
  }
  expect((await grantable('viewer')).map((each) => each.id)).toEqual([policy])
  const names = (await grantable('access')).map((each) => each.name)
  expect(names).toEqual(expect.arrayContaining(['Access administration', 'Operations basics']))
  expect(names).not.toContain('Everything')
  const { items } = await system.call(api.policies.options, { query: { search: 'USER:del' } }, 'access')
  expect(items.map((each) => [each.id, each.is_grantable])).toEqual([[id, true]])
  const none = await system.call(api.policies.options, { query: { search: '100%_' } }, 'access')
  expect(none.items).toEqual([])
})
