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
})
afterEach(() => system.stop())

async function seen(mailbox: string) {
  const id = await userIdOf(system, mailbox)
  const { version, role } = await system.call(api.users.get, { params: { id } }, 'admin')
  return { id, version, role_id: role.id }
}

const codeOf = async (sent: Promise<{ status: number; body: unknown }>) => {
  const { status, body } = await sent
  return status < 300 ? 'done' : (body as { code?: string }).code
}

async function attacks(mailbox: string) {
  const { id, version, role_id } = await seen(mailbox)
  const policy = await insertPolicy(system, ['user:view'])
  const access = { role_id, extra_policies: [policy] }
  const impact_version = await impactVersionOf(system, { kind: 'user', id, ...access }, 'admin')
  const item = { items: [{ id, version }] }
  const receiver = await insertUser(system, role_id)
  const params = { id }
  return {
    rename: () => system.send(api.users.update, { params, body: { version, given_name: 'Owned' } }, 'access'),
    phone: () =>
      system.send(api.users.update, { params, body: { version, contact: '+639171234567' } }, 'access'),
    access: () =>
      system.send(api.users.update, { params, body: { version, ...access, impact_version } }, 'access'),
    disable: () =>
      system.send(
        api.users.updateStatus,
        { body: { ...item, status: 'DISABLED', reason: 'Attack' } },
        'access',
      ),
    enable: () => system.send(api.users.updateStatus, { body: { ...item, status: 'ACTIVE' } }, 'access'),
    reset: () => system.send(api.users.resetPassword, { body: { id, mode: 'reset' } }, 'access'),
    authenticator: () =>
      system.send(api.users.resetPassword, { body: { id, mode: 'authenticator' } }, 'access'),
    resend: () => system.send(api.users.resetPassword, { body: { id, mode: 'resend' } }, 'access'),
    sessions: () => system.send(api.users.endSessions, { params }, 'access'),
    handOver: () => system.send(api.users.handOver, { body: { from: id, to: receiver } }, 'access'),
    openWork: () => system.send(api.users.openWork, { params }, 'access'),
    retry: () => system.send(api.users.retryProvider, { body: { id } }, 'access'),
    remove: () => system.send(api.users.remove, { params, version }, 'access'),
  }
}

test.for(['admin', 'auditor'])('no change of %s by an access administrator is accepted', async (mailbox) => {
  for (const [name, attack] of Object.entries(await attacks(mailbox)))
    expect([name, await codeOf(attack())]).toEqual([name, 'not_held'])
  expect(await seen(mailbox)).toMatchObject({ version: (await seen(mailbox)).version })
  const { rows } = await system.pool.query(
    `SELECT given_name, status, signed_in_after FROM users WHERE email = $1`,
    [`${mailbox}@backoffice.test`],
  )
  expect(rows).toEqual([
    { given_name: expect.not.stringContaining('Owned'), status: 'ACTIVE', signed_in_after: null },
  ])
  expect((await system.pool.query('SELECT FROM provider_actions')).rowCount).toBe(0)
})

test('an access administrator manages agents', async () => {
  const { rename, phone, disable, enable, reset, authenticator, sessions, remove } = await attacks('agent')
  expect(await codeOf(rename())).toBe('done')
  // The rename changed the version.
  for (const attack of [phone, disable, enable, remove])
    expect(await codeOf(attack())).toBe('version_conflict')
  for (const attack of [reset, authenticator, sessions]) expect(await codeOf(attack())).toBe('done')
  const next = await attacks('agent')
  expect(await codeOf(next.disable())).toBe('done')
  expect(await codeOf((await attacks('agent')).enable())).toBe('done')
  expect(await codeOf((await attacks('agent')).remove())).toBe('done')
})

test('another high-risk permission blocks only phone changes and resets', async () => {
  const { phone, reset, authenticator, sessions, rename } = await attacks('supervisor')
  for (const attack of [phone, reset, authenticator]) expect(await codeOf(attack())).toBe('not_held')
  for (const attack of [sessions, rename]) expect(await codeOf(attack())).toBe('done')
})

test('disabling many users refuses each one who exceeds the caller', async () => {
  const [admin, agent, auditor] = [await seen('admin'), await seen('agent'), await seen('auditor')]
  const items = [admin, agent, auditor].map(({ id, version }) => ({ id, version }))
  const reply = await system.call(
    api.users.updateStatus,
    { body: { items, status: 'DISABLED', reason: 'Test' } },
    'access',
  )
  expect(reply.items.map(({ id, outcome, code }) => [id, outcome, code])).toEqual([
    [admin.id, 'refused', 'not_held'],
    [agent.id, 'done', undefined],
    [auditor.id, 'refused', 'not_held'],
  ])
})

