import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@backoffice/contract/api'
import { isFinalState } from '@backoffice/contract/file-states'
import { tenders } from '@backoffice/contract/tables/tenders'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Outbox, outboxFolder } from '../../adapters/mail/outbox.ts'
import { insertPolicy, userIdOf } from '../../testing/access.ts'
import { approve, aRequest, requestIn, statusOf, switchRule } from '../../testing/approvals.ts'
import { dryRun, waitFor } from '../../testing/file-actions.ts'
import { runApprovals } from '../../testing/start-process.ts'
import { addMasters, fileOf, validRow } from '../../testing/table-rows.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'
import { runApprovalsCommand } from './approvals-command.ts'

const USAGE = `Usage:
  npm run approvals -- list
  npm run approvals -- approve ID --reason REASON
  npm run approvals -- rules off KIND    (HIGH_RISK_GRANT, MASTER_DELETE, BIN_RANGE, MONEY, TERMINAL_MOVE, MASS_CHANGE)`
const REASON = 'Both deciders are away, INC-12'
const UNKNOWN = '11111111-1111-4111-8111-111111111111'

let system: TestSystem
let dataDir: string
beforeAll(async () => {
  system = await startTestSystem({ workers: true })
  dataDir = await mkdtemp(join(tmpdir(), 'backoffice-approvals-'))
})
beforeEach(async () => {
  await system.pool.query('UPDATE approval_rules SET is_on = false')
  await switchRule(system, 'HIGH_RISK_GRANT', true)
  await system.pool.query(
    `UPDATE approvals SET status = 'WITHDRAWN', decided_at = now(), input = NULL WHERE status = 'PENDING'`,
  )
})
afterAll(async () => {
  await system.stop()
  await rm(dataDir, { recursive: true })
})

const environment = () => ({
  DATABASE_URL: system.url,
  DATA_DIR: dataDir,
  ...(system.ledgerUrl !== system.url && { LEDGER_DATABASE_URL: system.ledgerUrl }),
})
const run = (...args: string[]) => runApprovalsCommand(args, environment())
const approveById = (id: string, reason = REASON) => run('approve', id, '--reason', reason)

const policiesOf = async (id: string) =>
  (await system.call(api.users.get, { params: { id } }, 'admin')).extra_policies.map((policy) => policy.id)

async function trailOf(...ids: string[]) {
  const { rows } = await system.pool.query(
    `SELECT action, actor_id, actor_name, approved_by_id, approved_by_name, changes, reason FROM audit_events
     WHERE resource_id = ANY($1) AND split_part(action, '.', 2) NOT IN ('request', 'list') ORDER BY id`,
    [ids],
  )
  return rows
}

const OPERATOR = { actor_id: null, actor_name: 'Operator' }

test.each([
  [[]],
  [['nonsense']],
  [['list', 'more']],
  [['approve']],
  [['approve', 'no-uuid', '--reason', 'x']],
  [['approve', UNKNOWN]],
  [['approve', UNKNOWN, '--reason']],
  [['approve', UNKNOWN, '--reason', ' ']],
  [['approve', UNKNOWN, '--reason', 'x'.repeat(201)]],
  [['approve', UNKNOWN, UNKNOWN, '--reason', 'x']],
  [['reject', UNKNOWN, '--reason', 'x']],
  [['rules', 'on', 'MASS_CHANGE']],
  [['rules', 'off']],
  [['rules', 'off', 'ACCESS']],
  [['list', '--all']],
])('prints its usage for %j', async (args) => {
  expect(await run(...args)).toEqual({ code: 2, output: '', error: USAGE })
})

test('ends with the exit code and the output of the command', async () => {
  expect(await runApprovals(['nonsense'])).toEqual({ code: 2, output: '', error: `${USAGE}\n` })
  const listed = await runApprovals(['list'], environment())
  expect(listed).toEqual({ code: 0, output: 'No requests are waiting.\n', error: '' })
})

test('lists the requests that wait, with their ids', async () => {
  const [open, ended] = [await aRequest(system), await aRequest(system)]
  await approve(system, ended.id, 'access')
  expect(await run('list')).toEqual({
    code: 0,
    error: '',
    output: expect.stringMatching(
      new RegExp(
        `^${open.id}  Change user Rosa Test  \\(Alma Dizon, decide by \\d{4}-\\d\\d-\\d\\dT\\S+Z\\)$`,
      ),
    ),
  })
})

test('approves a request once, for its requester, as the operator', async () => {
  const { id, user, policy } = await aRequest(system)
  expect(await approveById(id)).toEqual({ code: 0, output: 'Approved: Change user Rosa Test.', error: '' })
  expect(await policiesOf(user)).toEqual([policy])
  const trail = await trailOf(id, user)
  expect(trail).toMatchObject([
    {
      action: 'user.update',
      actor_name: 'Alma Dizon',
      approved_by_id: null,
      approved_by_name: 'Operator',
    },
    { ...OPERATOR, action: 'approval.approve', reason: REASON, changes: { status: ['PENDING', 'EXECUTED'] } },
  ])
  expect(await system.call(api.approvals.get, { params: { id } }, 'admin')).toMatchObject({
    status: 'EXECUTED',
    decided_by: null,
    decision_reason: REASON,
  })
  // The worker of the running system sends the mail.
  const subjects = async () => (await system.outbox.list()).map(({ to, subject }) => [to, subject])
  await expect.poll(subjects).toContainEqual(['admin@backoffice.test', 'Approved: Change user Rosa Test'])

  const { version } = await system.call(api.users.get, { params: { id: user } }, 'admin')
  expect(await approveById(id)).toEqual({
    code: 1,
    output: '',
    error: 'This request has already been decided or withdrawn, or has expired.',
  })
  expect((await system.call(api.users.get, { params: { id: user } }, 'admin')).version).toBe(version)
  expect(await trailOf(id, user)).toEqual(trail)
})

