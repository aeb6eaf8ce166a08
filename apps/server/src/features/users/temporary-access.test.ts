import { api } from '@backoffice/contract/api'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { giveAccess, insertPolicy, insertRole, insertUser, userIdOf } from '../../testing/access.ts'
import { giveTemporarily } from '../../testing/temporary-access.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'

let system: TestSystem
let viewer: string
let files: string
beforeAll(async () => {
  system = await startTestSystem()
  viewer = await userIdOf(system, 'viewer')
  files = await insertPolicy(system, ['file:view'], 'Files of the desk')
  await giveAccess(system, 'viewer', [], [])
})
afterAll(() => system.stop())
beforeEach(() => system.pool.query('DELETE FROM temporary_access'))

const listFiles = async () => (await system.send(api.files.list, { query: {} }, 'viewer')).status
const giveFiles = () => giveTemporarily(system, viewer, { policyId: files, modules: ['Files'] })

async function trail(action: string, id: string) {
  const { rows } = await system.pool.query(
    `SELECT changes, actor_name, outcome FROM audit_events
     WHERE resource = 'user' AND action = $1 AND resource_id = $2 ORDER BY id`,
    [action, id],
  )
  return rows
}

test('a user’s reply lists temporary access next to the permanent grants', async () => {
  const { id, until } = await giveFiles()
  const { grants } = await system.call(api.users.get, { params: { id: viewer } }, 'viewer')
  expect(grants.role).toMatchObject({ modules: [] })
  expect(grants.temporary).toEqual([
    {
      id,
      role: null,
      policy: { id: files, name: 'Files of the desk', risk: 'LOW', statements: ['file:view'] },
      modules: ['Files'],
      until: until.toISOString(),
      reason: 'Substitute',
      ticket_no: 'T-1',
      is_break_glass: false,
      granted_by: null,
    },
  ])
})

test('an administrator ends temporary access at once, and only once', async () => {
  const { id: access_id, until } = await giveFiles()
  expect(await listFiles()).toBe(200)
  const end = (id: string) => ({ params: { id, access_id } })
  const other = await insertUser(system, await insertRole(system, [], []))
  expect((await system.expectProblem(api.users.endAccess, end(other), 'access')).status).toBe(404)
  const { grants } = await system.call(api.users.endAccess, end(viewer), 'access')
  expect(grants.temporary).toEqual([])
  expect(await listFiles()).toBe(403)
  expect((await system.expectProblem(api.users.endAccess, end(viewer), 'access')).status).toBe(404)
  expect(await trail('user.end-access', viewer)).toEqual([
    {
      changes: { extra_policies: [['Files of the desk'], []], until: [until.toISOString(), null] },
      actor_name: 'Benito Cruz',
      outcome: 'done',
    },
  ])
})

test('disabling a user keeps temporary access, deleting ends it', async () => {
  const id = await insertUser(system, await insertRole(system, [], []))
  await giveTemporarily(system, id, { policyId: files })
  const items = [{ id, version: 1 }]
  await system.call(api.users.updateStatus, { body: { items, status: 'DISABLED', reason: 'Leave' } }, 'admin')
  const { grants } = await system.call(api.users.get, { params: { id } }, 'admin')
  expect(grants.temporary).toHaveLength(1)
  await system.call(api.users.remove, { params: { id }, version: undefined }, 'admin')
  const { rows } = await system.pool.query('SELECT ended_because FROM temporary_access WHERE user_id = $1', [
    id,
  ])
  expect(rows).toEqual([{ ended_because: 'WITHDRAWN' }])
  expect(await trail('user.delete', id)).toMatchObject([{ changes: { temporary_access: [1, 0] } }])
})
