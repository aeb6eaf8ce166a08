import { api } from '@backoffice/contract/api'
import { tenders } from '@backoffice/contract/tables/tenders'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { applyAction } from '../../files/apply-action.ts'
import { impactVersionOf, insertPolicy, insertRole, insertUser, userIdOf } from '../../testing/access.ts'
import { aGrant, approve, requestIn, statusOf, switchRule } from '../../testing/approvals.ts'
import { addMasters, validRow, wireRow } from '../../testing/table-rows.ts'
import { giveTemporarily, passTime } from '../../testing/temporary-access.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'

/** Attacks in several steps, each of which is harmless alone. */
let system: TestSystem
beforeEach(async () => {
  system = await startTestSystem()
  await switchRule(system, 'HIGH_RISK_GRANT', true)
})
afterEach(() => system.stop())

async function roleOf(mailbox: string): Promise<string> {
  const params = { id: await userIdOf(system, mailbox) }
  return (await system.call(api.users.get, { params }, 'admin')).role.id
}

type AccessRequest = { role_id?: string; policy_id?: string; hours: number }
const requestAccess = (body: AccessRequest) =>
  system.send(api.accessRequests.create, { body: { reason: 'Attack', ...body } }, 'agent')

const accessOf = async (as: string) => (await system.call(api.access.getAccessPolicy, {}, as)).policies

async function setStatements(id: string, statements: string[]) {
  const { version } = await system.call(api.policies.get, { params: { id } }, 'admin')
  const impact_version = await impactVersionOf(system, { kind: 'policy', id, statements }, 'admin')
  const body = { version, statements, impact_version }
  return system.send(api.policies.update, { params: { id }, body }, 'admin')
}

/** A user whom admin@ creates, and who signs in as agent@. */
async function aSecondAccount(): Promise<string> {
  const role_id = await roleOf('agent')
  const body = { email: 'second@backoffice.test', given_name: 'Second', family_name: 'Account', role_id }
  await system.tokenOf('agent')
  const { id } = await system.call(api.users.create, { body }, 'admin')
  const { rows } = await system.pool.query<{ sub: string }>(
    "SELECT identity_sub AS sub FROM users WHERE email = 'agent@backoffice.test'",
  )
  await system.pool.query("UPDATE users SET identity_sub = NULL WHERE email = 'agent@backoffice.test'")
  await system.pool.query("UPDATE users SET identity_sub = $2, status = 'ACTIVE' WHERE id = $1", [
    id,
    rows[0]?.sub,
  ])
  return id
}

test('no one decides requests of an account that they created alone', async () => {
  await aSecondAccount()
  const policy_id = await insertPolicy(system, ['card:unmask'])
  const id = requestIn(await requestAccess({ policy_id, hours: 1 }))
  expect(await approve(system, id, 'admin')).toMatchObject({ status: 409, body: { code: 'own_request' } })
  expect(await system.call(api.approvals.counts, {}, 'admin')).toMatchObject({ decide: 0 })
  await approve(system, id, 'access')
  expect(await statusOf(system, id)).toBe('EXECUTED')
})

test('while any rule is on, a new decider needs approval, also with the rule of high-risk access off', async () => {
  await switchRule(system, 'HIGH_RISK_GRANT', false)
  await switchRule(system, 'MASTER_DELETE', true)
  const role_id = await roleOf('access')
  const user = { email: 'second@backoffice.test', given_name: 'Second', family_name: 'Account', role_id }
  requestIn(await system.send(api.users.create, { body: user }, 'admin'))
  const { send } = await aGrant(system, { statement: 'approval:manage', modules: ['Users'] })
  requestIn(await send())
})

const MODULES = ['Audit' as const]

/** A low-risk role that users of agent@’s role may take at once. */
async function aBreakGlassRole(statements = ['audit:view']) {
  const policy = await insertPolicy(system, statements)
  const id = await insertRole(system, MODULES, [policy], 'Emergency')
  return { id, policy, reply: await changeRole(id, [policy], [await roleOf('agent')]) }
}

async function changeRole(id: string, policy_ids: string[], break_glass_for?: string[]) {
  const { version } = await system.call(api.roles.get, { params: { id } }, 'admin')
  const change = { kind: 'role' as const, id, modules: MODULES, policy_ids }
  const impact_version = await impactVersionOf(system, change, 'admin')
  const body = { version, policy_ids, impact_version, ...(break_glass_for && { break_glass_for }) }
  return system.send(api.roles.update, { params: { id }, body }, 'admin')
}

const takeRole = (role_id: string) =>
  system.send(
    api.accessRequests.breakGlass,
    { body: { role_id, reason: 'Attack', ticket_no: 'T-1' } },
    'agent',
  )

