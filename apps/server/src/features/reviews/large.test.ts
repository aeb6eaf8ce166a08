import { api } from '@backoffice/contract/api'
import { expect, test } from 'vitest'
import { insertPolicy } from '../../testing/access.ts'
import { applyDecisions, passDeadline, prepareReviewers, REMOVE, startReview } from '../../testing/reviews.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'
import { followReviews } from './apply-review.ts'

const USERS = 10_000
const REMOVED = process.env.FULL ? 2_000 : 300

test(`a review of ${USERS} users starts, is listed and decided, and removes what was decided`, async () => {
  const system = await startTestSystem()
  try {
    const reviewers = await prepareReviewers(system)
    await insertUsers(system)
    const timed = timings()
    const review = await timed('start', () => startReview(system, reviewers))
    const { id } = review
    expect(review.counts.total).toBeGreaterThanOrEqual(1.5 * USERS)
    const list = (body: object) =>
      system.call(api.reviews.items, { params: { id }, body: { page_size: 100, ...body } }, 'access')
    const page = await timed('first page', () => list({}))
    await timed('search', () => list({ search: 'Reyes 77' }))
    await timed('page 90', () => list({ page: 90 }))
    await timed('reviews', () => system.call(api.reviews.list, { body: {} }, 'access'))
    await timed('counts', () => system.call(api.reviews.counts, {}, 'access'))
    const { used_recently } = await timed('review', () =>
      system.call(api.reviews.get, { params: { id } }, 'access'),
    )
    expect(used_recently.count).toBe(USERS / 2)
    await timed('keep used', () =>
      system.call(api.reviews.keepUsed, { params: { id }, body: { used_recently } }, 'access'),
    )
    const items = page.items
      // Not those of the accounts that this test uses.
      .filter(({ decision, user }) => decision === null && user.name.startsWith('Ana Reyes'))
      .map(({ id, version }) => ({ id, version }))
    const body = { items, ...REMOVE }
    await timed(`remove ${items.length}`, () =>
      system.call(api.reviews.decide, { params: { id }, body }, 'access'),
    )
    await system.pool.query(
      `UPDATE review_items SET decision = 'REMOVE', reason = 'x', decided_by = $2, decided_by_name = 'x', decided_at = now()
       WHERE id IN (SELECT id FROM review_items WHERE review_id = $1 AND decision IS NULL AND kind = 'policy' LIMIT $3)`,
      [id, reviewers[0], REMOVED],
    )
    await passDeadline(system, id)
    await followReviews(system.workerDeps)
    const removed = (await system.call(api.reviews.get, { params: { id } }, 'admin')).counts.removed
    await timed(`apply ${removed}`, () => applyDecisions(system, id))
    const ended = await system.call(api.reviews.get, { params: { id } }, 'admin')
    expect(ended).toMatchObject({ status: 'FINISHED', outcomes: { removed } })
  } finally {
    await system.stop()
  }
}, 240_000)

/** Prints the duration of each step, which no limit of a shared machine could judge. */
function timings() {
  return async <T>(step: string, run: () => Promise<T>): Promise<T> => {
    const start = performance.now()
    const result = await run()
    console.log(`${step}: ${Math.round(performance.now() - start)} ms`)
    return result
  }
}

/** Half of them with an extra policy, and half with recent use of their role. */
async function insertUsers(system: TestSystem): Promise<void> {
  const policy = await insertPolicy(system, ['card:unmask'], 'Reveal')
  await system.pool.query(
    `WITH added AS (
       INSERT INTO users (identity_sub, email, given_name, family_name, role_id, status)
       SELECT gen_random_uuid(), 'user' || no || '@backoffice.test', 'Ana', 'Reyes ' || no,
         (SELECT id FROM roles WHERE name = 'Inquiry agent'), 'ACTIVE' FROM generate_series(1, $1::int) AS no
       RETURNING id, family_name
     ), use AS (
       INSERT INTO permission_use
       SELECT id, permission, (now() AT TIME ZONE 'Asia/Manila')::date FROM added,
         unnest('{dashboard:view,inquiry:run,file:view,file:upload,case:view}'::text[]) AS permission
       WHERE right(family_name, 1) IN ('0', '1', '2', '3', '4')
     )
     INSERT INTO user_policies (user_id, policy_id)
     SELECT id, $2 FROM added WHERE right(family_name, 1) IN ('1', '3', '5', '7', '9')`,
    [USERS, policy],
  )
  await system.pool.query('ANALYZE')
}
