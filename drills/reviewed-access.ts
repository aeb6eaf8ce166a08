import { randomUUID } from 'node:crypto'
import type { Review, ReviewItem } from '@backoffice/contract/reviews'
import type { createPool } from '../apps/server/src/db/client.ts'
import { insertPolicy, insertRole } from '../apps/server/src/testing/access.ts'
import { dayIn } from '../apps/server/src/testing/reviews.ts'
import { type Driver, retryUntilReply } from './driver.ts'
import { until } from './services.ts'

type Pool = ReturnType<typeof createPool>

/** Number of new users, each with a role and an extra policy. */
export const REVIEWED_USERS = 250

type Finishing = { id: string; version: number }

/** Starts a review of new users and decides to remove all of their access. */
export async function decideRemovals(manager: Driver, reviewer: Driver, pool: Pool): Promise<Finishing> {
  const role_id = await insertReviewed(pool)
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM users WHERE email IN ('access@backoffice.test', 'leonora.santiago@backoffice.test')`,
  )
  const { id, version } = await post<Review>(manager, '', {
    ...{ name: 'Kill', scope: 'ROLE', role_id, due_on: dayIn(1), undecided: 'KEEP' },
    reviewers: rows.map((row) => row.id),
  })
  for (let page = 1; page <= (2 * REVIEWED_USERS) / 100; page++) {
    const { items } = await post<{ items: ReviewItem[] }>(reviewer, `/${id}/items`, { page, page_size: 100 })
    const decided = items.map((item) => ({ id: item.id, version: item.version }))
    await post(reviewer, `/${id}/decide`, { items: decided, decision: 'REMOVE', reason: 'Left' })
  }
  return { id, version }
}

export async function finish(manager: Driver, { id, version }: Finishing): Promise<void> {
  await post(manager, `/${id}/finish`, { version })
}

async function post<R>(driver: Driver, path: string, body: object): Promise<R> {
  const reply = await driver.request<R>(`/api/user/reviews${path}`, { method: 'POST', body })
  if (reply.status >= 300) throw new Error(`${path}: ${JSON.stringify(reply)}`)
  return reply.body.resource
}

/** Waits for the end of the review. Returns each distinct result for a user, with the number of users. */
export async function readRemoved(pool: Pool, { id }: Finishing) {
  await until('the end of the review', async () => {
    const { rows } = await retryUntilReply(() => pool.query('SELECT status FROM reviews WHERE id = $1', [id]))
    return rows[0]?.status === 'FINISHED'
  })
  const { rows } = await retryUntilReply(() =>
    pool.query(
      `SELECT outcomes, roles.name AS role, users.version, policies, events, count(*)::int AS users FROM (
         SELECT user_id, string_agg(DISTINCT outcome, ',') AS outcomes FROM review_items WHERE review_id = $1 GROUP BY 1
       ) AS item JOIN users ON users.id = user_id JOIN roles ON roles.id = role_id,
         LATERAL (SELECT count(*)::int AS policies FROM user_policies WHERE user_id = users.id) AS held,
         LATERAL (SELECT count(*)::int AS events FROM audit_events
           WHERE resource = 'user' AND resource_id = users.id::text) AS trail
       GROUP BY 1, 2, 3, 4, 5`,
      [id],
    ),
  )
  return rows
}

/** The role of the new users. */
function insertReviewed(pool: Pool): Promise<string> {
  return retryUntilReply(async () => {
    const role = await insertRole({ pool }, ['SMAC Inquiry'], [await insertPolicy({ pool }, ['inquiry:run'])])
    const policy = await insertPolicy({ pool }, ['card:unmask'])
    await pool.query(
      `WITH added AS (
         INSERT INTO users (identity_sub, email, given_name, family_name, role_id, status)
         SELECT gen_random_uuid(), $1 || no || '@backoffice.test', 'Kill', 'Test', $2, 'ACTIVE'
         FROM generate_series(1, $3::int) AS no RETURNING id
       ) INSERT INTO user_policies (user_id, policy_id) SELECT id, $4 FROM added`,
      [randomUUID(), role, REVIEWED_USERS, policy],
    )
    return role
  })
}