test('a role that may be taken by break-glass gains no high-risk access without approval', async () => {
  const { id, policy, reply } = await aBreakGlassRole()
  expect(reply.status).toBe(200)
  const other = await insertPolicy(system, ['audit:export'])
  requestIn(await changeRole(id, [policy, other]))
  requestIn(await setStatements(policy, ['audit:view', 'audit:export']))
  expect((await takeRole(id)).status).toBe(200)
  expect(await accessOf('agent')).not.toContain('audit:export')
})

test('break-glass access wakes no high-risk policy that its user has without the module', async () => {
  const { id } = await aBreakGlassRole()
  await system.pool.query('INSERT INTO user_policies (user_id, policy_id) VALUES ($1, $2)', [
    await userIdOf(system, 'agent'),
    await insertPolicy(system, ['audit:export']),
  ])
  expect(await takeRole(id)).toMatchObject({ status: 403, body: { code: 'access_denied' } })
})

test('an offer of break-glass access covers only what the role had when it was requested', async () => {
  const { policy, reply } = await aBreakGlassRole(['audit:export'])
  await setStatements(policy, ['audit:*', 'card:unmask'])
  const id = requestIn(reply)
  await approve(system, id, 'access')
  expect(await statusOf(system, id)).toBe('STALE')
})

test('a user joins a role that may take high-risk access with approval only', async () => {
  const { reply } = await aBreakGlassRole(['audit:export'])
  await approve(system, requestIn(reply), 'access')
  const role_id = await roleOf('agent')
  const user = { email: 'second@backoffice.test', given_name: 'Second', family_name: 'Account', role_id }
  requestIn(await system.send(api.users.create, { body: user }, 'admin'))
  const id = await insertUser(system, await insertRole(system, [], []))
  const change = { kind: 'user' as const, id, role_id, extra_policies: [] }
  const body = { version: 1, role_id, impact_version: await impactVersionOf(system, change, 'admin') }
  requestIn(await system.send(api.users.update, { params: { id }, body }, 'admin'))
  const items = [{ id: await insertUser(system, role_id, { status: 'DISABLED' }), version: 1 }]
  requestIn(await system.send(api.users.updateStatus, { body: { items, status: 'ACTIVE' } }, 'admin'))
})

test('no one approves an offer of break-glass access to themselves', async () => {
  const policy = await insertPolicy(system, ['audit:export'])
  const role = await insertRole(system, MODULES, [policy])
  const id = requestIn(await changeRole(role, [policy], [await roleOf('access')]))
  expect(await approve(system, id, 'access')).toMatchObject({ status: 409, body: { code: 'own_request' } })
})

test('break-glass access is not taken again before its review, nor soon after a rejection', async () => {
  const { id } = await aBreakGlassRole()
  const { approval_id } = ((await takeRole(id)).body as { resource: { approval_id: string } }).resource
  const refused = { status: 409, body: { code: 'approval_pending' } }
  expect(await takeRole(id)).toMatchObject(refused)
  const body = { items: [{ id: approval_id }], reason: 'There was no emergency' }
  await system.call(api.approvals.reject, { body }, 'access')
  expect(await takeRole(id)).toMatchObject({ status: 403, body: { code: 'access_denied' } })
})

test('a policy that was widened after a request is not granted, though its user has the difference temporarily', async () => {
  const [wanted, held] = [
    await insertPolicy(system, ['case:assign']),
    await insertPolicy(system, ['card:unmask']),
  ]
  await giveTemporarily(system, await userIdOf(system, 'agent'), { policyId: held })
  const id = requestIn(await requestAccess({ policy_id: wanted, hours: 24 }))
  // No user has it, so it needs no approval.
  expect((await setStatements(wanted, ['case:assign', 'card:unmask'])).status).toBe(200)
  await approve(system, id, 'access')
  expect(await statusOf(system, id)).toBe('STALE')
})

test('a request shows the high-risk access that it extends', async () => {
  const [held, wanted] = [
    await insertPolicy(system, ['card:unmask']),
    await insertPolicy(system, ['case:assign', 'card:unmask']),
  ]
  await giveTemporarily(system, await userIdOf(system, 'agent'), { policyId: held })
  const id = requestIn(await requestAccess({ policy_id: wanted, hours: 24 }))
  const { impact, is_high_risk } = await system.call(api.approvals.get, { params: { id } }, 'access')
  expect([is_high_risk, impact?.gains.map(({ name }) => name)]).toEqual([
    true,
    ['card:unmask', 'case:assign'],
  ])
})

test('a low-risk role that activates a high-risk policy is given for seven days at most', async () => {
  const low = await insertRole(system, ['SMAC Inquiry'], [await insertPolicy(system, ['inquiry:run'])])
  const asleep = await insertRole(system, ['Audit'], [await insertPolicy(system, ['audit:view'])])
  const user = await userIdOf(system, 'agent')
  await system.pool.query('UPDATE users SET role_id = $2 WHERE id = $1', [user, asleep])
  await system.pool.query('INSERT INTO user_policies (user_id, policy_id) VALUES ($1, $2)', [
    user,
    await insertPolicy(system, ['card:unmask']),
  ])
  expect((await requestAccess({ role_id: low, hours: 8 * 24 })).status).toBe(422)
  expect((await requestAccess({ role_id: low, hours: 7 * 24 })).status).toBe(202)
})

