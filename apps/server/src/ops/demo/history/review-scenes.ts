import { api } from '@backoffice/contract/api'
import type { ReviewItem, ReviewScope } from '@backoffice/contract/reviews'
import { manilaDay } from '../../../kernel/clock.ts'
import type { DemoDesk } from './demo-desk.ts'
import type { Scene } from './scene.ts'

const REVIEWERS = ['access', 'leonora.santiago'] as const
type Reviewer = (typeof REVIEWERS)[number]
const DAY_MS = 86_400_000
const DAYS_TO_DECIDE = 21

/** A finished review of high-risk access, and one of all users that has begun. */
export function reviewScenes(): Scene[] {
  const ids = new Map<ReviewScope, string>()
  const start = (scope: ReviewScope, name: string) => async (desk: DemoDesk) =>
    void ids.set(scope, await startReview(desk, scope, name))
  const idOf = (scope: ReviewScope) => ids.get(scope) ?? ''
  return [
    { day: -7, at: '14:20', run: start('HIGH_RISK', 'High-risk access, November') },
    { day: -6, at: '15:40', run: (desk) => decideHighRisk(desk, idOf('HIGH_RISK'), 'access') },
    { day: -6, at: '16:10', run: (desk) => decideHighRisk(desk, idOf('HIGH_RISK'), 'leonora.santiago') },
    { day: 0, at: '11:30', run: (desk) => finish(desk, idOf('HIGH_RISK')) },
    { day: 0, at: '11:40', run: start('ALL', 'Year-end review') },
    { day: 0, at: '11:55', run: (desk) => decideSome(desk, idOf('ALL')) },
  ]
}

async function startReview(desk: DemoDesk, scope: ReviewScope, name: string): Promise<string> {
  const { call, person, clock, owner } = desk
  // Due dates are by the database's clock, which is ahead of this one.
  const due_on = manilaDay(new Date(Date.now() + DAYS_TO_DECIDE * DAY_MS))
  const reviewers = REVIEWERS.map((mailbox) => person(mailbox).id)
  const body = { name, scope, due_on, undecided: 'KEEP' as const, reviewers }
  const { id } = await call(api.reviews.start, { body }, 'admin')
  await owner.query('UPDATE reviews SET started_at = $2 WHERE id = $1', [id, clock.now()])
  return id
}

async function decideHighRisk(desk: DemoDesk, id: string, as: Reviewer): Promise<void> {
  const items = await undecidedItems(desk, id, as)
  const isRemoved = ({ user, grant }: ReviewItem) =>
    user.id === desk.person('rowena.castillo').id && grant.kind === 'policy'
  const reason = 'From December the night desk has it by its role'
  const removed = items.filter(isRemoved)
  if (removed.length > 0) await decide(desk, id, as, removed, { decision: 'REMOVE', reason })
  await decide(
    desk,
    id,
    as,
    items.filter((item) => !isRemoved(item)),
    { decision: 'KEEP' },
  )
}

async function decideSome(desk: DemoDesk, id: string): Promise<void> {
  const items = await undecidedItems(desk, id, 'access')
  await decide(desk, id, 'access', items.slice(0, 4), { decision: 'KEEP' })
}

async function undecidedItems({ call }: DemoDesk, id: string, as: Reviewer): Promise<ReviewItem[]> {
  const body = { page_size: 100 as const, filters: { decision: { in: ['UNDECIDED'] } } }
  const { items } = await call(api.reviews.items, { params: { id }, body }, as)
  return items.filter(({ undecidable }) => undecidable === null)
}

async function decide(
  { call, owner, clock }: DemoDesk,
  reviewId: string,
  as: Reviewer,
  items: readonly ReviewItem[],
  decision: { decision: 'KEEP' } | { decision: 'REMOVE'; reason: string },
): Promise<void> {
  if (items.length === 0) return
  const body = { items: items.map(({ id, version }) => ({ id, version })), ...decision }
  await call(api.reviews.decide, { params: { id: reviewId }, body }, as)
  await owner.query('UPDATE review_items SET decided_at = $2 WHERE id = ANY ($1)', [
    items.map(({ id }) => id),
    clock.now(),
  ])
}

async function finish(desk: DemoDesk, id: string): Promise<void> {
  const { call, owner, clock, work } = desk
  const { version } = await call(api.reviews.get, { params: { id } }, 'admin')
  await call(api.reviews.finish, { params: { id }, body: { version } }, 'admin')
  await work()
  const now = clock.now()
  await owner.query(
    `UPDATE reviews SET finished_at = $2, due_at = (started_at AT TIME ZONE 'Asia/Manila')::date::timestamp
       AT TIME ZONE 'Asia/Manila' + make_interval(days => $3) WHERE id = $1`,
    [id, now, DAYS_TO_DECIDE + 1],
  )
  await owner.query('UPDATE review_items SET outcome_at = $2 WHERE review_id = $1', [id, now])
}
