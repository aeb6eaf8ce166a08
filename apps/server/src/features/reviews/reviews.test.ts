import { api } from '@backoffice/contract/api'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { giveAccess, insertPolicy, insertRole, insertUser, userIdOf } from '../../testing/access.ts'
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
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'
import { followReviews } from './apply-review.ts'

let system: TestSystem
let reviewers: string[]
beforeEach(async () => {
  system = await startTestSystem()
  reviewers = await prepareReviewers(system)
})
afterEach(() => system.stop())

const roleOf = async (userId: string) => {
  const { rows } = await system.pool.query<{ name: string }>(
    'SELECT roles.name FROM users JOIN roles ON roles.id = role_id WHERE users.id = $1',
    [userId],
  )
  return rows[0]?.name
}
const eventsOf = async (userId: string) => {
  const { rows } = await system.pool.query(
    "SELECT actor_name, action, changes, reason FROM audit_events WHERE resource = 'user' AND resource_id = $1 ORDER BY id",
    [userId],
  )
  return rows
}

test('a removed role is replaced when the review finishes, with the reviewer and reason in the trail', async () => {
  const agent = await userIdOf(system, 'agent')
  const review = await startReview(system, reviewers)
  expect(review).toMatchObject({
    status: 'OPEN',
    scope: 'ALL',
    started_by: { name: 'Alma Dizon' },
    reviewers: [{ can_decide: true }, { can_decide: true }],
    counts: { kept: 0, removed: 0 },
    mine: 0,
  })
  const items = await itemsOf(system, review.id)
  expect(items).toHaveLength(review.counts.total)
  const item = itemOf(items, agent)
  expect(item).toMatchObject({
    user: { name: 'Maria Reyes', status: 'ACTIVE' },
    grant: { kind: 'role', name: 'Inquiry agent', until: null },
    decision: null,
    undecidable: null,
  })
  const reply = await decide(system, review.id, item, REMOVE)
  expect(reply).toMatchObject({
    status: 200,
    body: {
      resource: {
        items: [{ outcome: 'done', row: { decision: 'REMOVE', replacement: { name: 'Operations viewer' } } }],
      },
    },
  })
  // Decisions take effect at the end.
  expect(await roleOf(agent)).toBe('Inquiry agent')
  await passDeadline(system, review.id)
  await followReviews(system.workerDeps)
  const { body: late } = await decide(system, review.id, { ...item, version: 2 }, { decision: null })
  expect(late).toMatchObject({ code: 'review_ended' })
  await applyDecisions(system, review.id)
  await applyDecisions(system, review.id)
  expect(await roleOf(agent)).toBe('Operations viewer')
  expect(await eventsOf(agent)).toEqual([
    {
      actor_name: 'Benito Cruz',
      action: 'user.update',
      changes: { role: ['Inquiry agent', 'Operations viewer'] },
      reason: 'Review “Half-year review”: Left the team',
    },
  ])
  const ended = await system.call(api.reviews.get, { params: { id: review.id } }, 'admin')
  expect(ended).toMatchObject({
    status: 'FINISHED',
    finished_by: null,
    counts: { removed: 1 },
    outcomes: { removed: 1, kept: review.counts.total - 1 },
  })
})

test('extra policies and temporary access are removed without a replacement', async () => {
  const unmask = await insertPolicy(system, ['card:unmask'], 'Reveal')
  const export_ = await insertPolicy(system, ['case:export'], 'Export')
  const role = await insertRole(system, ['SMAC Inquiry'], [])
  const user = await insertUser(system, role, { extras: [unmask, export_] })
  await system.pool.query(
    `INSERT INTO temporary_access (user_id, policy_id, modules, reason, until, granted_by)
     SELECT $1, id, '{Audit}', 'x', clock_timestamp() + interval '1 day', $2 FROM policies WHERE name = 'Audit reading'`,
    [user, reviewers[0]],
  )
  const { id } = await startReview(system, reviewers, { scope: 'HIGH_RISK' })
  const items = (await itemsOf(system, id)).filter((each) => each.user.id === user)
  expect(items.map(({ grant, permissions, granted_by }) => [grant.name, permissions, granted_by])).toEqual(
    expect.arrayContaining([
      ['Reveal', ['card:unmask'], null],
      ['Export', ['case:export'], null],
      ['Audit reading', expect.arrayContaining(['audit:export']), 'Benito Cruz'],
    ]),
  )
  expect(items).toHaveLength(3)
  expect(itemOf(items, user, 'Audit reading').grant.until).not.toBeNull()
  for (const name of ['Reveal', 'Audit reading'])
    for (const [at, as] of ['access', 'viewer'].entries()) {
      const item = { ...itemOf(items, user, name), version: at + 1 }
      expect((await decide(system, id, item, REMOVE, as)).status).toBe(200)
    }
  await passDeadline(system, id)
  await followReviews(system.workerDeps)
  await applyDecisions(system, id)
  const detail = await system.call(api.users.get, { params: { id: user } }, 'admin')
  expect(detail.grants).toMatchObject({ extra_policies: [{ name: 'Export' }], temporary: [] })
  expect((await eventsOf(user)).map(({ action, changes }) => [action, changes])).toEqual(
    expect.arrayContaining([
      ['user.update', { extra_policies: [['Export', 'Reveal'], ['Export']] }],
      ['user.end-access', expect.objectContaining({ extra_policies: [['Audit reading'], []] })],
    ]),
  )
})