test('a role is not approved with more than it gave when requested, though a temporary role hides the difference', async () => {
  const added = await insertPolicy(system, ['audit:export'])
  const role = await insertRole(system, MODULES, [])
  await giveTemporarily(system, await insertUser(system, role), { roleId: await insertRole(system, [], []) })
  const id = requestIn(await changeRole(role, [added]))
  expect((await setStatements(added, ['audit:view', 'audit:export'])).status).toBe(200)
  await approve(system, id, 'access')
  expect(await statusOf(system, id)).toBe('STALE')
})

test('an approval gives no access that a temporary role has hidden from the request', async () => {
  const role = await insertRole(system, MODULES, [await insertPolicy(system, ['audit:view'])])
  const user = await insertUser(system, role)
  await giveTemporarily(system, user, { roleId: await insertRole(system, [], []) })
  const id = requestIn(await changeRole(role, [await insertPolicy(system, ['audit:export'])]))
  expect((await system.call(api.approvals.get, { params: { id } }, 'access')).impact?.gains).toEqual([])
  await passTime(system, user, 2)
  await approve(system, id, 'access')
  expect(await statusOf(system, id)).toBe('STALE')
})

test('an enabled user regains high-risk temporary access with approval only', async () => {
  const role = await insertRole(system, MODULES, [])
  const id = await insertUser(system, role, { status: 'DISABLED' })
  await giveTemporarily(system, id, { policyId: await insertPolicy(system, ['audit:export']) })
  const body = { items: [{ id, version: 1 }], status: 'ACTIVE' as const }
  requestIn(await system.send(api.users.updateStatus, { body }, 'admin'))
})

test('an action on all matching rows ends no others, renamed to match before it begins', async () => {
  await addMasters(system.pool)
  await switchRule(system, 'MASTER_DELETE', true)
  const selection = { filters: { name: { contains: 'Old' } } }
  const body = { action: 'deactivate' as const, count: 1, selection }
  const { source_filekey: filekey } = await system.call(api.payment_methods.all, { body }, 'admin')
  const { items } = await system.call(api.payment_methods.list, { body: { page: 1, page_size: 25 } }, 'admin')
  const cash = items.find((row) => row.payment_method_code === 'CSH')
  const rows = [{ id: cash?.id ?? '', version: cash?.version ?? 0, name: 'Old cash' }]
  await system.call(api.payment_methods.update, { body: { items: rows } }, 'admin')
  await applyAction(system.workerDeps, { filekey, attempt: 1 })
  const { rows: stored } = await system.pool.query(
    "SELECT status FROM payment_methods WHERE payment_method_code = 'CSH'",
  )
  expect(stored).toEqual([{ status: 'ACTIVE' }])
})

/** Sends a new tender, or changes of one. */
const createTender = (changes: object = {}) => {
  const values = { ...validRow(tenders), ...changes }
  return system.send(api.tenders.create, { body: wireRow(tenders, values) as never }, 'admin')
}

test('a range does not go to another tender, nor a master row to another code, by a new key', async () => {
  await addMasters(system.pool)
  const created = (await createTender({ bin_from: '900001', bin_to: '900001' })).body
  const tender = (created as { resource: { id: string } }).resource
  const { rows } = await system.pool.query("SELECT id FROM transaction_codes WHERE tran_code = '1900'")
  await switchRule(system, 'BIN_RANGE', true)
  await switchRule(system, 'MASTER_DELETE', true)
  const items = [{ id: tender.id, version: 1, tender_id: 'X9' }]
  requestIn(await system.send(api.tenders.update, { body: { items } }, 'admin'))
  const renamed = [{ id: String(rows[0]?.id), version: 1, tran_code: '1901' }]
  requestIn(await system.send(api.transaction_codes.update, { body: { items: renamed } }, 'admin'))
})

test('calls at once are counted together', async () => {
  await addMasters(system.pool)
  await switchRule(system, 'MASS_CHANGE', true, 2)
  const replies = await Promise.all(Array.from({ length: 4 }, () => createTender()))
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 202, 202])
})

test('card numbers in reasons are stored masked', async () => {
  const reason = 'Card 9990001234560010'
  const policy_id = await insertPolicy(system, ['audit:view'])
  const body = { policy_id, hours: 1, reason }
  const id = requestIn(await system.send(api.accessRequests.create, { body }, 'agent'))
  const { rows } = await system.pool.query('SELECT reason FROM approvals WHERE id = $1', [id])
  expect(rows).toEqual([{ reason: expect.stringMatching(/^Card .*•.*0010$/) }])
})
