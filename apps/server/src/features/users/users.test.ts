import { api } from '@backoffice/contract/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { impactVersionOf, insertPolicy, insertRole, insertUser, userIdOf } from '../../testing/access.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'

let system: TestSystem
let agentRole: string
beforeAll(async () => {
  system = await startTestSystem()
  agentRole = await roleId('Inquiry agent')
})
afterAll(() => system.stop())

async function roleId(name: string): Promise<string> {
  const { rows } = await system.pool.query<{ id: string }>('SELECT id FROM roles WHERE name = $1', [name])
  return String(rows[0]?.id)
}

let number = 0
const newUser = (more: object = {}) => ({
  email: `Person.${number++}@Northline.example`,
  given_name: ' Ana ',
  family_name: 'Peñaflor-Cruz',
  role_id: agentRole,
  ...more,
})

const trail = async (id: string) => {
  const { rows } = await system.pool.query(
    `SELECT action, outcome, changes, reason FROM audit_events WHERE resource_id = $1 AND resource = 'user' ORDER BY id`,
    [id],
  )
  return rows
}

test('a new user is pending and waits for the identity provider', async () => {
  const extra = await insertPolicy(system, ['card:unmask'], 'Reveal for users')
  const created = await system.call(
    api.users.create,
    {
      body: newUser({
        contact: '+639171234567',
        employee_no: ' LD-1 ',
        department: '',
        extra_policies: [extra],
      }),
    },
    'admin',
  )
  expect(created).toMatchObject({
    email: expect.stringMatching(/^person\.\d+@northline\.example$/),
    given_name: 'Ana',
    family_name: 'Peñaflor-Cruz',
    employee_no: 'LD-1',
    department: null,
    status: 'PENDING',
    version: 1,
    role: { name: 'Inquiry agent' },
    extra_policies: [{ id: extra, name: 'Reveal for users' }],
    provider_action: { action: 'create', state: 'waiting', attempts: 0 },
    grants: { extra_policies: [{ granted_by: 'Alma Dizon', statements: ['card:unmask'] }] },
    open_files: 0,
  })
  expect(await trail(created.id)).toMatchObject([
    { action: 'user.create', changes: { status: [null, 'PENDING'], role: [null, 'Inquiry agent'] } },
  ])
  const again = await system.expectProblem(
    api.users.create,
    { body: newUser({ email: created.email.toUpperCase() }) },
    'admin',
  )
  expect(again).toMatchObject({
    status: 422,
    errors: [{ field: 'email', row: { id: created.id, label: 'Ana Peñaflor-Cruz' } }],
  })
})

test.each([
  [{ email: 'no mail' }, 'email'],
  [{ given_name: 'Ana3' }, 'given_name'],
  [{ family_name: '' }, 'family_name'],
  [{ contact: '0917' }, 'contact'],
  [{ role_id: '00000000-0000-4000-8000-000000000000' }, 'role_id'],
  [{ extra_policies: ['00000000-0000-4000-8000-000000000000'] }, 'extra_policies'],
])('%j is refused at its field', async (wrong, field) => {
  const problem = await system.expectProblem(api.users.create, { body: newUser(wrong) }, 'admin')
  expect([problem.status, problem.errors?.map((each) => each.field)]).toEqual([422, [field]])
})

test.each(['is_system', 'status', 'identity_sub', 'id', 'email', 'signed_in_after', 'last_sign_in_at'])(
  '%s cannot be set by a caller',
  async (field) => {
    const unknown = { status: 422, errors: [{ field, code: 'unknown_field' }] }
    const body = { ...newUser(), [field]: 'ACTIVE' }
    // The email of a user is set once.
    if (field !== 'email')
      expect(await system.expectProblem(api.users.create, { body }, 'admin')).toMatchObject(unknown)
    const id = await insertUser(system, agentRole)
    const change = { params: { id }, body: { version: 1, department: 'X', [field]: 'ACTIVE' } }
    expect(await system.expectProblem(api.users.update, change, 'admin')).toMatchObject(unknown)
  },
)

