import { api } from '@backoffice/contract/api'
import type { CallInput, Endpoint } from '@backoffice/contract/endpoint'
import { impactVersionOf, insertPolicy, insertRole, insertUser, userIdOf } from './access.ts'
import { giveTemporarily } from './temporary-access.ts'
import { signIn, type TestSystem } from './test-system.ts'

/** An endpoint with an input of its call. */
export type TestCall = [Endpoint, object]
export const callOf = <E extends Endpoint>(endpoint: E, input: CallInput<E>): TestCall => [endpoint, input]

type Fixture = { system: TestSystem }
type Prepare = (fixture: Fixture) => Promise<TestCall>

export const aRole = async (system: TestSystem, statements = ['tender:view']) =>
  insertRole(system, ['Lookup'], [await insertPolicy(system, statements)])

/** A role with a high-risk permission. */
export const aRiskyRole = async (system: TestSystem, more: string[] = []) =>
  insertRole(system, ['Audit'], [await insertPolicy(system, ['audit:export', ...more])])

const aLowUser = async (system: TestSystem, status = 'ACTIVE') =>
  insertUser(system, await aRole(system), { status })
const aRiskyUser = async (system: TestSystem, status = 'ACTIVE') =>
  insertUser(system, await aRiskyRole(system), { status })

export async function aUserCreation({ system }: Fixture, role?: string): Promise<TestCall> {
  const email = `${crypto.randomUUID()}@northline.example`
  const role_id = role ?? (await aRiskyRole(system))
  return callOf(api.users.create, { body: { email, given_name: 'Ana', family_name: 'Reyes', role_id } })
}

async function anInvitation(fixture: Fixture, role?: string): Promise<TestCall> {
  const [, { body }] = (await aUserCreation(fixture, role)) as [Endpoint, CallInput<typeof api.users.create>]
  return callOf(api.users.invite, { body: { items: [body] } })
}

async function aBulkRoleChange(system: TestSystem, from: string, to: string): Promise<TestCall> {
  const body = { items: [{ id: await insertUser(system, from), version: 1 }], role_id: to }
  const { impact_version } = await system.call(api.users.roleImpact, { body }, 'admin')
  return callOf(api.users.updateRole, { body: { ...body, impact_version } })
}

async function aUserChange(
  system: TestSystem,
  from: string,
  to: { role_id?: string; extra_policies?: string[] },
): Promise<TestCall> {
  const id = await insertUser(system, from)
  const target = { role_id: from, extra_policies: [], ...to }
  const impact_version = await impactVersionOf(system, { kind: 'user', id, ...target }, 'admin')
  return callOf(api.users.update, { params: { id }, body: { version: 1, ...target, impact_version } })
}

/** A role held by a user gets other access. */
async function aRoleChange(
  system: TestSystem,
  id: string,
  modules: ('Lookup' | 'Audit')[],
  statements: string[],
): Promise<TestCall> {
  await insertUser(system, id)
  const change = { modules, policy_ids: [await insertPolicy(system, statements)] }
  const impact_version = await impactVersionOf(system, { kind: 'role', id, ...change }, 'admin')
  return callOf(api.roles.update, { params: { id }, body: { version: 1, ...change, impact_version } })
}

/** A policy held by a user gets other statements. */
async function aPolicyChange(system: TestSystem, before: string[], statements: string[]): Promise<TestCall> {
  const id = await insertPolicy(system, before)
  await insertUser(system, await insertRole(system, ['Lookup', 'Audit'], [id]))
  const impact_version = await impactVersionOf(system, { kind: 'policy', id, statements }, 'admin')
  return callOf(api.policies.update, { params: { id }, body: { version: 1, statements, impact_version } })
}

const aStatusChange = (id: string, status: 'ACTIVE' | 'DISABLED') =>
  callOf(api.users.updateStatus, {
    body: { items: [{ id, version: 1 }], status, ...(status === 'DISABLED' && { reason: 'Left' }) },
  })

const aDeletion = (id: string) => callOf(api.users.remove, { params: { id }, version: 1 })

