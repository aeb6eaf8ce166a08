import { api } from '@backoffice/contract/api'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { insertPolicy, insertRole, insertUser, userIdOf } from '../../testing/access.ts'
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

const KEEP = { decision: 'KEEP' } as const

const reviewAs = (as: string, id: string) => system.call(api.reviews.get, { params: { id } }, as)
const roleOf = async (user: string) =>
  (await system.call(api.users.get, { params: { id: user } }, 'admin')).role.name
const finish = async (id: string, as: string) => {
  const { version } = await reviewAs('admin', id)
  return system.send(api.reviews.finish, { params: { id }, body: { version } }, as)
}
const end = async (id: string) => {
  await passDeadline(system, id)
  await followReviews(system.workerDeps)
  await applyDecisions(system, id)
}
const currentItem = async (id: string, user: string, grant?: string) =>
  itemOf(await itemsOf(system, id), user, grant)

/** A review of the role Auditor, with its only user. */
async function ofAuditor(body: { undecided?: 'KEEP' | 'REMOVE' } = {}, as = 'admin') {
  const auditor = await userIdOf(system, 'auditor')
  const { rows } = await system.pool.query("SELECT id FROM roles WHERE name = 'Auditor'")
  const role_id = String(rows[0]?.id)
  await system.pool.query(
    "UPDATE users SET role_id = (SELECT id FROM roles WHERE name = 'Operations viewer') WHERE role_id = $1 AND id <> $2",
    [role_id, auditor],
  )
  const all = {
    name: 'Auditors',
    scope: 'ROLE',
    role_id,
    due_on: dayIn(30),
    undecided: 'KEEP',
    reviewers,
  } as const
  const { id } = await system.call(api.reviews.start, { body: { ...all, ...body } }, as)
  return { id, auditor, item: () => currentItem(id, auditor) }
}

test('one reviewer alone removes neither an administrator nor an auditor, by finishing or by the deadline', async () => {
  const { id, counts } = await startReview(system, reviewers)
  for (const mailbox of ['admin', 'auditor']) {
    const user = await userIdOf(system, mailbox)
    const item = await currentItem(id, user)
    expect(item).toMatchObject({ needs_second: true, decision: null })
    expect((await decide(system, id, item, REMOVE)).status).toBe(200)
    expect(await currentItem(id, user)).toMatchObject({ needs_second: true, agreed_by: null })
  }
  const agent = await userIdOf(system, 'agent')
  expect((await decide(system, id, await currentItem(id, agent), REMOVE)).status).toBe(200)
  expect(await currentItem(id, agent)).toMatchObject({ needs_second: false })
  expect((await reviewAs('access', id)).counts).toEqual({
    ...counts,
    removed: 1,
    undecided: counts.total - 1,
  })
  const others = (await itemsOf(system, id)).filter(({ decision }) => decision === null)
  for (const each of others)
    await decide(system, id, each, KEEP, each.user.id === reviewers[0] ? 'viewer' : 'access')
  expect(await finish(id, 'admin')).toMatchObject({ status: 409, body: { code: 'review_undecided' } })
  await end(id)
  for (const mailbox of ['admin', 'auditor'])
    expect(await currentItem(id, await userIdOf(system, mailbox))).toMatchObject({
      outcome: 'KEPT',
      outcome_detail: 'Benito Cruz alone decided to remove it. Two reviewers must agree.',
    })
  expect(await currentItem(id, agent)).toMatchObject({ outcome: 'REMOVED' })
  expect(await roleOf(await userIdOf(system, 'admin'))).toBe('Administrator')
})

test('a second reviewer agrees, and both are named', async () => {
  const { id, auditor, item } = await ofAuditor()
  await decide(system, id, await item(), REMOVE)
  expect((await reviewAs('viewer', id)).mine).toBe(1)
  expect((await reviewAs('access', id)).mine).toBe(0)
  const agreed = await decide(system, id, await item(), { ...REMOVE, reason: 'Confirmed by HR' }, 'viewer')
  expect(agreed.status).toBe(200)
  expect(await item()).toMatchObject({
    decision: 'REMOVE',
    reason: 'Left the team',
    decided_by: { id: reviewers[0] },
    agreed_by: { id: reviewers[1] },
    agreed_reason: 'Confirmed by HR',
  })
  expect((await reviewAs('viewer', id)).counts).toMatchObject({ removed: 1, undecided: 0 })
  expect((await finish(id, 'admin')).status).toBe(200)
  await applyDecisions(system, id)
  expect(await roleOf(auditor)).toBe('Operations viewer')
})

