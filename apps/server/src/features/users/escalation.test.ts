import { api } from '@backoffice/contract/api'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  giveAccess,
  impactVersionOf,
  insertPolicy,
  insertRole,
  insertUser,
  userIdOf,
} from '../../testing/access.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'

let system: TestSystem
beforeEach(async () => {
  system = await startTestSystem()
  // The demo has two administrators.
  await system.pool.query(
    "UPDATE users SET status = 'DISABLED' WHERE email = 'leonora.santiago@backoffice.test'",
  )
})
afterEach(() => system.stop())

async function roleNamed(name: string): Promise<string> {
  const { rows } = await system.pool.query<{ id: string }>('SELECT id FROM roles WHERE name = $1', [name])
  return String(rows[0]?.id)
}

async function create(as: string, role_id: string, extra_policies: string[] = []) {
  const email = `${crypto.randomUUID()}@northline.example`
  const body = { email, given_name: 'Ana', family_name: 'Cruz', role_id, extra_policies }
  const { status, body: result } = await system.send(api.users.create, { body }, as)
  return status === 201 ? 'created' : (result as { code?: string }).code
}

async function give(as: string, id: string, role_id: string, extra_policies: string[] = []) {
  const { version } = await system.call(api.users.get, { params: { id } }, 'admin')
  const impact_version = await impactVersionOf(system, { kind: 'user', id, role_id, extra_policies }, 'admin')
  const body = { version, role_id, extra_policies, impact_version }
  const result = await system.send(api.users.update, { params: { id }, body }, as)
  return result.status === 200 ? 'changed' : (result.body as { code?: string }).code
}

test('a caller cannot grant what they do not hold, by role, extra policy or new user', async () => {
  await giveAccess(system, 'viewer', ['Users', 'Files'], ['user:*', 'file:view'])
  const [agent, administrator] = [await roleNamed('Inquiry agent'), await roleNamed('Administrator')]
  const own = await insertRole(system, ['Files'], [await insertPolicy(system, ['file:view'])])
  const stranger = await insertUser(system, own)
  const [everything, unmask, held] = [
    await insertPolicy(system, ['*:*']),
    await insertPolicy(system, ['card:unmask']),
    await insertPolicy(system, ['file:view', 'user:update']),
  ]
  expect(await create('viewer', agent)).toBe('not_held')
  expect(await create('viewer', administrator)).toBe('not_held')
  expect(await create('viewer', own, [unmask])).toBe('not_held')
  expect(await create('viewer', own, [held])).toBe('created')
  expect(await give('viewer', stranger, administrator)).toBe('not_held')
  expect(await give('viewer', stranger, own, [everything])).toBe('not_held')
  expect(await give('viewer', stranger, own, [held])).toBe('changed')
})

test('granting a held module must not activate a statement that is not held', async () => {
  await giveAccess(system, 'viewer', ['Users', 'SMAC Inquiry'], ['user:*'])
  const dormant = await insertRole(system, [], [])
  const unmask = await insertPolicy(system, ['card:unmask'])
  const stranger = await insertUser(system, dormant, { extras: [unmask] })
  const modules = await insertRole(system, ['SMAC Inquiry'], [])
  expect(await give('viewer', stranger, modules, [unmask])).toBe('not_held')
})

test('role:grant must not activate a statement that the granter holds without its module', async () => {
  await giveAccess(system, 'viewer', ['Users'], ['user:*', 'role:grant', 'card:unmask'])
  const [agent, none] = [await roleNamed('Inquiry agent'), await insertRole(system, [], [])]
  const unmask = await insertPolicy(system, ['card:unmask'])
  expect(await create('viewer', agent, [unmask])).toBe('not_held')
  expect(await give('viewer', await insertUser(system, none), agent, [unmask])).toBe('not_held')
  const dormant = await insertUser(system, none, { extras: [unmask] })
  expect(await give('viewer', dormant, agent, [unmask])).toBe('not_held')
  // Allowed separately, because neither has an effect on its own.
  expect(await create('viewer', none, [unmask])).toBe('created')
  expect(await give('viewer', dormant, agent)).toBe('changed')
})