const anOffBoarding = (id: string) =>
  callOf(api.users.offBoard, { body: { id, version: 1, mode: 'disable', reason: 'Left' } })

async function aHandOver(system: TestSystem, from: string): Promise<TestCall> {
  await system.pool.query(
    `INSERT INTO cases (card_id, last_four, kind, ticket_no, due_on, opened_by, opened_at, updated_at, assignee_id)
     VALUES (gen_random_uuid(), '0011', 'LATE_POINTS', 'OPS-1', current_date + 5, $1, now(), now(), $1)`,
    [from],
  )
  return callOf(api.users.handOver, { body: { from, to: await userIdOf(system, 'admin') } })
}

async function aSessionEnd({ system }: Fixture, mailbox: string): Promise<TestCall> {
  await signIn(system.identity, `${mailbox}@backoffice.test`)
  const id = await userIdOf(system, mailbox)
  const { items } = await system.call(api.users.sessions, { params: { id } }, 'admin')
  const body = { session_id: items[0]?.id ?? '' }
  return callOf(api.users.endSession, { params: { id }, body })
}

async function anEndOfAccess(system: TestSystem, statement: string, module: string): Promise<TestCall> {
  const id = await aLowUser(system)
  const policyId = await insertPolicy(system, [statement])
  const { id: access_id } = await giveTemporarily(system, id, { policyId, modules: [module] })
  return callOf(api.users.endAccess, { params: { id, access_id } })
}

/** Changes of users, roles and policies that need a recent sign-in. */
export const HIGH_RISK_CHANGES: Readonly<Record<string, Prepare>> = {
  'creating a user with high-risk access': aUserCreation,
  'inviting users with high-risk access': anInvitation,
  'giving several users a high-risk role': async ({ system }) =>
    aBulkRoleChange(system, await aRole(system), await aRiskyRole(system)),
  'taking a high-risk role from several users': async ({ system }) =>
    aBulkRoleChange(system, await aRiskyRole(system), await aRole(system)),
  'giving a user a high-risk role': async ({ system }) =>
    aUserChange(system, await aRole(system), { role_id: await aRiskyRole(system) }),
  'giving a user a high-risk policy': async ({ system }) =>
    aUserChange(system, await insertRole(system, ['Audit'], [await insertPolicy(system, ['audit:view'])]), {
      extra_policies: [await insertPolicy(system, ['audit:export'])],
    }),
  'taking any access from a user with high-risk access': async ({ system }) =>
    aUserChange(system, await aRiskyRole(system, ['audit:view']), { role_id: await aRiskyRole(system) }),
  'changing the phone number of a user': async ({ system }) =>
    callOf(api.users.update, {
      params: { id: await aLowUser(system) },
      body: { version: 1, contact: '+639171234567' },
    }),
  'resetting a password': async ({ system }) =>
    callOf(api.users.resetPassword, { body: { id: await aLowUser(system), mode: 'reset' } }),
  'removing an authenticator': async ({ system }) =>
    callOf(api.users.resetPassword, { body: { id: await aLowUser(system), mode: 'authenticator' } }),
  'enabling a user with high-risk access': async ({ system }) =>
    aStatusChange(await aRiskyUser(system, 'DISABLED'), 'ACTIVE'),
  'disabling a user with high-risk access': async ({ system }) =>
    aStatusChange(await aRiskyUser(system), 'DISABLED'),
  'deleting a user with high-risk access': async ({ system }) => aDeletion(await aRiskyUser(system)),
  'off-boarding a user with high-risk access': async ({ system }) => anOffBoarding(await aRiskyUser(system)),
  'handing over the work of a user with high-risk access': async ({ system }) =>
    aHandOver(system, await aRiskyUser(system)),
  'ending a session of a user with high-risk access': (fixture) => aSessionEnd(fixture, 'auditor'),
  'ending all sessions of a user with high-risk access': async ({ system }) =>
    callOf(api.users.endSessions, { params: { id: await aRiskyUser(system) } }),
  'ending high-risk temporary access': ({ system }) => anEndOfAccess(system, 'audit:export', 'Audit'),
  'adding high-risk access to a role': async ({ system }) =>
    aRoleChange(system, await aRole(system), ['Audit'], ['audit:export']),
  'taking access from the users of a high-risk role': async ({ system }) =>
    aRoleChange(system, await aRiskyRole(system, ['audit:view']), ['Audit'], ['audit:export']),
  'changing the second factor of a role': async ({ system }) =>
    callOf(api.roles.update, {
      params: { id: await aRole(system) },
      body: { version: 1, requires_second_factor: true },
    }),
  'adding high-risk access to a policy': ({ system }) =>
    aPolicyChange(system, ['audit:view'], ['audit:view', 'audit:export']),
  'taking statements from a high-risk policy': ({ system }) =>
    aPolicyChange(system, ['audit:view', 'audit:export'], ['audit:export']),
}

