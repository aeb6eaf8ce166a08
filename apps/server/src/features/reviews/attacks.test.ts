import { api } from '@backoffice/contract/api'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { giveAccess, insertPolicy, insertRole, insertUser, userIdOf } from '../../testing/access.ts'
import { switchRule } from '../../testing/approvals.ts'
import {
  applyDecisions,
  dayIn,
  decide,
  itemOf,
  itemsOf,
  passDeadline,
  prepareReviewers,
  REMOVE,
  startReview,
} from '../../testing/reviews.ts'
import { giveTemporarily } from '../../testing/temporary-access.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'
import { followReviews } from './apply-review.ts'

let system: TestSystem
let reviewers: string[]
beforeEach(async () => {
  system = await startTestSystem()
  reviewers = await prepareReviewers(system)
})
afterEach(() => system.stop())

const KEEP = { decision: 'KEEP' } as const
const code = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as { code?: string }).code,
]

test('no one decides about themselves, not even in a call with other items', async () => {
  const { id } = await startReview(system, reviewers)
  const items = await itemsOf(system, id)
  const own = itemOf(items, await userIdOf(system, 'access'))
  expect(own.undecidable).toBe('own')
  for (const decision of [KEEP, REMOVE])
    expect(code(await decide(system, id, own, decision))).toEqual([409, 'own_review_item'])
  const agent = itemOf(items, await userIdOf(system, 'agent'))
  const both = [own, agent].map((item) => ({ id: item.id, version: item.version }))
  const reply = await system.call(
    api.reviews.decide,
    { params: { id }, body: { items: both, ...KEEP } },
    'access',
  )
  expect(reply.items.map(({ outcome }) => outcome)).toEqual(['refused', 'done'])
  const { used_recently } = await system.call(api.reviews.get, { params: { id } }, 'access')
  expect(used_recently.count).toBe(0)
})

test('only reviewers decide, only with permanent access, and see only their reviews', async () => {
  const { id } = await startReview(system, reviewers)
  const item = itemOf(await itemsOf(system, id), await userIdOf(system, 'agent'))
  // Has every permission, but is not a reviewer.
  expect(code(await decide(system, id, item, KEEP, 'admin'))).toEqual([403, 'not_reviewer'])
  expect(code(await decide(system, id, item, KEEP, 'lookup'))).toEqual([403, 'access_denied'])
  const other = await startReview(system, [await userIdOf(system, 'admin'), ...reviewers.slice(0, 1)])
  const seen = await system.call(api.reviews.list, { body: {} }, 'viewer')
  expect(seen.items.map((each) => each.id)).toEqual([id])
  expect((await system.send(api.reviews.get, { params: { id: other.id } }, 'viewer')).status).toBe(404)
  const items = { params: { id: other.id }, body: {} }
  expect((await system.send(api.reviews.items, items, 'viewer')).status).toBe(404)
  // Loses the permission, and gets it back for a time only.
  const { policy } = await giveAccess(system, 'viewer', ['Users'], ['review:view'])
  const decides = await insertPolicy(system, ['review:decide'])
  await giveTemporarily(system, await userIdOf(system, 'viewer'), { policyId: decides, modules: ['Users'] })
  expect(policy).not.toBe(decides)
  expect(code(await decide(system, id, item, KEEP, 'viewer'))).toEqual([403, 'access_denied'])
  const { reviewers: shown, may_decide } = await system.call(api.reviews.get, { params: { id } }, 'viewer')
  expect(may_decide).toBe(false)
  expect(shown.map(({ can_decide }) => can_decide).toSorted()).toEqual([false, true])
  const chosen = {
    body: { name: 'x', scope: 'ALL', due_on: dayIn(1), undecided: 'KEEP', reviewers },
  } as const
  expect(await system.send(api.reviews.start, chosen, 'admin')).toMatchObject({
    status: 422,
    body: { errors: [{ field: 'reviewers', code: 'not_able' }] },
  })
})

test('a decision stands when its reviewer loses access afterwards', async () => {
  const { id } = await startReview(system, reviewers)
  const agent = await userIdOf(system, 'agent')
  await decide(system, id, itemOf(await itemsOf(system, id), agent), REMOVE, 'viewer')
  await giveAccess(system, 'viewer', ['Files'], ['file:view'])
  await passDeadline(system, id)
  await followReviews(system.workerDeps)
  await applyDecisions(system, id)
  expect(itemOf(await itemsOf(system, id), agent)).toMatchObject({
    outcome: 'REMOVED',
    decided_by: { id: reviewers[1] },
  })
})