test('a profile changes directly; a role only with its confirmed impact', async () => {
  const id = await insertUser(system, agentRole, { name: 'Lia' })
  const profile = { params: { id }, body: { version: 1, department: ' Night desk ', family_name: 'Reyes' } }
  const changed = await system.call(api.users.update, profile, 'admin')
  expect(changed).toMatchObject({
    version: 2,
    department: 'Night desk',
    provider_action: { action: 'update' },
  })

  const role_id = await roleId('Lookup maintainer')
  const move = { version: 2, role_id }
  const unseen = await system.expectProblem(api.users.update, { params: { id }, body: move }, 'admin')
  expect([unseen.status, unseen.code]).toEqual([428, 'impact_required'])
  const impact_version = await impactVersionOf(
    system,
    { kind: 'user', id, role_id, extra_policies: [] },
    'admin',
  )
  const moved = await system.call(
    api.users.update,
    { params: { id }, body: { ...move, impact_version } },
    'admin',
  )
  expect(moved).toMatchObject({ version: 3, role: { name: 'Lookup maintainer' } })
  expect((await trail(id)).at(-1)).toMatchObject({
    action: 'user.update',
    changes: { role: ['Inquiry agent', 'Lookup maintainer'] },
  })
  const stale = await system.expectProblem(api.users.update, profile, 'admin')
  expect(stale).toMatchObject({ status: 409, code: 'version_conflict', current: { version: 3 } })
})

test('unchanged extra policies keep their granter', async () => {
  const [kept, added] = [
    await insertPolicy(system, ['file:view']),
    await insertPolicy(system, ['inquiry:run']),
  ]
  const id = await insertUser(system, agentRole, { extras: [kept] })
  const extra_policies = [kept, added]
  const impact_version = await impactVersionOf(
    system,
    { kind: 'user', id, role_id: agentRole, extra_policies },
    'admin',
  )
  const { grants } = await system.call(
    api.users.update,
    { params: { id }, body: { version: 1, extra_policies, impact_version } },
    'admin',
  )
  const givers = Object.fromEntries(grants.extra_policies.map((each) => [each.id, each.granted_by]))
  expect(givers).toEqual({ [kept]: null, [added]: 'Alma Dizon' })
})

test('disabling requires a reason, applies to the next call, and ends the sessions permanently', async () => {
  const id = await userIdOf(system, 'viewer')
  const { version } = await system.call(api.users.get, { params: { id } }, 'admin')
  const items = [{ id, version }]
  const bare = await system.expectProblem(
    api.users.updateStatus,
    { body: { items, status: 'DISABLED', reason: ' ' } },
    'admin',
  )
  expect(bare.errors).toMatchObject([{ field: 'reason' }])
  expect((await system.send(api.access.getAccessPolicy, {}, 'viewer')).status).toBe(200)

  const body = { items, status: 'DISABLED', reason: 'Left on 19 Nov' } as const
  const { items: outcomes } = await system.call(api.users.updateStatus, { body }, 'admin')
  expect(outcomes).toMatchObject([{ outcome: 'done', row: { status: 'DISABLED' } }])
  const refused = await system.expectProblem(api.access.getAccessPolicy, {}, 'viewer')
  expect([refused.status, refused.code, refused.detail]).toEqual([401, 'user_disabled', 'User is disabled.'])

  const now = { id, version: outcomes[0]?.row?.version ?? 0 }
  const enabled = await system.call(
    api.users.updateStatus,
    { body: { items: [now], status: 'ACTIVE' } },
    'admin',
  )
  expect(enabled.items).toMatchObject([{ outcome: 'done', row: { status: 'ACTIVE' } }])
  expect((await system.expectProblem(api.access.getAccessPolicy, {}, 'viewer')).code).toBe('session_revoked')
  expect(await trail(id)).toMatchObject([
    { action: 'user.update-status', changes: { status: ['ACTIVE', 'DISABLED'] }, reason: 'Left on 19 Nov' },
    { action: 'user.update-status', changes: { status: ['DISABLED', 'ACTIVE'] } },
  ])
})

test('each user of a bulk change has an outcome, and a refusal does not affect the others', async () => {
  const [one, other] = [await insertUser(system, agentRole), await insertUser(system, agentRole)]
  const me = await userIdOf(system, 'admin')
  const items = [
    { id: one, version: 1 },
    { id: me, version: 1 },
    { id: other, version: 7 },
  ]
  const { items: outcomes } = await system.call(
    api.users.updateStatus,
    { body: { items, status: 'DISABLED', reason: 'Test' } },
    'admin',
  )
  expect(outcomes.map(({ id, outcome, code }) => [id, outcome, code])).toEqual([
    [one, 'done', undefined],
    [me, 'refused', expect.stringMatching(/own_access|version_conflict/)],
    [other, 'refused', 'version_conflict'],
  ])
})

