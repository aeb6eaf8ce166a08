import { api } from '@backoffice/contract/api'
import type { CallInput } from '@backoffice/contract/endpoint'
import type { ReviewItem } from '@backoffice/contract/reviews'
import { applyReview } from '../features/reviews/apply-review.ts'
import { giveAccess, userIdOf } from './access.ts'
import type { TestSystem } from './test-system.ts'

type Start = CallInput<typeof api.reviews.start>['body']

/** A day in Manila, so many days from today. */
export function dayIn(days: number): string {
  const at = new Date(Date.now() + days * 86_400_000)
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Manila' }).format(at)
}

/** The demo accounts `access` and `viewer` review. `viewer` gets a role for it. */
export async function prepareReviewers(system: TestSystem): Promise<string[]> {
  await giveAccess(system, 'viewer', ['Users'], ['review:decide'])
  return Promise.all(['access', 'viewer'].map((mailbox) => userIdOf(system, mailbox)))
}

/** Starts a review of all users as `admin`. */
export function startReview(system: TestSystem, reviewers: string[], body: Partial<Start> = {}) {
  const all: Start = {
    name: 'Half-year review',
    scope: 'ALL',
    due_on: dayIn(30),
    undecided: 'KEEP',
    reviewers,
    ...body,
  }
  return system.call(api.reviews.start, { body: all }, 'admin')
}

/** All items of a review. */
export async function itemsOf(system: TestSystem, id: string, as = 'access'): Promise<ReviewItem[]> {
  const items: ReviewItem[] = []
  for (let page = 1; ; page++) {
    const body = { page, page_size: 100 as const }
    const reply = await system.call(api.reviews.items, { params: { id }, body }, as)
    items.push(...reply.items)
    if (reply.items.length < 100) return items
  }
}

/** The item of a user with an assignment of this name. */
export function itemOf(items: readonly ReviewItem[], userId: string, grant?: string): ReviewItem {
  const found = items.find(({ user, grant: { name } }) => user.id === userId && (!grant || name === grant))
  if (!found) throw new Error(`No item of ${userId} and ${grant}`)
  return found
}

export type DecisionInput = Omit<CallInput<typeof api.reviews.decide>['body'], 'items'>

export function decide(
  system: TestSystem,
  reviewId: string,
  item: Pick<ReviewItem, 'id' | 'version'>,
  decision: DecisionInput,
  as = 'access',
) {
  const { id, version } = item
  const input = { params: { id: reviewId }, body: { items: [{ id, version }], ...decision } }
  return system.send(api.reviews.decide, input, as)
}

export const REMOVE = { decision: 'REMOVE', reason: 'Left the team' } as const

/** Moves the end of a review into the past. */
export async function passDeadline(system: TestSystem, id: string): Promise<void> {
  await system.pool.query(
    "UPDATE reviews SET due_at = clock_timestamp() - interval '1 second' WHERE id = $1",
    [id],
  )
}

/** Applies the decisions, as a worker does. */
export const applyDecisions = (system: TestSystem, reviewId: string) =>
  applyReview(system.workerDeps, { reviewId })
