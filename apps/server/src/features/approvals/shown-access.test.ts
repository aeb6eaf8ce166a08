import { api } from '@backoffice/contract/api'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { impactVersionOf, insertPolicy, insertRole, insertUser, userIdOf } from '../../testing/access.ts'
import { approve, aRequest, openedItems, requestIn, statusOf, switchRule } from '../../testing/approvals.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'

let system: TestSystem
beforeEach(async () => {
  system = await startTestSystem()
  await switchRule(system, 'HIGH_RISK_GRANT', true)
})
afterEach(() => system.stop())

const read = (id: string, as = 'access') => system.call(api.approvals.get, { params: { id } }, as)
const aHighRiskRole = async (name: string) =>
  insertRole(system, ['SMAC Inquiry'], [await insertPolicy(system, ['card:unmask'])], name)
const aNewUser = (given_name: string, role_id: string) => ({
  ...{ given_name, family_name: 'Mendoza', email: `${given_name.toLowerCase()}.mendoza@backoffice.test` },
  ...{ role_id, department: 'Settlement', contact: '+639175550142' },
})

test('a request for a new user shows email, contact, department and role, and later the user', async () => {
  const role_id = await aHighRiskRole('Card desk')
  const id = requestIn(await system.send(api.users.create, { body: aNewUser('Zoe', role_id) }, 'admin'))
  const [user] = (await read(id)).users
  expect(user).toMatchObject({
    ...{ id: null, name: 'Zoe Mendoza', email: 'zoe.mendoza@backoffice.test', contact: '+639175550142' },
    ...{ department: 'Settlement', role_before: null, role: 'Card desk', policies: [] },
  })
  await approve(system, id, 'access')
  const [created] = (await read(id)).users
  expect(created?.id).toMatch(/-/)
})

test('a waiting request names others with the same phone, or a name that is easily taken for it', async () => {
  const agent = await userIdOf(system, 'agent')
  await system.pool.query("UPDATE users SET contact = '+639175550142' WHERE id = $1", [agent])
  const role_id = await aHighRiskRole('Card desk')
  const items = [
    aNewUser('Zoe', role_id),
    { ...aNewUser('Ana', role_id), given_name: 'Maria', family_name: 'Reyes' },
  ]
  const id = requestIn(await system.send(api.users.invite, { body: { items } }, 'admin'))
  expect((await read(id)).users).toMatchObject([
    {
      ...{ name: 'Maria Reyes', same_contact: ['Maria Reyes', 'Zoe Mendoza'] },
      similar: [{ id: agent, email: 'agent@backoffice.test', similarity: 'equal' }],
    },
    { name: 'Zoe Mendoza', same_contact: ['Maria Reyes', 'Maria Reyes'], similar: [] },
  ])
  await approve(system, id, 'access')
  expect((await read(id)).users).toMatchObject([{ similar: [] }, { same_contact: [] }])
})

test('a request for several new users shows the role of each, and counts all of them', async () => {
  const [high, low] = [await aHighRiskRole('Card desk'), await insertRole(system, ['Files'], [], 'Filing')]
  const items = [aNewUser('Zoe', high), aNewUser('Ana', low)]
  const id = requestIn(await system.send(api.users.invite, { body: { items } }, 'admin'))
  const { users, count, users_total, impact } = await read(id)
  expect(users.map(({ name, role }) => [name, role])).toEqual([
    ['Ana Mendoza', 'Filing'],
    ['Zoe Mendoza', 'Card desk'],
  ])
  expect([count, users_total]).toEqual([2, 2])
  // The impact names the same users.
  const zoe = users.find(({ role }) => role === 'Card desk')
  const unmask = impact?.gains.find(({ name }) => name === 'card:unmask')
  expect(unmask?.users.map(({ id: key }) => key)).toEqual([zoe?.key])
})

