import { api } from '@backoffice/contract/api'
import type { CallInput, Endpoint } from '@backoffice/contract/endpoint'
import type pg from 'pg'
import { impactVersionOf, insertPolicy, insertRole, insertUser, userIdOf } from './access.ts'
import { aRequest, switchRule } from './approvals.ts'
import { candidates } from './candidates.ts'
import { inLedger } from './in-ledger.ts'
import { dayIn, decide, itemOf, itemsOf, startReview } from './reviews.ts'
import type { TestSystem } from './test-system.ts'

/** An endpoint with an input of its call. */
export type TestCall = [Endpoint, object]
export const callOf = <E extends Endpoint>(endpoint: E, input: CallInput<E>): TestCall => [endpoint, input]

/** `heldFile`: an inquiry by agent@ whose result is held. */
type Fixture = { system: TestSystem; owner: pg.Client; heldFile: string }

const EXPORT = { form: 'view', columns: ['name'] } as const
const WHOLE = { reason: 'FRAUD_REVIEW', ticket_no: 'OPS-1' } as const

export const aRole = async (system: TestSystem, statements = ['tender:view']) =>
  insertRole(system, ['Lookup'], [await insertPolicy(system, statements)])

async function aCard({ system }: Fixture): Promise<string> {
  const [card] = await inLedger<{ card_id: string }>(
    system,
    `INSERT INTO cards (card_number, account_number, tier, status, points_balance, member_name_masked)
     VALUES ($1, '2000417733', 'CLASSIC', 'ACTIVE', 0, 'J•••')
     ON CONFLICT (card_number) DO UPDATE SET tier = 'CLASSIC' RETURNING card_id`,
    [candidates('0099', 1)[0]],
  )
  return card?.card_id ?? ''
}

export async function aUserCreation({ system }: Pick<Fixture, 'system'>): Promise<TestCall> {
  const email = `${crypto.randomUUID()}@northline.example`
  const body = { email, given_name: 'Ana', family_name: 'Reyes', role_id: await aRole(system) }
  return callOf(api.users.create, { body })
}

async function aBulkRoleChange({ system }: Fixture): Promise<TestCall> {
  const id = await insertUser(system, await aRole(system))
  const body = {
    items: [{ id, version: 1 }],
    role_id: await aRole(system, ['tender:view', 'tender:update']),
  }
  const { impact_version } = await system.call(api.users.roleImpact, { body }, 'admin')
  return callOf(api.users.updateRole, { body: { ...body, impact_version } })
}

async function anInvitation(fixture: Fixture): Promise<TestCall> {
  const [, { body }] = (await aUserCreation(fixture)) as [Endpoint, CallInput<typeof api.users.create>]
  return callOf(api.users.invite, { body: { items: [body] } })
}

async function aUserChange({ system }: Fixture, change: 'role' | 'policy'): Promise<TestCall> {
  const role = await aRole(system)
  const id = await insertUser(system, role)
  const target =
    change === 'role'
      ? { role_id: await aRole(system, ['tender:view', 'tender:update']), extra_policies: [] }
      : { role_id: role, extra_policies: [await insertPolicy(system, ['tender:export'])] }
  const impact_version = await impactVersionOf(system, { kind: 'user', id, ...target }, 'admin')
  return callOf(api.users.update, { params: { id }, body: { version: 1, ...target, impact_version } })
}

async function aRoleChange({ system }: Fixture): Promise<TestCall> {
  const [policy, id] = [await insertPolicy(system, ['tender:export']), await aRole(system)]
  const change = { modules: ['Lookup' as const], policy_ids: [policy] }
  const impact_version = await impactVersionOf(system, { kind: 'role', id, ...change }, 'admin')
  return callOf(api.roles.update, { params: { id }, body: { version: 1, ...change, impact_version } })
}

async function aPolicyChange({ system }: Fixture): Promise<TestCall> {
  const id = await insertPolicy(system, ['tender:view'])
  const statements = ['tender:view', 'tender:export']
  const impact_version = await impactVersionOf(system, { kind: 'policy', id, statements }, 'admin')
  return callOf(api.policies.update, { params: { id }, body: { version: 1, statements, impact_version } })
}

async function anEnabling({ system }: Fixture): Promise<TestCall> {
  const id = await insertUser(system, await aRole(system), { status: 'DISABLED' })
  return callOf(api.users.updateStatus, { body: { items: [{ id, version: 1 }], status: 'ACTIVE' } })
}

async function aDecision(
  { system, owner, heldFile }: Fixture,
  decision: 'RELEASED' | 'REFUSED',
): Promise<TestCall> {
  await owner.query(
    'UPDATE files SET hold_decision = NULL, hold_decided_at = NULL, hold_decided_by = NULL, hold_reason = NULL',
  )
  const query = { source_filekey: heldFile }
  const { version } = await system.call(api.files.get, { query }, 'supervisor')
  return callOf(api.files.release, { body: { ...query, version, decision, reason: 'Checked, OPS-77' } })
}