test('role:grant allows granting others any role without user, role, policy or all permissions', async () => {
  await giveAccess(system, 'viewer', ['Users'], ['user:*', 'role:grant'])
  const stranger = await insertUser(system, await insertRole(system, [], []))
  const agent = await roleNamed('Inquiry agent')
  expect(await give('viewer', stranger, agent)).toBe('changed')
  expect(await create('viewer', agent)).toBe('created')
  for (const statement of ['user:view', 'role:view', 'policy:view', '*:*', 'policy:*']) {
    const role = await insertRole(system, ['Files'], [await insertPolicy(system, ['file:view', statement])])
    const result = await give('viewer', stranger, role)
    // The other statement of the policy is not held.
    expect([statement, result]).toEqual([statement, 'not_held'])
  }
  expect(await give('viewer', stranger, agent, [await insertPolicy(system, ['card:unmask'])])).toBe(
    'not_held',
  )
  expect(await give('viewer', await userIdOf(system, 'viewer'), agent)).toBe('own_access')
})

test('role options state whether the caller may grant them', async () => {
  const grantable = async (as: string) => {
    const { items } = await system.call(api.users.roleOptions, {}, as)
    return items.filter(({ is_grantable }) => is_grantable).map(({ name }) => name)
  }
  const { items } = await system.call(api.users.roleOptions, {}, 'admin')
  expect(await grantable('admin')).toEqual(items.map(({ name }) => name))
  expect(items.find(({ name }) => name === 'Auditor')).toMatchObject({ user_count: expect.any(Number) })
  await giveAccess(system, 'viewer', ['Users', 'Glass'], ['user:update', 'glass-branch:*'])
  const own = await insertRole(
    system,
    ['Glass'],
    [await insertPolicy(system, ['glass-branch:view'])],
    'Branches',
  )
  expect(await grantable('viewer')).toContain('Branches')
  expect(await grantable('viewer')).not.toContain('Inquiry agent')
  await giveAccess(system, 'viewer', ['Users'], ['user:create', 'role:grant'])
  const lent = await grantable('viewer')
  expect(lent).toEqual(expect.arrayContaining(['Branches', 'Inquiry agent']))
  expect(lent).not.toContain('Administrator')
  expect(lent).not.toContain('Access administrator')
  // Grantable options are accepted, the others refused.
  const others = (await system.call(api.users.roleOptions, {}, 'viewer')).items
  for (const { id, name } of others)
    expect([name, await create('viewer', id)]).toEqual([name, lent.includes(name) ? 'created' : 'not_held'])
  expect(others.map(({ id }) => id)).toContain(own)
})

test('users cannot change their own role, policies or status, or delete or reset themselves', async () => {
  const id = await userIdOf(system, 'admin')
  const { version, role } = await system.call(api.users.get, { params: { id } }, 'admin')
  expect(await give('admin', id, await roleNamed('Auditor'))).toBe('own_access')
  expect(await give('admin', id, role.id, [await insertPolicy(system, ['card:unmask'])])).toBe('own_access')
  const codeOf = async (sent: Promise<{ body: unknown }>) => ((await sent).body as { code?: string }).code
  const body = { items: [{ id, version }], status: 'DISABLED' as const, reason: 'Test' }
  expect(await codeOf(system.send(api.users.updateStatus, { body }, 'admin'))).toBe('own_access')
  expect(await codeOf(system.send(api.users.remove, { params: { id }, version }, 'admin'))).toBe('own_access')
  const reset = { body: { id, mode: 'authenticator' as const } }
  expect(await codeOf(system.send(api.users.resetPassword, reset, 'admin'))).toBe('own_access')
})

test('a more powerful account cannot be taken over by a reset or a new phone number', async () => {
  const id = await userIdOf(system, 'admin')
  const { version } = await system.call(api.users.get, { params: { id } }, 'admin')
  for (const mode of ['reset', 'authenticator'] as const)
    expect(
      await system.expectProblem(api.users.resetPassword, { body: { id, mode } }, 'access'),
    ).toMatchObject({
      status: 403,
      code: 'not_held',
    })
  const contact = { params: { id }, body: { version, contact: '+639171234567' } }
  expect((await system.expectProblem(api.users.update, contact, 'access')).code).toBe('not_held')
})

