import { api } from '@backoffice/contract/api'
import type pg from 'pg'
import { insertPolicy, insertRole, insertUser, userIdOf } from './access.ts'
import { aRequest, openedItems, switchRule } from './approvals.ts'
import { candidates } from './candidates.ts'
import { aRiskyRole, aRole, callOf, HIGH_RISK_CHANGES, type TestCall } from './high-risk-changes.ts'
import { inLedger } from './in-ledger.ts'
import { dayIn, decide, itemOf, itemsOf, REMOVE, startReview } from './reviews.ts'
import type { TestSystem } from './test-system.ts'

/** `heldFile` is an inquiry by agent@ whose result is held. */
export type Fixture = { system: TestSystem; owner: pg.Client; heldFile: string }

const EXPORT = { form: 'view', columns: ['name'] } as const
const WHOLE = { reason: 'FRAUD_REVIEW', ticket_no: 'OPS-1' } as const

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

/** A copy of the held file, in another state. */
async function aRunOf(
  { owner, heldFile }: Fixture,
  endpoint: typeof api.files.retry | typeof api.files.runAgain,
  state: 'FAILED' | 'CANCELLED',
): Promise<TestCall> {
  const { rows } = await owner.query<{ source_filekey: string; version: number }>(
    `INSERT INTO files (source_filekey, category, file_name, size, uploaded_by, link_expires_at, uploaded_at, state)
     SELECT gen_random_uuid(), category, file_name, size, uploaded_by, link_expires_at, uploaded_at, $2
     FROM files WHERE source_filekey = $1 RETURNING source_filekey, version`,
    [heldFile, state],
  )
  const [{ source_filekey = '', version = 0 } = {}] = rows
  return callOf(endpoint, { body: { source_filekey, version, ...WHOLE } })
}

async function aPendingRequest({ system }: Fixture): Promise<{ id: string }> {
  await switchRule(system, 'HIGH_RISK_GRANT', true)
  const { id } = await aRequest(system, { as: 'leonora.santiago' })
  await switchRule(system, 'HIGH_RISK_GRANT', false)
  return { id }
}

/** A request whose user was changed since. */
async function anOutdatedRequest(fixture: Fixture): Promise<{ id: string }> {
  const { id } = await aPendingRequest(fixture)
  await fixture.system.pool.query(
    'UPDATE users SET version = version + 1 WHERE id = (SELECT records[1]::uuid FROM approvals WHERE id = $1)',
    [id],
  )
  return { id }
}

async function aPostingFile(fixture: Fixture): Promise<TestCall> {
  const card_id = await aCard(fixture)
  const body = { card_id, kind: 'LATE_POINTS' as const, ticket_no: 'OPS-1' }
  const { id, version } = await fixture.system.call(api.cases.create, { body }, 'admin')
  return callOf(api.cases.send, { body: { items: [{ id, version }], whole_numbers: WHOLE } })
}

async function aRemoval(fixture: Fixture): Promise<TestCall> {
  const { params, item } = await aReview(fixture, await aRiskyRole(fixture.system))
  return callOf(api.reviews.decide, { params, body: { items: [item], ...REMOVE } })
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

async function aReview({ system }: Fixture, role?: string) {
  const role_id = role ?? (await aRole(system))
  const user = await insertUser(system, role_id)
  const reviewers = [await userIdOf(system, 'admin'), await userIdOf(system, 'access')]
  const { offsetMs } = system.clock
  // The start needs a recent sign-in too.
  system.clock.offsetMs = 0
  const { id, version } = await startReview(system, reviewers, { scope: 'ROLE', role_id })
  system.clock.offsetMs = offsetMs
  const item = itemOf(await itemsOf(system, id), user)
  const kept = { id: item.id, version: item.version + 1 }
  await decide(system, id, item, { decision: 'KEEP' })
  return {
    item: kept,
    params: { id },
    body: { version },
    start: { scope: 'ROLE', role_id, reviewers } as const,
  }
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
  'retrying an inquiry of another user': (fixture) => aRunOf(fixture, api.files.retry, 'FAILED'),
  'running an inquiry of another user again': (fixture) => aRunOf(fixture, api.files.runAgain, 'CANCELLED'),
  'releasing a held result': (fixture) => aDecision(fixture, 'RELEASED'),
  'refusing to release a result': (fixture) => aDecision(fixture, 'REFUSED'),
  'exporting users': async () => callOf(api.users.export, { body: { ...EXPORT, columns: ['email'] } }),
  'exporting roles': async () => callOf(api.roles.export, { body: EXPORT }),
  'exporting policies': async () => callOf(api.policies.export, { body: EXPORT }),
  'exporting the audit trail': async () =>
    callOf(api.audit.export, { body: { ...EXPORT, columns: ['action'] } }),
  'exporting cases': async () => callOf(api.cases.export, { body: { ...EXPORT, columns: ['case_no'] } }),
  'exporting inquiries': async () =>
    callOf(api.inquiries.export, { body: { ...EXPORT, columns: ['subject'] } }),
  'making a posting file with whole card numbers': aPostingFile,
  ...HIGH_RISK_CHANGES,
  'approving a request': async (fixture) =>
    callOf(api.approvals.approve, {
      body: { items: await openedItems(fixture.system, [(await aPendingRequest(fixture)).id], 'access') },
    }),
  'rejecting a request': async (fixture) =>
    callOf(api.approvals.reject, { body: { items: [await aPendingRequest(fixture)], reason: 'Not now' } }),
  'dismissing a request': async (fixture) =>
    callOf(api.approvals.dismiss, { body: { items: [await anOutdatedRequest(fixture)] } }),
  'changing an approval rule': aRuleChange,
  'taking a role in an emergency': aBreakGlass,
  'starting a review': aReviewStart,
  'changing a review': aReviewChange,
  'removing high-risk access in a review': aRemoval,
  'finishing a review': async (fixture) => callOf(api.reviews.finish, await aReview(fixture)),
  'exporting the evidence of a review': evidenceOfReview,
}