test('a replacement gives nothing new, also if it has gained access since', async () => {
  const { id } = await startReview(system, reviewers)
  const agent = await userIdOf(system, 'agent')
  const item = itemOf(await itemsOf(system, id), agent)
  const view = await insertPolicy(system, ['file:view'])
  const less = await insertRole(system, ['Files'], [view], 'Less')
  const sensitive = await insertRole(system, ['Audit'], [], 'Emergency')
  const takes = await insertRole(system, ['Files'], [view], 'Takes more')
  await system.pool.query('UPDATE roles SET break_glass_for = ARRAY[$1::uuid] WHERE id = $2', [
    takes,
    sensitive,
  ])
  const named = await system.pool.query<{ id: string }>("SELECT id FROM roles WHERE name = 'Auditor'")
  const byRole = (replacement_role_id: string | undefined) =>
    decide(system, id, item, { ...REMOVE, ...(replacement_role_id && { replacement_role_id }) })
  for (const role of [named.rows[0]?.id, takes, item.grant.id, crypto.randomUUID()])
    expect(await byRole(role)).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'replacement_role_id' }] },
    })
  const offered = await system.call(
    api.reviews.replacements,
    { params: { id }, query: { item: item.id } },
    'access',
  )
  expect(offered.items.map(({ name }) => name)).toEqual(['Operations viewer', 'Less', 'Night desk'])
  expect((await byRole(less)).status).toBe(200)
  await system.pool.query("UPDATE policies SET statements = '{*:*}' WHERE id = $1", [view])
  await passDeadline(system, id)
  await followReviews(system.workerDeps)
  await applyDecisions(system, id)
  const { role } = await system.call(api.users.get, { params: { id: agent } }, 'admin')
  expect(role.name).toBe('Operations viewer')
  expect(itemOf(await itemsOf(system, id), agent)).toMatchObject({
    outcome: 'REMOVED',
    outcome_detail: expect.stringContaining('Less'),
  })
})

test('a removal that alone would leave no administrator, too few deciders or no role is refused at once', async () => {
  await switchRule(system, 'HIGH_RISK_GRANT', true)
  const { rows: roles } = await system.pool.query("SELECT id FROM roles WHERE name = 'Operations viewer'")
  const smallest = await insertUser(system, roles[0].id)
  const { id } = await startReview(system, reviewers)
  await system.pool.query(
    `UPDATE users SET status = 'DISABLED' WHERE email NOT IN ('admin@backoffice.test', 'access@backoffice.test',
       'viewer@backoffice.test', 'agent@backoffice.test')`,
  )
  const items = await itemsOf(system, id)
  const admin = itemOf(items, await userIdOf(system, 'admin'), 'Administrator')
  expect(code(await decide(system, id, admin, REMOVE))).toEqual([409, 'last_administrator'])
  const access = itemOf(items, await userIdOf(system, 'access'))
  expect(code(await decide(system, id, access, REMOVE, 'viewer'))).toEqual([409, 'last_deciders'])
  expect((await decide(system, id, access, KEEP, 'viewer')).status).toBe(200)
  expect(code(await decide(system, id, itemOf(items, smallest), REMOVE))).toEqual([409, 'no_replacement'])
  // Undone without a trace.
  const { rows } = await system.pool.query(
    "SELECT FROM audit_events WHERE action = 'user.update' AND outcome = 'done'",
  )
  expect(rows).toEqual([])
})

test('the deadline is that of the database, not of this process', async () => {
  const { id } = await startReview(system, reviewers)
  const item = itemOf(await itemsOf(system, id), await userIdOf(system, 'agent'))
  const minutes = 60_000
  const soon = "UPDATE reviews SET due_at = clock_timestamp() + interval '5 minutes' WHERE id = $1"
  await system.pool.query(soon, [id])
  system.clock.offsetMs = 10 * minutes
  expect((await decide(system, id, item, KEEP)).status).toBe(200)
  await followReviews(system.workerDeps)
  system.clock.offsetMs = -10 * minutes
  await passDeadline(system, id)
  // No job has ended it yet.
  expect(code(await decide(system, id, { ...item, version: 2 }, KEEP))).toEqual([409, 'review_ended'])
  expect((await itemsOf(system, id)).every(({ undecidable }) => undecidable === 'not_open')).toBe(true)
  await followReviews(system.workerDeps)
  const { rows } = await system.pool.query('SELECT status FROM reviews WHERE id = $1', [id])
  expect(rows).toEqual([{ status: 'APPLYING' }])
})

