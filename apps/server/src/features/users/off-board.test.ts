import { randomUUID } from 'node:crypto'
import { api } from '@backoffice/contract/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { giveAccess, insertPolicy, insertRole, insertUser, userIdOf } from '../../testing/access.ts'
import { aGrant, requestIn, statusOf, switchRule } from '../../testing/approvals.ts'
import { giveTemporarily } from '../../testing/temporary-access.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'

let system: TestSystem
let role: string
beforeAll(async () => {
  system = await startTestSystem()
  const { rows } = await system.pool.query<{ id: string }>(
    "SELECT id FROM roles WHERE name = 'Inquiry agent'",
  )
  role = String(rows[0]?.id)
})
afterAll(() => system.stop())

async function aFileOf(owner: string) {
  const { rows } = await system.pool.query<{ source_filekey: string }>(
    `INSERT INTO files (source_filekey, category, file_name, size, state, uploaded_by, link_expires_at)
     VALUES (gen_random_uuid(), 'SMAC_INQUIRY', 'cards.csv', 10, 'UPLOADED', $1, now()) RETURNING source_filekey`,
    [owner],
  )
  return String(rows[0]?.source_filekey)
}

const ownerOf = async (filekey: string) => {
  const { rows } = await system.pool.query('SELECT uploaded_by FROM files WHERE source_filekey = $1', [
    filekey,
  ])
  return rows[0].uploaded_by
}

const stateOf = async (id: string) => {
  const { rows } = await system.pool.query('SELECT status, version FROM users WHERE id = $1', [id])
  return rows[0]
}

const leaver = (version = 1) => ({ version, reason: 'Left the company' })

test('one call disables, reassigns the work, ends temporary access and withdraws requests', async () => {
  await switchRule(system, 'HIGH_RISK_GRANT', true)
  await giveAccess(system, 'lookup', ['Users', 'SMAC Inquiry'], ['user:*', 'card:unmask', 'inquiry:run'])
  const id = await userIdOf(system, 'lookup')
  const request = requestIn(await (await aGrant(system, { as: 'lookup' })).send())
  await switchRule(system, 'HIGH_RISK_GRANT', false)
  await giveTemporarily(system, id, { policyId: await insertPolicy(system, ['audit:view']) })
  const filekey = await aFileOf(id)
  const to = await userIdOf(system, 'agent')
  expect(await system.call(api.users.openWork, { params: { id } }, 'admin')).toMatchObject({
    ...{ files: 1, requests: 1, temporary_access: 1 },
  })
  const { version } = await stateOf(id)
  const headers = { 'idempotency-key': randomUUID() }
  const body = { ...leaver(), id, version, to, mode: 'disable' as const }
  const result = await system.call(api.users.offBoard, { body }, 'admin', headers)
  expect(result).toEqual({ id, files: 1, inquiries: 0, cases: 0, requests: 1, temporary_access: 1 })
  expect(await system.call(api.users.offBoard, { body }, 'admin', headers)).toEqual(result)
  expect([await ownerOf(filekey), (await stateOf(id)).status]).toEqual([to, 'DISABLED'])
  expect(await statusOf(system, request)).toBe('WITHDRAWN')
  const { rows } = await system.pool.query(
    `SELECT action, reason, changes FROM audit_events
     WHERE resource_id = ANY ($1) AND action IN ('user.update-status', 'user.hand-over', 'file.hand-over')
     ORDER BY action`,
    [[id, filekey]],
  )
  expect(rows).toMatchObject([
    { action: 'file.hand-over' },
    { action: 'user.hand-over', changes: { files: [null, 1] } },
    {
      action: 'user.update-status',
      reason: 'Left the company',
      changes: { status: ['ACTIVE', 'DISABLED'], requests: [1, 0], temporary_access: [1, 0] },
    },
  ])
  const refused = await system.send(api.users.list, { body: {} }, 'lookup')
  expect(refused.status).toBe(401)
})

test('a deletion without a receiver hands the work over to the caller', async () => {
  const id = await insertUser(system, role)
  const filekey = await aFileOf(id)
  const body = { ...leaver(), id, mode: 'delete' as const }
  expect(await system.call(api.users.offBoard, { body }, 'admin')).toMatchObject({ files: 1 })
  expect([await ownerOf(filekey), (await stateOf(id)).status]).toEqual([
    await userIdOf(system, 'admin'),
    'DELETED',
  ])
})

test('kept work stays with the disabled user', async () => {
  const id = await insertUser(system, role)
  const filekey = await aFileOf(id)
  const body = { ...leaver(), id, mode: 'disable' as const }
  expect(await system.call(api.users.offBoard, { body }, 'admin')).toMatchObject({ files: 0 })
  expect(await ownerOf(filekey)).toBe(id)
})

test('a refused step undoes the ones before it', async () => {
  const id = await insertUser(system, role)
  const filekey = await aFileOf(id)
  const receivers = [
    ...[id, randomUUID()],
    await insertUser(system, role, { status: 'DISABLED' }),
    await insertUser(system, await insertRole(system, ['Lookup'], [])),
  ]
  for (const to of receivers) {
    const body = { ...leaver(), id, to, mode: 'delete' as const }
    expect(await system.expectProblem(api.users.offBoard, { body }, 'admin')).toMatchObject({
      status: 422,
      errors: [{ field: 'to' }],
    })
  }
  const to = await userIdOf(system, 'agent')
  for (const mode of ['disable', 'delete'] as const) {
    const stale = { ...leaver(7), id, to, mode }
    expect(await system.expectProblem(api.users.offBoard, { body: stale }, 'admin')).toMatchObject({
      code: 'version_conflict',
    })
    const own = await userIdOf(system, 'admin')
    const { version } = await stateOf(own)
    const self = { ...leaver(version), id: own, to, mode }
    expect(await system.expectProblem(api.users.offBoard, { body: self }, 'admin')).toMatchObject({
      code: 'own_access',
    })
  }
  expect([await ownerOf(filekey), await stateOf(id)]).toEqual([id, { status: 'ACTIVE', version: 1 }])
})

test.each([
  ['disable', ['user:delete']],
  ['delete', ['user:update-status']],
] as const)('%s needs its own permission', async (mode, statements) => {
  await giveAccess(system, 'supervisor', ['Users'], statements)
  const id = await insertUser(system, await insertRole(system, [], []))
  const body = { ...leaver(), id, mode }
  expect(await system.expectProblem(api.users.offBoard, { body }, 'supervisor')).toMatchObject({
    code: 'access_denied',
  })
})

test('a user who exceeds the caller, and one without a reason, stays', async () => {
  await giveAccess(system, 'supervisor', ['Users'], ['user:delete', 'user:update-status'])
  const id = await insertUser(
    system,
    await insertRole(system, ['Users'], [await insertPolicy(system, ['role:update'])]),
  )
  for (const mode of ['disable', 'delete'] as const) {
    const body = { ...leaver(), id, mode }
    expect(await system.expectProblem(api.users.offBoard, { body }, 'supervisor')).toMatchObject({
      code: 'not_held',
    })
    const silent = { ...body, reason: '  ' }
    expect(await system.expectProblem(api.users.offBoard, { body: silent }, 'admin')).toMatchObject({
      errors: [{ field: 'reason' }],
    })
  }
})
