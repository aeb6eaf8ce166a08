import { api } from '@backoffice/contract/api'
import { propertyRuns } from '@backoffice/contract/testing/property-runs'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { insertPolicy, insertRole, insertUser, userIdOf } from '../../testing/access.ts'
import {
  PEOPLE,
  type Person,
  REVIEWERS,
  ReviewModel,
  type ReviewStep,
  reviewStep,
} from '../../testing/review-model.ts'
import { applyDecisions, decide, itemOf, itemsOf, passDeadline, startReview } from '../../testing/reviews.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'
import { followReviews } from './apply-review.ts'

const steps = fc.array(reviewStep, { minLength: 10, maxLength: 40, size: 'max' })

test('after any steps, decisions, outcomes and access are as in the model, and each removal has one event', async () => {
  await fc.assert(
    fc.asyncProperty(fc.boolean(), steps, async (removesUndecided, steps) => {
      const system = await startTestSystem()
      try {
        const model = new ReviewModel(removesUndecided)
        const scene = await prepare(system, removesUndecided)
        for (const step of steps) await perform(system, scene, model, step)
        if (model.isOpen) await perform(system, scene, model, { do: 'deadline' })
        // Two workers at once, and again.
        await Promise.all([applyDecisions(system, scene.reviewId), applyDecisions(system, scene.reviewId)])
        await applyDecisions(system, scene.reviewId)
        model.apply()
        await check(system, scene, model)
      } finally {
        await system.stop()
      }
    }),
    { numRuns: propertyRuns(50), endOnFailure: true },
  )
}, 300_000)

type Scene = {
  reviewId: string
  ids: ReadonlyMap<Person, string>
  role: string
  lesser: string
  policy: string
}

async function prepare(system: TestSystem, removesUndecided: boolean): Promise<Scene> {
  const policy = await insertPolicy(system, ['user:view'], 'Extra')
  const role = await insertRole(
    system,
    ['Users'],
    [await insertPolicy(system, ['review:decide', 'review:view'])],
    'Reviewed',
  )
  const lesser = await insertRole(system, [], [], 'Lesser')
  const ids = new Map<Person, string>()
  for (const each of PEOPLE) {
    const isAccount = REVIEWERS.some((reviewer) => reviewer === each)
    ids.set(each, isAccount ? await userIdOf(system, each) : await insertUser(system, role, { name: each }))
  }
  await system.pool.query('UPDATE users SET role_id = $1 WHERE id = ANY ($2)', [role, [...ids.values()]])
  await system.pool.query('INSERT INTO user_policies (user_id, policy_id) SELECT unnest($1::uuid[]), $2', [
    [...ids.values()],
    policy,
  ])
  const review = await startReview(system, [ids.get('viewer') ?? '', ids.get('agent') ?? ''], {
    scope: 'ROLE',
    role_id: role,
    undecided: removesUndecided ? 'REMOVE' : 'KEEP',
  })
  return { reviewId: review.id, ids, role, lesser, policy }
}

async function perform(
  system: TestSystem,
  scene: Scene,
  model: ReviewModel,
  step: ReviewStep,
): Promise<void> {
  const { reviewId } = scene
  if (step.do === 'decide') {
    const { by, about, kind, decision, isStale } = step
    const item = itemOf(await itemsOf(system, reviewId, 'admin'), scene.ids.get(about) ?? '', grantOf(kind))
    const version = isStale ? item.version + 1 : item.version
    const reason = decision === 'REMOVE' ? { reason: 'x' } : {}
    const { status } = await decide(system, reviewId, { ...item, version }, { decision, ...reason }, by)
    expect([step, status]).toEqual([step, model.decide(step)])
  } else if (step.do === 'hold') {
    model.hold(step.about, step.kind, step.holds)
    await hold(system, scene, step)
  } else if (step.do === 'finish') {
    const { version } = await system.call(api.reviews.get, { params: { id: reviewId } }, 'admin')
    const finish = { params: { id: reviewId }, body: { version } }
    expect((await system.send(api.reviews.finish, finish, 'admin')).status).toBe(model.finish())
  } else {
    if (model.isOpen) await passDeadline(system, reviewId)
    model.isOpen = false
    await followReviews(system.workerDeps)
  }
}

const grantOf = (kind: 'role' | 'policy') => (kind === 'role' ? 'Reviewed' : 'Extra')

/** Changes the access as if an administrator did, outside of the review. */
async function hold(
  { pool }: TestSystem,
  { ids, role, lesser, policy }: Scene,
  { about, kind, holds }: Extract<ReviewStep, { do: 'hold' }>,
): Promise<void> {
  const user = ids.get(about)
  if (kind === 'role')
    await pool.query('UPDATE users SET role_id = $1 WHERE id = $2', [holds ? role : lesser, user])
  else if (holds)
    await pool.query(
      'INSERT INTO user_policies (user_id, policy_id) VALUES ($1, $2) ON CONFLICT DO NOTHING',
      [user, policy],
    )
  else await pool.query('DELETE FROM user_policies WHERE user_id = $1 AND policy_id = $2', [user, policy])
}

async function check(system: TestSystem, { reviewId, ids, role, policy }: Scene, model: ReviewModel) {
  const items = await itemsOf(system, reviewId, 'admin')
  const { rows } = await system.pool.query<{ id: string; role: boolean; policy: boolean; events: number }>(
    `SELECT id, role_id = $2 AS role, EXISTS (SELECT FROM user_policies WHERE user_id = id AND policy_id = $3) AS policy,
       (SELECT count(*)::int FROM audit_events WHERE resource_id = users.id::text AND action = 'user.update') AS events
     FROM users WHERE id = ANY ($1)`,
    [[...ids.values()], role, policy],
  )
  for (const each of PEOPLE) {
    const user = rows.find(({ id }) => id === ids.get(each))
    const outcomes = (['role', 'policy'] as const).map((kind) => {
      const { decision, outcome } = itemOf(items, ids.get(each) ?? '', grantOf(kind))
      return { decision, outcome }
    })
    const [ofRole, ofPolicy] = [model.item(each, 'role'), model.item(each, 'policy')]
    const expected = [ofRole, ofPolicy].map(({ decision, outcome }) => ({ decision, outcome }))
    expect([each, ...outcomes]).toEqual([each, ...expected])
    expect(user).toMatchObject({
      role: model.held.has(`${each} role`),
      policy: model.held.has(`${each} policy`),
      events: expected.filter(({ outcome }) => outcome === 'REMOVED').length,
    })
  }
}