test('a repeated or stale decision changes nothing, and two at once are made one after the other', async () => {
  const { id } = await startReview(system, reviewers)
  const item = itemOf(await itemsOf(system, id), await userIdOf(system, 'agent'))
  expect((await decide(system, id, item, KEEP)).status).toBe(200)
  expect(code(await decide(system, id, item, KEEP))).toEqual([409, 'version_conflict'])
  expect(code(await decide(system, id, { ...item, version: 2 }, { decision: 'REMOVE' }))).toEqual([
    422,
    'required',
  ])
  const at = { ...item, version: 2 }
  const replies = await Promise.all([
    decide(system, id, at, REMOVE, 'access'),
    decide(system, id, at, { decision: null }, 'viewer'),
  ])
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const key = { 'idempotency-key': 'once' }
  const input = {
    params: { id },
    body: { items: [{ id: item.id, version: 3 }], decision: 'KEEP' as const },
  }
  const [one, two] = [
    await system.send(api.reviews.decide, input, 'access', key),
    await system.send(api.reviews.decide, input, 'access', key),
  ]
  expect(two).toEqual(one)
})

test('decisions and the end exclude each other: a decision that was accepted is applied', async () => {
  const unmask = await insertPolicy(system, ['card:unmask'], 'Reveal')
  const role = await insertRole(system, ['SMAC Inquiry'], [], 'Desk')
  const user = await insertUser(system, role, { extras: [unmask] })
  const { id, version } = await startReview(system, reviewers, { scope: 'ROLE', role_id: role })
  const items = await itemsOf(system, id)
  for (const item of items) await decide(system, id, item, KEEP)
  const reveal = itemOf(await itemsOf(system, id), user, 'Reveal')
  const finish = () => system.send(api.reviews.finish, { params: { id }, body: { version } }, 'admin')
  const [decided, finished] = await Promise.all([decide(system, id, reveal, REMOVE), finish()])
  expect(finished.status).toBe(200)
  await Promise.all([applyDecisions(system, id), applyDecisions(system, id)])
  const { extra_policies } = await system.call(api.users.get, { params: { id: user } }, 'admin')
  expect(extra_policies.map(({ name }) => name)).toEqual(decided.status === 200 ? [] : ['Reveal'])
  if (decided.status !== 200) expect(code(decided)).toEqual([409, 'review_ended'])
  const { rows } = await system.pool.query(
    "SELECT FROM audit_events WHERE resource = 'user' AND resource_id = $1",
    [user],
  )
  expect(rows).toHaveLength(decided.status === 200 ? 1 : 0)
})

test('items of another review are not found', async () => {
  const one = await startReview(system, reviewers)
  const other = await startReview(system, reviewers)
  const item = itemOf(await itemsOf(system, other.id), await userIdOf(system, 'agent'))
  expect(code(await decide(system, one.id, item, KEEP))).toEqual([404, 'not_found'])
})

test('a due date lies within 92 days of the start, and two reviewers are needed', async () => {
  const start = (more: object) => {
    const body = { name: 'x', scope: 'ALL', due_on: dayIn(1), undecided: 'KEEP', reviewers, ...more } as const
    return system.send(api.reviews.start, { body }, 'admin')
  }
  for (const due_on of [dayIn(-1), dayIn(93)])
    expect(await start({ due_on })).toMatchObject({ status: 422, body: { errors: [{ field: 'due_on' }] } })
  expect((await start({ due_on: dayIn(92) })).status).toBe(201)
  const [first] = reviewers
  for (const few of [[first], [first, first], [first, crypto.randomUUID()]])
    expect(await start({ reviewers: few })).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'reviewers' }] },
    })
  expect(await start({ scope: 'ROLE' })).toMatchObject({
    status: 422,
    body: { errors: [{ field: 'role_id' }] },
  })
})
