import { api } from '@backoffice/contract/api'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { giveAccess, insertRole, insertUser, userIdOf } from '../testing/access.ts'
import { startTestSystem, type TestSystem } from '../testing/test-system.ts'
import { createPermissionUse, noteAllowed } from './permission-use.ts'

let system: TestSystem
beforeEach(async () => {
  system = await startTestSystem()
})
afterEach(() => system.stop())

async function recorded() {
  const { rows } = await system.pool.query<{ email: string; permission: string; day: string }>(
    `SELECT split_part(email, '@', 1) AS email, permission, last_used_on::text AS day
     FROM permission_use JOIN users ON users.id = user_id ORDER BY 1, 2`,
  )
  return rows.map(({ email, permission, day }) => `${email} ${permission} ${day}`)
}

test('records the permissions that allowed a call which succeeded, and no others', async () => {
  const now = new Date('2026-11-24T16:30:00Z')
  system.clock.offsetMs = now.getTime() - Date.now()
  await system.call(api.users.list, { body: {} }, 'access')
  // The declared permission, and that of the handler for another user.
  await system.call(
    api.explain.explain,
    { body: { user_id: await userIdOf(system, 'agent'), permission: 'card:unmask' } },
    'admin',
  )
  expect((await system.send(api.users.list, { body: {} }, 'agent')).status).toBe(403)
  const unknown = { params: { id: crypto.randomUUID() } }
  expect((await system.send(api.roles.get, unknown, 'access')).status).toBe(404)
  expect(await recorded()).toEqual([])
  await system.app.close()
  // The day in Manila.
  expect(await recorded()).toEqual(['access user:view 2026-11-25', 'admin user:view 2026-11-25'])
})

test('counts one of several permissions only if it alone allowed the call or the handler checks it', async () => {
  await giveAccess(system, 'viewer', ['Users'], ['review:view', 'review:decide'])
  await giveAccess(system, 'agent', ['Users'], ['review:view'])
  for (const as of ['viewer', 'agent']) await system.call(api.reviews.list, { body: {} }, as)
  // A read before the leaving of a user is not the use of a permission to delete users.
  await giveAccess(system, 'lookup', ['Users'], ['user:delete'])
  const id = await insertUser(system, await insertRole(system, [], []))
  await system.call(api.users.openWork, { params: { id } }, 'lookup')
  await system.call(api.users.offBoard, { body: { id, version: 1, mode: 'delete', reason: 'Left' } }, 'admin')
  await system.app.close()
  const pairs = (await recorded()).map((each) => each.split(' ').slice(0, 2).join(' '))
  expect(pairs).toEqual(['admin user:delete', 'agent review:view'])
})

function recorder(options: { maxPairs?: number } = {}) {
  const errors: unknown[] = []
  const clock = { day: '2026-11-24', now: () => new Date(`${clock.day}T04:00:00Z`) }
  const use = createPermissionUse({
    db: system.db,
    clock,
    onError: (error) => void errors.push(error),
    everyMs: 3_600_000,
    ...options,
  })
  return { use, clock, errors }
}

test('keeps the latest day, whichever process writes last', async () => {
  const caller = { id: await userIdOf(system, 'agent') }
  noteAllowed(caller, 'inquiry:run', true)
  const [one, other] = [recorder(), recorder()]
  one.use.record(caller)
  other.clock.day = '2026-11-25'
  other.use.record(caller)
  await Promise.all([one.use.close(), other.use.close()])
  expect(await recorded()).toEqual(['agent inquiry:run 2026-11-25'])
})

test('pairs of a failed write are written later, and an unknown user prevents no other', async () => {
  const caller = { id: await userIdOf(system, 'agent') }
  noteAllowed(caller, 'inquiry:run', true)
  const stranger = { id: crypto.randomUUID() }
  noteAllowed(stranger, 'inquiry:run', true)
  const { use, clock, errors } = recorder()
  const owner = new pg.Client({ connectionString: system.url })
  await owner.connect()
  await owner.query('ALTER TABLE permission_use RENAME TO gone')
  use.record(stranger)
  use.record(caller)
  await use.flush()
  expect(errors).toHaveLength(1)
  await owner.query('ALTER TABLE gone RENAME TO permission_use')
  await owner.end()
  clock.day = '2026-11-25'
  use.record(caller)
  await use.close()
  expect(await recorded()).toEqual(['agent inquiry:run 2026-11-25'])
})

test('memory is bounded: pairs beyond the limit are recorded after the next write', async () => {
  const caller = { id: await userIdOf(system, 'agent') }
  for (const permission of ['inquiry:run', 'file:view', 'case:view'] as const)
    noteAllowed(caller, permission, true)
  const { use } = recorder({ maxPairs: 2 })
  use.record(caller)
  await use.flush()
  expect(await recorded()).toHaveLength(2)
  use.record(caller)
  await use.close()
  expect(await recorded()).toHaveLength(3)
})