async function anApproval({ system }: Fixture): Promise<TestCall> {
  await switchRule(system, 'HIGH_RISK_GRANT', true)
  const { id } = await aRequest(system, { as: 'leonora.santiago' })
  await switchRule(system, 'HIGH_RISK_GRANT', false)
  return callOf(api.approvals.approve, { body: { items: [{ id }] } })
}

async function aRuleChange({ system }: Fixture): Promise<TestCall> {
  const { items } = await system.call(api.approvals.rules, {}, 'admin')
  const { version = 0, threshold } = items.find(({ kind }) => kind === 'MASS_CHANGE') ?? {}
  const body = { version, threshold: (threshold ?? 0) + 1 }
  return callOf(api.approvals.updateRule, { params: { kind: 'MASS_CHANGE' }, body })
}

/** Takes a role with all access, so that admin@ may make the other calls. */
async function aBreakGlass({ system }: Fixture): Promise<TestCall> {
  const role_id = await insertRole(system, ['All'], [await insertPolicy(system, ['*:*'])])
  await system.pool.query(
    `UPDATE roles SET break_glass_for = ARRAY[(SELECT role_id FROM users WHERE email = 'admin@backoffice.test')]
     WHERE id = $1`,
    [role_id],
  )
  return callOf(api.accessRequests.breakGlass, { body: { role_id, reason: 'Outage', ticket_no: 'INC-1' } })
}

async function aReview({ system }: Fixture) {
  const role_id = await aRole(system)
  const user = await insertUser(system, role_id)
  const reviewers = [await userIdOf(system, 'admin'), await userIdOf(system, 'access')]
  const { offsetMs } = system.clock
  // The start needs a recent sign-in too.
  system.clock.offsetMs = 0
  const { id, version } = await startReview(system, reviewers, { scope: 'ROLE', role_id })
  system.clock.offsetMs = offsetMs
  await decide(system, id, itemOf(await itemsOf(system, id), user), { decision: 'KEEP' })
  return { params: { id }, body: { version }, start: { scope: 'ROLE', role_id, reviewers } as const }
}

async function aReviewStart(fixture: Fixture): Promise<TestCall> {
  const { start } = await aReview(fixture)
  const body = { ...start, name: 'Another', due_on: dayIn(8), undecided: 'REMOVE' as const }
  return callOf(api.reviews.start, { body })
}

async function aReviewChange(fixture: Fixture): Promise<TestCall> {
  const { params, body } = await aReview(fixture)
  return callOf(api.reviews.update, { params, body: { ...body, due_on: dayIn(8) } })
}

async function evidenceOfReview(fixture: Fixture): Promise<TestCall> {
  const { params, body } = await aReview(fixture)
  await fixture.system.call(api.reviews.cancel, { params, body: { ...body, reason: 'Wrong scope' } }, 'admin')
  return callOf(api.reviews.evidence, { params })
}

/** Calls that need a recent sign-in, each with a record of its own. admin@ may make them. */
export const HIGH_RISK: Readonly<Record<string, (fixture: Fixture) => Promise<TestCall>>> = {
  'revealing a card number': async (fixture) =>
    callOf(api.cards.reveal, { body: { card_id: await aCard(fixture), ...WHOLE } }),
  'downloading whole card numbers of another user': async ({ heldFile }) =>
    callOf(api.files.presign, { body: { source_filekey: heldFile, artifact: 'source', ...WHOLE } }),
  'releasing a held result': (fixture) => aDecision(fixture, 'RELEASED'),
  'refusing to release a result': (fixture) => aDecision(fixture, 'REFUSED'),
  'exporting users': async () => callOf(api.users.export, { body: { ...EXPORT, columns: ['email'] } }),
  'exporting roles': async () => callOf(api.roles.export, { body: EXPORT }),
  'exporting policies': async () => callOf(api.policies.export, { body: EXPORT }),
  'creating a user': aUserCreation,
  'inviting users': anInvitation,
  'changing the role of several users': aBulkRoleChange,
  'changing the role of a user': (fixture) => aUserChange(fixture, 'role'),
  'changing the extra policies of a user': (fixture) => aUserChange(fixture, 'policy'),
  'enabling a user': anEnabling,
  'changing a role': aRoleChange,
  'changing a policy': aPolicyChange,
  'approving a request': anApproval,
  'changing an approval rule': aRuleChange,
  'taking a role in an emergency': aBreakGlass,
  'starting a review': aReviewStart,
  'changing a review': aReviewChange,
  'finishing a review': async (fixture) => callOf(api.reviews.finish, await aReview(fixture)),
  'exporting the evidence of a review': evidenceOfReview,
}