test('the first reviewer cannot agree with themselves, and each takes back only their own agreement', async () => {
  const { id, item } = await ofAuditor()
  await decide(system, id, await item(), REMOVE)
  await decide(system, id, await item(), { ...REMOVE, reason: 'Again' })
  expect(await item()).toMatchObject({ agreed_by: null, reason: 'Again' })
  await decide(system, id, await item(), REMOVE, 'viewer')
  await decide(system, id, await item(), { decision: null }, 'viewer')
  expect(await item()).toMatchObject({ decided_by: { id: reviewers[0] }, agreed_by: null })
  await decide(system, id, await item(), REMOVE, 'viewer')
  await decide(system, id, await item(), { decision: null }, 'access')
  expect(await item()).toMatchObject({
    decided_by: { id: reviewers[1] },
    agreed_by: null,
    needs_second: true,
  })
  expect((await reviewAs('admin', id)).counts).toMatchObject({ removed: 0, undecided: 1 })
})

test('undecided access is removed at the deadline only from users who do not exceed who started the review', async () => {
  const byAccess = await ofAuditor({ undecided: 'REMOVE' }, 'access')
  await decide(system, byAccess.id, await byAccess.item(), REMOVE)
  await end(byAccess.id)
  expect(await byAccess.item()).toMatchObject({
    outcome: 'KEPT',
    outcome_detail: expect.stringContaining('two reviewers'),
  })
  expect(await roleOf(byAccess.auditor)).toBe('Auditor')
  const byAdmin = await ofAuditor({ undecided: 'REMOVE' })
  await end(byAdmin.id)
  expect(await byAdmin.item()).toMatchObject({ outcome: 'REMOVED' })
})

test('a removal by one reviewer is not applied if the user exceeds them by then', async () => {
  const extra = await insertPolicy(system, ['file:view'], 'Extra')
  const role = await insertRole(system, ['Files'], [], 'Desk')
  const user = await insertUser(system, role, { extras: [extra] })
  const { id } = await startReview(system, reviewers, { scope: 'ROLE', role_id: role })
  await decide(system, id, await currentItem(id, user, 'Extra'), REMOVE)
  await decide(system, id, await currentItem(id, user, 'Desk'), KEEP)
  expect((await reviewAs('admin', id)).counts).toMatchObject({ removed: 1, undecided: 0 })
  await system.pool.query(
    "UPDATE users SET role_id = (SELECT id FROM roles WHERE name = 'Auditor') WHERE id = $1",
    [user],
  )
  await end(id)
  expect(await currentItem(id, user, 'Extra')).toMatchObject({
    outcome: 'NOT_POSSIBLE',
    outcome_detail: expect.stringContaining('Two reviewers must agree'),
  })
})

test('who alone made all removals does not finish the review', async () => {
  const role = await insertRole(system, ['Files'], [], 'Desk')
  const users = [await insertUser(system, role), await insertUser(system, role)]
  const { id } = await startReview(system, reviewers, { scope: 'ROLE', role_id: role })
  for (const user of users) await decide(system, id, await currentItem(id, user), REMOVE)
  expect(await reviewAs('access', id)).toMatchObject({ made_all_removals: true })
  expect(await reviewAs('admin', id)).toMatchObject({ made_all_removals: false })
  expect(await finish(id, 'access')).toMatchObject({ status: 409, body: { code: 'own_removals' } })
  const first = await currentItem(id, users[0] ?? '')
  await decide(system, id, first, REMOVE, 'viewer')
  expect(await reviewAs('access', id)).toMatchObject({ made_all_removals: false })
  expect((await finish(id, 'access')).status).toBe(200)
})

test('who kept everything finishes the review', async () => {
  const role = await insertRole(system, ['Files'], [], 'Desk')
  const user = await insertUser(system, role)
  const { id } = await startReview(system, reviewers, { scope: 'ROLE', role_id: role })
  await decide(system, id, await currentItem(id, user), KEEP)
  expect((await finish(id, 'access')).status).toBe(200)
})