test('undecided access is removed at the deadline, if the review says so, by the system', async () => {
  const unmask = await insertPolicy(system, ['card:unmask'], 'Reveal')
  const role = await insertRole(system, ['SMAC Inquiry'], [], 'Desk')
  const user = await insertUser(system, role, { extras: [unmask] })
  const { id } = await startReview(system, reviewers, { scope: 'ROLE', role_id: role, undecided: 'REMOVE' })
  const items = await itemsOf(system, id)
  expect(items.map(({ grant }) => grant.name).toSorted()).toEqual(['Desk', 'Reveal'])
  await decide(system, id, itemOf(items, user, 'Reveal'), { decision: 'KEEP' })
  await passDeadline(system, id)
  await followReviews(system.workerDeps)
  await applyDecisions(system, id)
  expect(await roleOf(user)).toBe('Operations viewer')
  expect(await eventsOf(user)).toMatchObject([
    { actor_name: 'System', reason: 'Review “Half-year review”: Not decided in time' },
  ])
  const after = await itemsOf(system, id)
  expect(itemOf(after, user, 'Reveal')).toMatchObject({
    outcome: 'KEPT',
    decided_by: { name: 'Benito Cruz' },
  })
  expect(itemOf(after, user, 'Desk')).toMatchObject({ outcome: 'REMOVED', decision: null, decided_by: null })
})

test('access that is gone by then, and removals that would leave no administrator', async () => {
  const [agent, admin] = [await userIdOf(system, 'agent'), await userIdOf(system, 'admin')]
  const { id } = await startReview(system, reviewers)
  const items = await itemsOf(system, id)
  await decide(system, id, itemOf(items, agent), REMOVE)
  const administrator = itemOf(items, admin, 'Administrator')
  expect((await decide(system, id, administrator, REMOVE)).status).toBe(200)
  const second = await decide(system, id, { ...administrator, version: 2 }, REMOVE, 'viewer')
  expect(second.status).toBe(200)
  await giveAccess(system, 'agent', ['Files'], ['file:view'])
  // Meanwhile the only administrator.
  await system.pool.query(
    `UPDATE users SET role_id = (SELECT id FROM roles WHERE name = 'Auditor')
     WHERE id <> $1 AND role_id = (SELECT role_id FROM users WHERE id = $1)`,
    [admin],
  )
  await passDeadline(system, id)
  await followReviews(system.workerDeps)
  await applyDecisions(system, id)
  const after = await itemsOf(system, id)
  expect(itemOf(after, agent)).toMatchObject({ outcome: 'GONE' })
  expect(itemOf(after, admin, 'Administrator')).toMatchObject({
    outcome: 'NOT_POSSIBLE',
    outcome_detail: expect.stringContaining('full access'),
  })
  expect(await roleOf(admin)).toBe('Administrator')
})

test('a manager finishes once nothing is undecided', async () => {
  const role = await insertRole(system, ['Files'], [await insertPolicy(system, ['file:view'])], 'Small')
  const user = await insertUser(system, role)
  const { id, version, ...started } = await startReview(system, reviewers, { scope: 'ROLE', role_id: role })
  const finish = () => system.send(api.reviews.finish, { params: { id }, body: { version } }, 'admin')
  expect(started).toMatchObject({ due_on: dayIn(30) })
  expect(await finish()).toMatchObject({ status: 409, body: { code: 'review_undecided' } })
  // Not even if no reviewer can decide now.
  await system.pool.query("UPDATE users SET status = 'DISABLED' WHERE id = ANY ($1)", [reviewers])
  expect(await finish()).toMatchObject({ status: 409, body: { code: 'review_undecided' } })
  await system.pool.query("UPDATE users SET status = 'ACTIVE' WHERE id = ANY ($1)", [reviewers])
  await decide(system, id, itemOf(await itemsOf(system, id), user), { decision: 'KEEP' })
  expect(await finish()).toMatchObject({ status: 200, body: { resource: { status: 'APPLYING' } } })
  await applyDecisions(system, id)
  expect(await system.call(api.reviews.get, { params: { id } }, 'admin')).toMatchObject({
    status: 'FINISHED',
    finished_by: { name: 'Alma Dizon' },
    outcomes: { kept: 1 },
  })
})