/** The same calls without high-risk access, which any valid token may make. */
export const LOW_RISK_CHANGES: Readonly<Record<string, Prepare>> = {
  'creating a user': async (fixture) => aUserCreation(fixture, await aRole(fixture.system)),
  'inviting users': async (fixture) => anInvitation(fixture, await aRole(fixture.system)),
  'changing the role of several users': async ({ system }) =>
    aBulkRoleChange(system, await aRole(system), await aRole(system, ['tender:view', 'tender:update'])),
  'changing the role of a user': async ({ system }) =>
    aUserChange(system, await aRole(system), { role_id: await aRole(system, ['tender:update']) }),
  'changing the profile of a user with high-risk access': async ({ system }) =>
    callOf(api.users.update, {
      params: { id: await aRiskyUser(system) },
      body: { version: 1, department: 'Night' },
    }),
  'giving more low-risk access to a user with high-risk access': async ({ system }) =>
    aUserChange(system, await aRiskyRole(system), {
      extra_policies: [await insertPolicy(system, ['audit:view'])],
    }),
  'enabling a user': async ({ system }) => aStatusChange(await aLowUser(system, 'DISABLED'), 'ACTIVE'),
  'disabling a user': async ({ system }) => aStatusChange(await aLowUser(system), 'DISABLED'),
  'deleting a user': async ({ system }) => aDeletion(await aLowUser(system)),
  'off-boarding a user': async ({ system }) => anOffBoarding(await aLowUser(system)),
  'handing over work': async ({ system }) => aHandOver(system, await aLowUser(system)),
  'ending a session': (fixture) => aSessionEnd(fixture, 'viewer'),
  'ending all sessions': async ({ system }) =>
    callOf(api.users.endSessions, { params: { id: await aLowUser(system) } }),
  'ending temporary access': ({ system }) => anEndOfAccess(system, 'tender:update', 'Lookup'),
  'creating a role': async ({ system }) =>
    callOf(api.roles.create, {
      body: {
        name: crypto.randomUUID().slice(0, 30),
        modules: ['Audit'],
        policy_ids: [await insertPolicy(system, ['audit:export'])],
      },
    }),
  'creating a policy': async () =>
    callOf(api.policies.create, {
      body: { name: crypto.randomUUID().slice(0, 30), statements: ['audit:export'] },
    }),
  'changing a role': async ({ system }) =>
    aRoleChange(system, await aRole(system), ['Lookup'], ['tender:update']),
  'renaming a high-risk role': async ({ system }) =>
    callOf(api.roles.update, {
      params: { id: await aRiskyRole(system) },
      body: { version: 1, name: crypto.randomUUID().slice(0, 30) },
    }),
  'changing a policy': ({ system }) => aPolicyChange(system, ['tender:view'], ['tender:update']),
  'deleting a role': async ({ system }) =>
    callOf(api.roles.remove, { params: { id: await aRiskyRole(system) }, version: 1 }),
  'deleting a policy': async ({ system }) =>
    callOf(api.policies.remove, { params: { id: await insertPolicy(system, ['audit:export']) }, version: 1 }),
}