test('users are found by word prefix, and filtered by role, module and status', async () => {
  const role = await insertRole(system, ['Glass'], [], 'Finders')
  const id = await insertUser(system, role, { name: 'Zeno Quirino-Xix' })
  await insertUser(system, role, { name: 'Zeno Quirino', status: 'DELETED' })
  const search = (q: string) => system.call(api.users.search, { query: { q } }, 'auditor')
  for (const text of ['zeno', 'QUIRI', 'Zeno Q', 'xix'])
    expect((await search(text)).items).toMatchObject([{ id }])
  for (const text of ['uirino', 'ix', '%', '_eno', ' ']) expect((await search(text)).items).toEqual([])
  const list = (filters: object) => system.call(api.users.list, { body: { filters } }, 'auditor')
  expect((await list({ role: { in: ['Finders'] } })).items).toMatchObject([{ id, role: { name: 'Finders' } }])
  const glass = (await list({ module: { in: ['Glass'] }, status: { in: ['ACTIVE'] } })).items
  expect(glass.map((user) => user.id)).toContain(id)
  expect(new Set(glass.map((user) => user.status))).toEqual(new Set(['ACTIVE']))
})

test('all users can read themselves; without user:view others are reported as missing', async () => {
  const [me, other] = [await userIdOf(system, 'agent'), await userIdOf(system, 'supervisor')]
  expect(await system.call(api.users.get, { params: { id: me } }, 'agent')).toMatchObject({ id: me })
  const hidden = await system.expectProblem(api.users.get, { params: { id: other } }, 'agent')
  const unknown = await system.expectProblem(
    api.users.get,
    { params: { id: '00000000-0000-4000-8000-000000000000' } },
    'agent',
  )
  expect({ ...hidden, request_id: '' }).toEqual({ ...unknown, request_id: '' })
  expect(hidden.status).toBe(404)
})

test('open files and inquiries are handed over; the rest goes to the caller who deletes the user', async () => {
  const from = await insertUser(system, agentRole, { name: 'Leaver' })
  const [to, admin] = [await userIdOf(system, 'supervisor'), await userIdOf(system, 'admin')]
  const aFile = async (state: string) => {
    const { rows } = await system.pool.query<{ source_filekey: string }>(
      `INSERT INTO files (source_filekey, category, file_name, size, state, uploaded_by, link_expires_at)
       VALUES (gen_random_uuid(), 'SMAC_INQUIRY', 'cards.csv', 10, $1, $2, now()) RETURNING source_filekey`,
      [state, from],
    )
    return String(rows[0]?.source_filekey)
  }
  const [open, ended] = [await aFile('AWAITING_CONFIRMATION'), await aFile('COMPLETED')]
  await system.pool.query(
    `INSERT INTO inquiries (id, mode, source_filekey, purpose, as_of, partial, owner_id)
     VALUES (gen_random_uuid(), 'FILE', $1, 'AUDIT', now(), false, $2)`,
    [open, from],
  )
  expect(await system.call(api.users.get, { params: { id: from } }, 'admin')).toMatchObject({
    open_files: 1,
    open_inquiries: 1,
  })
  const body = { from, to }
  expect(await system.call(api.users.handOver, { body }, 'admin')).toEqual({
    files: 1,
    inquiries: 1,
    cases: 0,
  })
  const ownerOf = async (key: string) => {
    const { rows } = await system.pool.query('SELECT uploaded_by FROM files WHERE source_filekey = $1', [key])
    return rows[0].uploaded_by
  }
  expect([await ownerOf(open), await ownerOf(ended)]).toEqual([to, from])
  const later = await aFile('UPLOADED')
  expect(await system.call(api.users.remove, { params: { id: from }, version: 1 }, 'admin')).toEqual({
    id: from,
  })
  expect([await ownerOf(later), await ownerOf(ended)]).toEqual([admin, from])
  expect((await system.expectProblem(api.users.get, { params: { id: from } }, 'admin')).status).toBe(404)
  expect((await trail(from)).map(({ action }) => action)).toEqual([
    'user.hand-over',
    'user.delete',
    'user.view',
  ])
})

test('the email of a deleted user is free after the identity provider has deleted the account', async () => {
  const first = await system.call(api.users.create, { body: newUser() }, 'admin')
  await system.call(api.users.remove, { params: { id: first.id }, version: 1 }, 'admin')
  const again = { body: newUser({ email: first.email }) }
  expect((await system.expectProblem(api.users.create, again, 'admin')).code).toBe('provider_pending')
  await system.pool.query('DELETE FROM provider_actions WHERE user_id = $1', [first.id])
  const second = await system.call(api.users.create, again, 'admin')
  expect([second.email, second.id === first.id]).toEqual([first.email, false])
})

test('the last sign-in is the newest one used in a call', async () => {
  const id = await userIdOf(system, 'lookup')
  await system.call(api.access.getAccessPolicy, {}, 'lookup')
  const { last_sign_in_at } = await system.call(api.users.get, { params: { id } }, 'admin')
  const [, payload = ''] = (await system.tokenOf('lookup')).split('.')
  const { auth_time } = JSON.parse(Buffer.from(payload, 'base64url').toString())
  expect(Date.parse(last_sign_in_at ?? '')).toBe(auth_time * 1_000)
})