test('possible reviewers hold the permission permanently and have their email', async () => {
  const { items } = await system.call(api.reviews.reviewers, {}, 'admin')
  expect(items).toContainEqual({
    id: reviewers[0],
    name: 'Benito Cruz',
    email: 'access@backoffice.test',
  })
  expect(items.map(({ email }) => email)).toContain('viewer@backoffice.test')
  expect(items.map(({ email }) => email)).not.toContain('agent@backoffice.test')
  const scope = { body: { scope: 'HIGH_RISK' } } as const
  expect(Object.keys(await system.call(api.reviews.preview, scope, 'admin'))).toEqual(['items', 'users'])
})

test('keeps what was used within 30 days of the start, if it is what the reviewer saw', async () => {
  const agent = await userIdOf(system, 'agent')
  const use = (permission: string, day: string) =>
    system.pool.query('INSERT INTO permission_use VALUES ($1, $2, $3)', [agent, permission, day])
  await use('inquiry:run', dayIn(-2))
  await use('tender:view', dayIn(0))
  await system.pool.query('INSERT INTO permission_use VALUES ($1, $2, $3)', [
    await userIdOf(system, 'lookup'),
    'tender:view',
    dayIn(-31),
  ])
  const { id } = await startReview(system, reviewers)
  const items = await itemsOf(system, id)
  expect(itemOf(items, agent)).toMatchObject({ last_used_on: dayIn(-2) })
  // Never used first.
  expect(items[0]?.last_used_on).toBeNull()
  const { used_recently } = await system.call(api.reviews.get, { params: { id } }, 'access')
  expect(used_recently.count).toBe(1)
  const keep = () => system.send(api.reviews.keepUsed, { params: { id }, body: { used_recently } }, 'access')
  // The same number of items, but not as they were shown.
  const used = itemOf(items, agent)
  await decide(system, id, used, { decision: 'KEEP' }, 'viewer')
  await decide(system, id, { ...used, version: 2 }, { decision: null }, 'viewer')
  expect(await keep()).toMatchObject({ status: 409, body: { code: 'selection_changed' } })
  Object.assign(
    used_recently,
    (await system.call(api.reviews.get, { params: { id } }, 'access')).used_recently,
  )
  expect(await keep()).toMatchObject({ status: 200, body: { resource: { counts: { kept: 1 } } } })
  const { decide: mine } = await system.call(api.reviews.counts, {}, 'access')
  const all = await itemsOf(system, id)
  expect(mine).toBe(all.filter(({ decision, undecidable }) => decision === null && !undecidable).length)
  expect(await system.call(api.reviews.counts, {}, 'agent')).toEqual({ decide: 0 })
})

test('reviewers are mailed at the start, and those with undecided items three days before the end and on its day', async () => {
  const role = await insertRole(system, ['Files'], [], 'Small')
  await insertUser(system, role)
  const { id } = await startReview(system, reviewers, { scope: 'ROLE', role_id: role })
  const mails = async () => {
    const { rows } = await system.pool.query<{ subject: string; path: string }>(
      `SELECT data->>'subject' AS subject, data->>'path' AS path
       FROM pgboss.job WHERE name = 'send-mail' ORDER BY created_on, id`,
    )
    // Each links to the review.
    expect(new Set(rows.map(({ path }) => path))).toEqual(new Set([`/reviews/${id}`]))
    return rows.map(({ subject }) => subject)
  }
  expect(await mails()).toEqual(['To review: Half-year review', 'To review: Half-year review'])
  await followReviews(system.workerDeps)
  expect(await mails()).toHaveLength(2)
  const moveDue = (days: number) =>
    system.pool.query(
      `UPDATE reviews SET started_at = started_at - interval '1 day',
         due_at = ($2::date + 1)::timestamp AT TIME ZONE 'Asia/Manila' WHERE id = $1`,
      [id, dayIn(days)],
    )
  for (const [days, count] of [
    [4, 2],
    [3, 4],
    [0, 6],
  ] as const) {
    await moveDue(days)
    await Promise.all([followReviews(system.workerDeps), followReviews(system.workerDeps)])
    await followReviews(system.workerDeps)
    expect([days, (await mails()).length]).toEqual([days, count])
  }
  expect((await mails()).at(-1)).toBe('Due today: Half-year review')
})
