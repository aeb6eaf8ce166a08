import { api } from '@backoffice/contract/api'
import { MIN_DECIDERS } from '@backoffice/contract/approvals'
import { accessChange } from '@backoffice/contract/grants'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { impactVersionOf, insertPolicy, insertRole, userIdOf } from '../../testing/access.ts'
import { approve, switchRule } from '../../testing/approvals.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'
import { findAccess } from '../access/access.store.ts'
import { findDeciders } from '../approval-requests/deciders.store.ts'

const PEOPLE = ['admin', 'access', 'leonora.santiago', 'agent', 'viewer'] as const

const person = fc.constantFrom(...PEOPLE)
const place = fc.nat({ max: 3 })
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('change' as const), as: person, of: person, role: place }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('approve' as const), as: person, request: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reject' as const), as: person, request: fc.nat() }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('status' as const), as: person, of: person, on: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('rule' as const), as: person, on: fc.boolean() }) },
)

/** Roles that the steps assign: two with `approval:decide`, one with a high-risk permission, one with none. */
async function insertRoles(system: TestSystem): Promise<string[]> {
  const named = async (name: string) =>
    (await system.pool.query<{ id: string }>('SELECT id FROM roles WHERE name = $1', [name])).rows[0]?.id ??
    ''
  const unmask = await insertPolicy(system, ['card:unmask'])
  return [
    await named('Administrator'),
    await named('Access administrator'),
    await insertRole(system, ['SMAC Inquiry'], [unmask]),
    await named('Operations viewer'),
  ]
}

test('whatever happens, decisions are by others, impact is as predicted and two deciders remain', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 40 }), async (steps) => {
      const system = await startTestSystem()
      try {
        await switchRule(system, 'HIGH_RISK_GRANT', true)
        const roles = await insertRoles(system)
        for (const each of steps) await perform(system, roles, each)
        await checkDecisions(system)
      } finally {
        await system.stop()
      }
    }),
    { numRuns: 12, endOnFailure: true },
  )
}, 120_000)

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

async function perform(system: TestSystem, roles: readonly string[], step: Step): Promise<void> {
  const isOn = async () => (await system.pool.query('SELECT FROM approval_rules WHERE is_on')).rowCount !== 0
  if (step.do === 'change') await changeRole(system, step, roles[step.role] ?? '')
  if (step.do === 'status') await changeStatus(system, step)
  if (step.do === 'approve') await approveAny(system, step)
  if (step.do === 'reject') {
    const id = await pendingAt(system, step.request)
    const body = { items: id ? [{ id }] : [], reason: 'Test' }
    if (id) await system.send(api.approvals.reject, { body }, step.as)
  }
  if (step.do === 'rule') {
    const { rows } = await system.pool.query("SELECT version FROM approval_rules WHERE kind = 'BIN_RANGE'")
    const body = { version: rows[0]?.version, is_on: step.on }
    await system.send(api.approvals.updateRule, { params: { kind: 'BIN_RANGE' }, body }, step.as)
  }
  if (await isOn()) expect((await findDeciders(system.db)).length).toBeGreaterThanOrEqual(MIN_DECIDERS)
}

async function changeRole(system: TestSystem, { as, of }: { as: string; of: string }, role_id: string) {
  const id = await userIdOf(system, of)
  const { rows } = await system.pool.query<{ version: number }>('SELECT version FROM users WHERE id = $1', [
    id,
  ])
  const target = { kind: 'user', id, role_id, extra_policies: [] as string[] } as const
  const impact = await system.send(api.explain.impact, { body: target }, as)
  if (impact.status !== 200) return
  const impact_version = await impactVersionOf(system, target, as)
  const body = { version: rows[0]?.version ?? 0, role_id, extra_policies: [], impact_version }
  await system.send(api.users.update, { params: { id }, body }, as)
}

async function changeStatus(system: TestSystem, { as, of, on }: { as: string; of: string; on: boolean }) {
  const id = await userIdOf(system, of)
  const { rows } = await system.pool.query<{ version: number }>('SELECT version FROM users WHERE id = $1', [
    id,
  ])
  const status = on ? ('ACTIVE' as const) : ('DISABLED' as const)
  const body = { items: [{ id, version: rows[0]?.version ?? 0 }], status, reason: 'Test' }
  await system.send(api.users.updateStatus, { body }, as)
}

async function pendingAt(system: TestSystem, place: number): Promise<string | undefined> {
  const { rows } = await system.pool.query<{ id: string }>(
    "SELECT id FROM approvals WHERE status = 'PENDING' ORDER BY requested_at, id",
  )
  return rows[place % Math.max(rows.length, 1)]?.id
}

type StoredImpact = { gains: { name: string; users: { id: string }[] }[] } | null

/** An approval must change for each user exactly the access that its request has shown. */
async function approveAny(system: TestSystem, { as, request }: { as: string; request: number }) {
  const id = await pendingAt(system, request)
  if (!id) return
  const { rows } = await system.pool.query<{ what: string; impact: StoredImpact }>(
    'SELECT what, impact FROM approvals WHERE id = $1',
    [id],
  )
  // A role of a disabled user is what they will have once they are enabled.
  const accessOf = rows[0]?.what.startsWith('Enable') ? activeAccess : grantedAccess
  const people = await Promise.all(PEOPLE.map((each) => userIdOf(system, each)))
  const accessOfAll = async () => Promise.all(people.map((each) => accessOf(system, each)))
  const before = await accessOfAll()
  const { status, body } = await approve(system, id, as)
  const after = await accessOfAll()
  const decided = (body as { resource?: { items: { row?: { status: string } }[] } }).resource?.items[0]?.row
    ?.status
  const changed = people.map((_, at) => {
    const [old, now] = [before[at], after[at]]
    return old && now ? accessChange(old, now).gained : []
  })
  if (status !== 200 || decided !== 'EXECUTED') expect(changed.flat()).toEqual([])
  const gains = rows[0]?.impact?.gains ?? []
  const predicted = people.map((user) =>
    gains.filter(({ users }) => users.some((each) => each.id === user)).map(({ name }) => name),
  )
  if (decided === 'EXECUTED' && gains.length > 0)
    expect(changed.map((each) => each.toSorted())).toEqual(predicted.map((each) => each.toSorted()))
}

const grantedAccess = (system: TestSystem, id: string) => findAccess(system.db, id)

async function activeAccess(system: TestSystem, id: string) {
  const { rows } = await system.pool.query<{ status: string }>('SELECT status FROM users WHERE id = $1', [id])
  return rows[0]?.status === 'DISABLED' ? { modules: [], policies: [] } : findAccess(system.db, id)
}

async function checkDecisions(system: TestSystem): Promise<void> {
  const { rows } = await system.pool.query(
    `SELECT id FROM approvals
     WHERE status IN ('EXECUTED', 'REJECTED') AND (decided_by = requested_by OR decided_by = ANY (subjects))`,
  )
  expect(rows).toEqual([])
  const events = await system.pool.query(
    'SELECT id FROM audit_events WHERE approved_by_id IS NOT NULL AND approved_by_id = actor_id',
  )
  expect(events.rows).toEqual([])
}
