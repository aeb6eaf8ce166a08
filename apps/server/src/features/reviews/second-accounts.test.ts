import { api } from '@backoffice/contract/api'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { insertPolicy, insertRole, insertUser, userIdOf } from '../../testing/access.ts'
import {
  dayIn,
  decide,
  itemOf,
  itemsOf,
  prepareReviewers,
  REMOVE,
  startReview,
} from '../../testing/reviews.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'

/** Reviewers of whom one created the account of the other, who may be one person. */
let system: TestSystem
let reviewers: string[]
beforeEach(async () => {
  system = await startTestSystem()
  reviewers = await prepareReviewers(system)
})
afterEach(() => system.stop())

/** As if `creator` had created the account of `mailbox`, by default alone. */
async function create(mailbox: string, creator: string, approver: string | null = null) {
  await system.pool.query(
    `INSERT INTO audit_events (actor_id, actor_name, approved_by_name, action, resource, resource_id, outcome, changes)
     SELECT $2, 'Creator', $3, 'user.create', 'user', $1, 'done', '{}'`,
    [await userIdOf(system, mailbox), await userIdOf(system, creator), approver],
  )
}

const AS_ONE = { status: 409, body: { code: 'own_agreement' } }

test.each([
  ['viewer', 'access'],
  ['access', 'viewer'],
])('a removal by %s has no agreement of %s, whose account is theirs', async (first, second) => {
  const { id } = await startReview(system, reviewers)
  await create('viewer', 'access')
  const user = await userIdOf(system, 'auditor')
  const item = async () => itemOf(await itemsOf(system, id), user)
  expect((await decide(system, id, await item(), REMOVE, first)).status).toBe(200)
  expect(await decide(system, id, await item(), { ...REMOVE, reason: 'Too' }, second)).toMatchObject(AS_ONE)
  expect(await item()).toMatchObject({ agreed_by: null })
})

test('an account that was created with approval agrees', async () => {
  const { id } = await startReview(system, reviewers)
  await create('viewer', 'access', 'Another')
  const user = await userIdOf(system, 'auditor')
  const item = async () => itemOf(await itemsOf(system, id), user)
  await decide(system, id, await item(), REMOVE)
  expect((await decide(system, id, await item(), { ...REMOVE, reason: 'Too' }, 'viewer')).status).toBe(200)
})

test('a second account does not review its creator', async () => {
  const { id } = await startReview(system, reviewers)
  await create('viewer', 'access')
  const own = itemOf(await itemsOf(system, id), await userIdOf(system, 'access'))
  const reply = await decide(system, id, own, { decision: 'KEEP' }, 'viewer')
  expect(reply).toMatchObject({ status: 409, body: { code: 'own_review_item' } })
})

test('a reviewer and a second account are not two reviewers', async () => {
  await create('viewer', 'access')
  const due_on = dayIn(30)
  const body = { name: 'Half-year', scope: 'ALL' as const, due_on, undecided: 'KEEP' as const, reviewers }
  const problem = await system.expectProblem(api.reviews.start, { body }, 'admin')
  expect(problem.errors?.map(({ code }) => code)).toEqual(['not_others'])
  const admin = await userIdOf(system, 'admin')
  const withOther = { body: { ...body, reviewers: [...reviewers, admin] } }
  expect((await system.send(api.reviews.start, withOther, 'admin')).status).toBe(201)
})

test('no one finishes a review whose removals are all of a second account', async () => {
  const role = await insertRole(system, ['Lookup'], [await insertPolicy(system, ['tender:view'])], 'Desk')
  const user = await insertUser(system, role)
  const { id, version } = await startReview(system, reviewers, { scope: 'ROLE', role_id: role })
  await create('viewer', 'admin')
  await decide(system, id, itemOf(await itemsOf(system, id), user), REMOVE, 'viewer')
  const finish = { params: { id }, body: { version } }
  expect(await system.expectProblem(api.reviews.finish, finish, 'admin')).toMatchObject({
    code: 'own_removals',
  })
})