test('two operators and a decider at once apply a request once', async () => {
  const { id, user } = await aRequest(system)
  const [one, other, decision] = await Promise.all([
    approveById(id),
    approveById(id),
    approve(system, id, 'access'),
  ])
  const outcomes = [one.code === 0, other.code === 0, decision.status === 200]
  expect(outcomes.filter(Boolean)).toHaveLength(1)
  const done = (await trailOf(user)).filter(({ action }) => action === 'user.update')
  expect(done).toHaveLength(1)
})

test('an import that an operator approves is run by the workers', async () => {
  await addMasters(system.pool)
  await switchRule(system, 'MASS_CHANGE', true, 1)
  const content = fileOf(tenders, [validRow(tenders), validRow(tenders)])
  const { source_filekey } = await dryRun(system, content, 'lookup', { category: 'TENDERS' })
  const id = requestIn(await system.send(api.tenders.import, { body: { source_filekey } }, 'lookup'))
  expect((await approveById(id)).code).toBe(0)
  const file = await waitFor(system, source_filekey, 'lookup', ({ state }) => isFinalState(state))
  expect(file).toMatchObject({ state: 'COMPLETED', preview: { written: { new: 2 } } })
})

test('the operator grants temporary access', async () => {
  const policy = await insertPolicy(system, ['card:unmask'])
  const body = { policy_id: policy, hours: 1, reason: 'Night desk' }
  const id = requestIn(await system.send(api.accessRequests.create, { body }, 'agent'))
  expect(await approveById(id)).toMatchObject({ code: 0 })
  expect(await trailOf(await userIdOf(system, 'agent'))).toContainEqual(
    expect.objectContaining({ ...OPERATOR, action: 'user.grant' }),
  )
})

test('refuses an unknown id', async () => {
  const error = 'There is no request with this id.'
  expect(await approveById(UNKNOWN)).toEqual({ code: 1, output: '', error })
})

test('refuses a request that was withdrawn or has expired', async () => {
  const [withdrawn, expired] = [await aRequest(system), await aRequest(system)]
  await system.call(api.approvals.withdraw, { body: { id: withdrawn.id } }, 'admin')
  await system.pool.query('UPDATE approvals SET expires_at = now() WHERE id = $1', [expired.id])
  for (const { id, user } of [withdrawn, expired]) {
    expect(await approveById(id)).toMatchObject({
      code: 1,
      error: expect.stringContaining('already been decided'),
    })
    expect(await policiesOf(user)).toEqual([])
  }
})

test('ends a request whose record has changed, without its change', async () => {
  const { id, user } = await aRequest(system)
  await system.call(
    api.users.update,
    { params: { id: user }, body: { version: 1, department: 'Settlement' } },
    'access',
  )
  const { code, error } = await approveById(id)
  expect([code, error]).toEqual([1, expect.stringMatching(/^Out of date, nothing was changed: /)])
  expect(await statusOf(system, id)).toBe('STALE')
  expect(await policiesOf(user)).toEqual([])
  expect(await trailOf(id)).toMatchObject([
    { ...OPERATOR, action: 'approval.fail', reason: REASON, changes: { status: ['PENDING', 'STALE'] } },
  ])
  expect(await approveById(id)).toMatchObject({
    code: 1,
    error: expect.stringContaining('already been decided'),
  })
})

test('card numbers in the reason are masked', async () => {
  const { id } = await aRequest(system)
  await approveById(id, 'for 4000000000000002')
  const { decision_reason } = await system.call(api.approvals.get, { params: { id } }, 'admin')
  expect(decision_reason).toMatch(/^for .*0002$/)
  expect(JSON.stringify([decision_reason, await trailOf(id)])).not.toContain('4000000000000002')
})

test('switches a rule off without approval, and refuses one that is off', async () => {
  const { rows: before } = await system.pool.query(
    `SELECT version, threshold FROM approval_rules WHERE kind = 'HIGH_RISK_GRANT'`,
  )
  const off = () => run('rules', 'off', 'HIGH_RISK_GRANT')
  expect(await off()).toEqual({ code: 0, output: 'The rule HIGH_RISK_GRANT is off.', error: '' })
  const { items } = await system.call(api.approvals.rules, {}, 'admin')
  expect(items.find(({ kind }) => kind === 'HIGH_RISK_GRANT')).toMatchObject({
    is_on: false,
    version: before[0].version + 1,
    threshold: before[0].threshold,
  })
  const event = { ...OPERATOR, action: 'approval-rule.update', changes: { is_on: [true, false] } }
  expect(await trailOf('HIGH_RISK_GRANT')).toMatchObject([event])
  expect(await off()).toEqual({ code: 1, output: '', error: 'This rule is already off.' })
  expect(await trailOf('HIGH_RISK_GRANT')).toHaveLength(1)
})

test('leaves no messages for the outbox of the operator', async () => {
  expect(await new Outbox(outboxFolder(dataDir)).list()).toEqual([])
})

test('reports a database that can’t be reached', async () => {
  const env = { DATABASE_URL: 'postgres://unused@127.0.0.1:1/nothing', DATA_DIR: dataDir }
  expect(await runApprovalsCommand(['list'], env)).toMatchObject({
    code: 1,
    output: '',
    error: expect.stringMatching(/^The command failed\. Run it again\. /),
  })
})