test('resetting requires the permission, whatever the id', async () => {
  const [admin, agent] = [await userIdOf(system, 'admin'), await userIdOf(system, 'agent')]
  for (const id of [admin, agent, crypto.randomUUID()])
    for (const mode of ['reset', 'resend', 'authenticator'] as const)
      expect(
        await system.expectProblem(api.users.resetPassword, { body: { id, mode } }, 'auditor'),
      ).toMatchObject({
        status: 403,
        code: 'access_denied',
      })
  // Ids match in any case.
  const access = (await userIdOf(system, 'access')).toUpperCase()
  const own = { body: { id: access, mode: 'authenticator' as const } }
  expect((await system.expectProblem(api.users.resetPassword, own, 'access')).code).toBe('own_access')
  const { rows } = await system.pool.query('SELECT FROM provider_actions')
  expect(rows).toHaveLength(0)
})

test('user:reset-password is refused for a user with an extra policy that the caller does not hold', async () => {
  const id = await insertUser(system, await insertRole(system, ['SMAC Inquiry'], []), {
    extras: [await insertPolicy(system, ['card:unmask'])],
  })
  const reset = { body: { id, mode: 'reset' as const } }
  await giveAccess(system, 'viewer', ['Users'], ['user:*'])
  expect((await system.expectProblem(api.users.resetPassword, reset, 'viewer')).code).toBe('not_held')
  await giveAccess(system, 'viewer', ['Users', 'SMAC Inquiry'], ['user:*', 'card:unmask'])
  expect((await system.send(api.users.resetPassword, reset, 'viewer')).status).toBe(200)
})

test('when two administrators disable each other concurrently, one wins', async () => {
  const administrator = await roleNamed('Administrator')
  await system.pool.query("UPDATE users SET role_id = $1 WHERE email = 'access@backoffice.test'", [
    administrator,
  ])
  const versionOf = async (id: string) =>
    (await system.call(api.users.get, { params: { id } }, 'admin')).version
  const disable = async (as: string, mailbox: string) => {
    const id = await userIdOf(system, mailbox)
    const body = {
      items: [{ id, version: await versionOf(id) }],
      status: 'DISABLED' as const,
      reason: 'Test',
    }
    return () => system.send(api.users.updateStatus, { body }, as)
  }
  const attempts = [await disable('admin', 'access'), await disable('access', 'admin')]
  const replies = await Promise.all(attempts.map((attempt) => attempt()))
  expect(replies.map(({ status }) => status === 200).filter(Boolean)).toHaveLength(1)
  const { rows } = await system.pool.query(
    `SELECT count(*)::int AS active FROM users
     WHERE role_id = $1 AND status = 'ACTIVE'`,
    [administrator],
  )
  expect(rows).toEqual([{ active: 1 }])
})

test('another user cannot disable, delete or demote the last active administrator', async () => {
  // May manage users, but is no administrator without the module All.
  await giveAccess(system, 'viewer', ['Users', 'Audit'], ['*:*'])
  const id = await userIdOf(system, 'admin')
  const { version } = await system.call(api.users.get, { params: { id } }, 'admin')
  const body = { items: [{ id, version }], status: 'DISABLED' as const, reason: 'Test' }
  expect((await system.expectProblem(api.users.updateStatus, { body }, 'viewer')).code).toBe(
    'last_administrator',
  )
  expect((await system.expectProblem(api.users.remove, { params: { id }, version }, 'viewer')).code).toBe(
    'last_administrator',
  )
  const nothing = await insertRole(system, ['Users'], [await insertPolicy(system, ['user:view'])])
  expect(await give('viewer', id, nothing)).toBe('last_administrator')
  expect((await system.send(api.access.getAccessPolicy, {}, 'admin')).status).toBe(200)
})

test('access revoked while a call waits is not used', async () => {
  const agent = await roleNamed('Inquiry agent')
  const client = await system.pool.connect()
  try {
    await client.query('BEGIN')
    await client.query('SELECT pg_advisory_xact_lock(723051191)')
    const waiting = create('access', agent)
    await expect
      .poll(async () => {
        const { rows } = await system.pool.query(
          "SELECT count(*)::int AS n FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND objid = 723051191",
        )
        return rows[0].n
      })
      .toBe(1)
    await client.query("UPDATE users SET status = 'DISABLED' WHERE email = 'access@backoffice.test'")
    await client.query('COMMIT')
    expect(await waiting).toBe('user_disabled')
  } finally {
    client.release()
  }
})
