import { accessOf, permanentOf } from '@backoffice/contract/grants'
import { propertyRuns } from '@backoffice/contract/testing/property-runs'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertPolicy, insertRole, insertUser } from '../../testing/access.ts'
import { giveTemporarily, passTime } from '../../testing/temporary-access.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'
import { findAccess, findCaller } from './access.store.ts'
import { expireAccess } from './expire-access.ts'
import { grantsOf } from './grants.store.ts'
import { endTemporaryAccess, temporaryAccessOf } from './temporary-access.store.ts'

const HOUR_MS = 3_600_000
const POLICIES = [['tender:view'], ['card:*'], ['user:update', 'tender:view'], ['*:*']]
const ROLES = [
  { modules: ['Lookup'], policies: [0] },
  { modules: ['SMAC Inquiry', 'Users'], policies: [1, 2] },
  { modules: ['All'], policies: [3] },
  { modules: [], policies: [] },
]
const MODULES = [['Lookup'], ['Users', 'SMAC Inquiry'], []]

let system: TestSystem
let policies: string[]
let roles: string[]
beforeAll(async () => {
  system = await startTestSystem()
  policies = await Promise.all(POLICIES.map((statements) => insertPolicy(system, statements)))
  const idsOf = (places: readonly number[]) => places.map((place) => String(policies[place]))
  roles = await Promise.all(ROLES.map((role) => insertRole(system, role.modules, idsOf(role.policies))))
})
afterAll(() => system.stop())

const role = fc.nat(ROLES.length - 1)
const policy = fc.nat(POLICIES.length - 1)
const hours = fc.integer({ min: 1, max: 12 })
const step = fc.oneof(
  fc.record({ kind: fc.constant('grant role' as const), role, hours }),
  fc.record({ kind: fc.constant('grant policy' as const), policy, modules: fc.nat(2), hours }),
  fc.record({ kind: fc.constant('end' as const), place: fc.nat(9) }),
  fc.record({ kind: fc.constant('move' as const), role }),
  fc.record({ kind: fc.constant('extras' as const), extras: fc.uniqueArray(policy, { maxLength: 2 }) }),
  fc.record({ kind: fc.constant('wait' as const), hours }),
  fc.record({ kind: fc.constant('job' as const) }),
)

type Grant = { id: string; role?: number; policy?: number; modules: readonly string[]; until: number }

/** A naive model with a list of grants and a clock in hours. */
class Model {
  now = 0
  role: number
  extras: number[] = []
  granted: Grant[] = []
  /** Grants that were ended before their time. */
  ended = new Set<Grant>()

  constructor(role: number) {
    this.role = role
  }

  open = () => this.granted.filter((grant) => !this.ended.has(grant) && grant.until > this.now)

  grant(grant: Grant) {
    for (const other of this.open())
      if (grant.role === undefined ? other.policy === grant.policy : other.role !== undefined)
        this.ended.add(other)
    this.granted.push(grant)
  }

  access(grants: readonly Grant[]) {
    const own = ROLES[grants.find((grant) => grant.role !== undefined)?.role ?? this.role]
    const added = grants.flatMap((grant) => grant.policy ?? [])
    const places = [...(own?.policies ?? []), ...this.extras, ...added]
    return {
      modules: [...new Set([...(own?.modules ?? []), ...grants.flatMap(({ modules }) => modules)])].sort(),
      policies: [...new Set(places.flatMap((place) => POLICIES[place] ?? []))].sort(),
    }
  }

  nextEnd = () => (this.open().length === 0 ? null : Math.min(...this.open().map(({ until }) => until)))
  expired = () => this.granted.filter((grant) => !this.ended.has(grant) && grant.until <= this.now)
}

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

async function apply(model: Model, userId: string, change: Step): Promise<void> {
  const { pool, db } = system
  if (change.kind === 'grant role') {
    const gives = { roleId: String(roles[change.role]) }
    const { id } = await giveTemporarily(system, userId, gives, change.hours * HOUR_MS)
    model.grant({ id, role: change.role, modules: [], until: model.now + change.hours })
  }
  if (change.kind === 'grant policy') {
    const modules = MODULES[change.modules] ?? []
    const gives = { policyId: String(policies[change.policy]), modules }
    const { id } = await giveTemporarily(system, userId, gives, change.hours * HOUR_MS)
    model.grant({ id, policy: change.policy, modules, until: model.now + change.hours })
  }
  if (change.kind === 'end') {
    const grant = model.granted[change.place % Math.max(1, model.granted.length)]
    if (!grant) return
    const isEnded = await db.transaction().execute((tx) => endTemporaryAccess(tx, grant.id))
    expect(isEnded).toBe(model.open().includes(grant))
    if (isEnded) model.ended.add(grant)
  }
  if (change.kind === 'move') {
    await pool.query('UPDATE users SET role_id = $2 WHERE id = $1', [userId, roles[change.role]])
    model.role = change.role
  }
  if (change.kind === 'extras') {
    await pool.query('DELETE FROM user_policies WHERE user_id = $1', [userId])
    for (const place of change.extras)
      await pool.query('INSERT INTO user_policies (user_id, policy_id) VALUES ($1, $2)', [
        userId,
        policies[place],
      ])
    model.extras = change.extras
  }
  if (change.kind === 'wait') {
    await passTime(system, userId, change.hours)
    model.now += change.hours
  }
  if (change.kind === 'job') await expireAccess(system)
}

async function check(model: Model, userId: string, sub: string): Promise<void> {
  const caller = await findCaller(system.db, sub)
  const grants = await grantsOf(system.db, userId)
  if (!caller || !grants) throw new Error('The user is there')
  const [now, permanent] = [model.access(model.open()), model.access([])]
  expect(caller).toMatchObject({ access: now, permanent })
  expect(await findAccess(system.db, userId)).toEqual(now)
  expect([accessOf(grants), accessOf(permanentOf(grants))]).toEqual([now, permanent])
  const inHours = caller.nextEnd && Math.round((caller.nextEnd.getTime() - Date.now()) / HOUR_MS)
  const next = model.nextEnd()
  expect(inHours).toBe(next === null ? null : next - model.now)
  const open = await temporaryAccessOf(system.db, [userId])
  expect(open.map(({ id }) => id).sort()).toEqual(
    model
      .open()
      .map(({ id }) => id)
      .sort(),
  )
}

test('access at any instant equals a naive model with a clock, and each end is recorded once', async () => {
  const property = fc.asyncProperty(role, fc.array(step, { maxLength: 12 }), async (first, steps) => {
    const userId = await insertUser(system, String(roles[first]))
    const { rows } = await system.pool.query('SELECT identity_sub FROM users WHERE id = $1', [userId])
    const model = new Model(first)
    for (const change of steps) {
      await apply(model, userId, change)
      await check(model, userId, rows[0].identity_sub)
    }
    await expireAccess(system)
    const { rows: events } = await system.pool.query(
      `SELECT changes->'until'->>0 AS until, actor_name, outcome FROM audit_events
       WHERE action = 'user.expire' AND resource = 'user' AND resource_id = $1`,
      [userId],
    )
    expect(events).toHaveLength(model.expired().length)
    for (const event of events) expect(event).toMatchObject({ actor_name: 'System', outcome: 'done' })
  })
  await fc.assert(property, { numRuns: propertyRuns(200) })
}, 300_000)