test('rows and records state what the caller may not change', async () => {
  const { items } = await system.call(api.users.list, { body: { page_size: 100 } }, 'access')
  const exceeds = Object.fromEntries(items.map(({ email, exceeds }) => [email.split('@')[0], exceeds]))
  expect(exceeds).toMatchObject({
    admin: { manage: true, account: true },
    auditor: { manage: true, account: true },
    supervisor: { manage: false, account: true },
    agent: { manage: false, account: false },
    access: { manage: false, account: false },
  })
  const { id } = await seen('auditor')
  expect(await system.call(api.users.get, { params: { id } }, 'access')).toMatchObject({
    exceeds: { manage: true, account: true },
  })
})

test('access that a user gains while a call waits is considered', async () => {
  const { disable } = await attacks('agent')
  const client = await system.pool.connect()
  try {
    await client.query('BEGIN')
    await client.query('SELECT pg_advisory_xact_lock(723051191)')
    const waiting = codeOf(disable())
    await expect
      .poll(async () => {
        const { rows } = await system.pool.query(
          "SELECT count(*)::int AS n FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND objid = 723051191",
        )
        return rows[0].n
      })
      .toBe(1)
    await client.query(
      `UPDATE users SET role_id = (SELECT id FROM roles WHERE name = 'Auditor') WHERE email = 'agent@backoffice.test'`,
    )
    await client.query('COMMIT')
    expect(await waiting).toBe('not_held')
  } finally {
    client.release()
  }
})

test('users can only change the phone number of their own profile', async () => {
  const { id, version } = await seen('admin')
  const update = (changes: object, at = version) =>
    codeOf(system.send(api.users.update, { params: { id }, body: { version: at, ...changes } }, 'admin'))
  for (const changes of [
    { given_name: 'Other' },
    { family_name: 'Other' },
    { employee_no: 'X1' },
    { department: 'Other' },
    { contact: '+639171234567', department: 'Other' },
  ])
    expect([changes, await update(changes)]).toEqual([changes, 'own_access'])
  expect(await update({ contact: '+639171234567' })).toBe('done')
})

async function ownRole(statements: string[]) {
  const policy = await insertPolicy(system, statements)
  const role = await insertRole(system, ['All'], [policy])
  return { policy, role, holder: await insertUser(system, role) }
}

test('editing a role or policy cannot revoke access of users who exceed the caller', async () => {
  await giveAccess(system, 'viewer', ['All'], ['user:*', 'role:*', 'policy:*', 'tender:*'])
  const { policy, role } = await ownRole(['audit:view', 'tender:view', 'tender:create'])
  const kept = await insertPolicy(system, ['audit:view'])
  const roleBody = { modules: ['All' as const], policy_ids: [kept] }
  const roleChange = { kind: 'role' as const, id: role, ...roleBody }
  const roleImpact = await impactVersionOf(system, roleChange, 'viewer')
  const update = { params: { id: role }, body: { version: 1, ...roleBody, impact_version: roleImpact } }
  expect(await codeOf(system.send(api.roles.update, update, 'viewer'))).toBe('not_held')
  const statements = ['audit:view', 'tender:view']
  const impact_version = await impactVersionOf(system, { kind: 'policy', id: policy, statements }, 'viewer')
  const policyUpdate = { params: { id: policy }, body: { version: 1, statements, impact_version } }
  expect(await codeOf(system.send(api.policies.update, policyUpdate, 'viewer'))).toBe('not_held')
  await system.pool.query("UPDATE policies SET statements = '{tender:view,tender:create}' WHERE id = $1", [
    policy,
  ])
  const mine = await impactVersionOf(
    system,
    { kind: 'policy', id: policy, statements: ['tender:view'] },
    'viewer',
  )
  const allowed = {
    params: { id: policy },
    body: { version: 1, statements: ['tender:view'], impact_version: mine },
  }
  expect(await codeOf(system.send(api.policies.update, allowed, 'viewer'))).toBe('done')
})

test('renaming a role or policy requires permission to grant it', async () => {
  await giveAccess(system, 'viewer', ['All'], ['user:*', 'role:*', 'policy:*'])
  const { policy, role } = await ownRole(['audit:view'])
  const unused = await insertPolicy(system, ['card:unmask'])
  const rename = (
    endpoint: typeof api.roles.update | typeof api.policies.update,
    id: string,
    changes: object,
  ) => codeOf(system.send(endpoint, { params: { id }, body: { version: 1, ...changes } } as never, 'viewer'))
  expect(await rename(api.roles.update, role, { name: 'Harmless' })).toBe('not_held')
  expect(await rename(api.policies.update, policy, { name: 'Harmless' })).toBe('not_held')
  expect(await rename(api.policies.update, unused, { name: 'Harmless' })).toBe('not_held')
  expect(await rename(api.policies.update, unused, { description: 'Harmless' })).toBe('not_held')
  const held = await insertPolicy(system, ['user:view'])
  expect(await rename(api.policies.update, held, { name: 'User reading' })).toBe('done')
  // A role grantable by `role:grant` may be renamed.
  const lent = await insertRole(system, ['SMAC Inquiry'], [unused])
  expect(await rename(api.roles.update, lent, { name: 'Card reading' })).toBe('done')
})