test('a request names the users who may take a role in an emergency, and counts them', async () => {
  const takerRole = await insertRole(system, ['Operational Dashboard'], [], 'Night watch')
  for (let at = 0; at < 3; at++) await insertUser(system, takerRole)
  const role = await aHighRiskRole('Duty manager')
  const { version, policies } = await system.call(api.roles.get, { params: { id: role } }, 'admin')
  const policy_ids = policies.map((policy) => policy.id)
  const change = { kind: 'role' as const, id: role, modules: ['SMAC Inquiry' as const], policy_ids }
  const impact_version = await impactVersionOf(system, change, 'admin')
  const body = { version, impact_version, break_glass_for: [takerRole] }
  const id = requestIn(await system.send(api.roles.update, { params: { id: role }, body }, 'admin'))
  expect(await read(id)).toMatchObject({
    count: 3,
    users: [],
    takers: [
      { role: 'Duty manager', taker_role: 'Night watch', permissions: ['card:unmask'], user_count: 3 },
    ],
  })
  expect((await read(id)).takers[0]?.users).toHaveLength(3)
})

test('a request for another role shows the role before and after, and that its user may then take a role', async () => {
  const taker = await insertRole(system, ['Operational Dashboard'], [], 'Night watch')
  const role = await aHighRiskRole('Duty manager')
  await system.pool.query('UPDATE roles SET break_glass_for = ARRAY[$1::uuid] WHERE id = $2', [taker, role])
  const user = await insertUser(system, await insertRole(system, [], [], 'Trainee'))
  const target = { role_id: taker, extra_policies: [] }
  const impact_version = await impactVersionOf(system, { kind: 'user', id: user, ...target }, 'admin')
  const body = { version: 1, ...target, impact_version }
  const id = requestIn(await system.send(api.users.update, { params: { id: user }, body }, 'admin'))
  const { users, takers } = await read(id)
  expect(users).toMatchObject([{ id: user, role_before: 'Trainee', role: 'Night watch' }])
  expect(takers).toMatchObject([{ role: 'Duty manager', taker_role: 'Night watch', user_count: 1 }])
})

test('a request is outdated once its users could also take a role in an emergency, and says so', async () => {
  const role_id = await aHighRiskRole('Card desk')
  const id = requestIn(await system.send(api.users.create, { body: aNewUser('Zoe', role_id) }, 'admin'))
  const role = await aHighRiskRole('Duty manager')
  const statements = await insertPolicy(system, ['audit:export'])
  await system.pool.query('INSERT INTO role_policies (role_id, policy_id) VALUES ($1, $2)', [
    role,
    statements,
  ])
  await system.pool.query('UPDATE roles SET break_glass_for = ARRAY[$1::uuid] WHERE id = $2', [role_id, role])
  expect(await system.call(api.approvals.check, { params: { id } }, 'access')).toMatchObject({
    ...{
      is_current: false,
      detail: 'Zoe Mendoza with the role Card desk could now take Duty manager in an emergency.',
    },
  })
})

test('break-glass access shows who took which role until when', async () => {
  const role = await aHighRiskRole('Duty manager')
  const viewer = await userIdOf(system, 'viewer')
  const { role: own } = await system.call(api.users.get, { params: { id: viewer } }, 'admin')
  await system.pool.query('UPDATE roles SET break_glass_for = ARRAY[$1::uuid] WHERE id = $2', [own.id, role])
  const body = { role_id: role, reason: 'The system is down', ticket_no: 'INC-1' }
  const { approval_id, until } = await system.call(api.accessRequests.breakGlass, { body }, 'viewer')
  expect(await read(approval_id)).toMatchObject({
    users: [{ id: viewer, email: 'viewer@backoffice.test' }],
    requested_access: { type: 'role', name: 'Duty manager', until },
  })
})

test('a high-risk request is approved only with the hash of its opened content', async () => {
  const { id } = await aRequest(system)
  const send = (items: { id: string; content_hash?: string }[]) =>
    system.send(api.approvals.approve, { body: { items } }, 'access')
  const refused = { status: 428, body: { code: 'approval_not_opened' } }
  expect(await send([{ id }])).toMatchObject(refused)
  const other = await aRequest(system)
  const [hash] = await openedItems(system, [other.id], 'access')
  expect(await send([{ ...hash, id }])).toMatchObject(refused)
  expect(await statusOf(system, id)).toBe('PENDING')
  const both = await send([{ id }, ...(await openedItems(system, [other.id], 'access'))])
  expect(both.body).toMatchObject({
    resource: { items: [{ outcome: 'refused', code: 'approval_not_opened' }, { outcome: 'done' }] },
  })
  expect((await approve(system, id, 'access')).status).toBe(200)
})
