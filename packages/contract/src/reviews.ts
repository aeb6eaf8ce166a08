import { REVIEW_READERS } from './access.ts'
import { addresses, type Reply } from './endpoint.ts'
import type { reviewSchemas } from './reviews.schemas.ts'

/** Values of access reviews, for the server and the screens. */

/** Assignments that a review covers. `HIGH_RISK`: those that bring high-risk permissions. */
export const REVIEW_SCOPES = { ALL: 'All users', ROLE: 'A role', HIGH_RISK: 'High-risk access' } as const
export type ReviewScope = keyof typeof REVIEW_SCOPES

/** `APPLYING`: no more decisions; a job removes access. */
export const REVIEW_STATUSES = {
  OPEN: 'In progress',
  APPLYING: 'Removing access',
  FINISHED: 'Finished',
  CANCELLED: 'Cancelled',
} as const
export type ReviewStatus = keyof typeof REVIEW_STATUSES

/** Treatment of items that are undecided when the review ends. */
export const UNDECIDED = { KEEP: 'Kept and reported', REMOVE: 'Removed when due' } as const
export type UndecidedTreatment = keyof typeof UNDECIDED

export const REVIEW_DECISIONS = { KEEP: 'Keep', REMOVE: 'Remove' } as const
export type ReviewDecision = keyof typeof REVIEW_DECISIONS

/**
 * `GONE`: the user no longer had the access. `NOT_POSSIBLE`: a required minimum of holders would not remain, or the
 * user has since gained access for which a second reviewer must agree.
 */
export const REVIEW_OUTCOMES = {
  KEPT: 'Kept',
  REMOVED: 'Removed',
  GONE: 'No longer held',
  NOT_POSSIBLE: 'Not possible',
} as const
export type ReviewOutcome = keyof typeof REVIEW_OUTCOMES

type RemovalState = { decision: ReviewDecision | null; needs_second: boolean; agreed_by: unknown }

/** True for a removal that is undecided until a second reviewer agrees. */
export const lacksSecond = ({ decision, needs_second, agreed_by }: RemovalState) =>
  decision === 'REMOVE' && needs_second && agreed_by === null

/** Reviewers that a review needs, so that none reviews themselves. */
export const MIN_REVIEWERS = 2
/** Access used within these days before the start is kept by one step. */
export const RECENT_USE_DAYS = 30
/** Undecided access is removed no earlier than these days after the start, or after an earlier due date is set. */
export const MIN_NOTICE_DAYS = 7
/** A review is due within these days of its start. */
export const MAX_REVIEW_DAYS = 92
export const MAX_REVIEW_NAME_CHARS = 80
export const MAX_REVIEWERS = 50
const ANY = { anyOf: REVIEW_READERS } as const

export const reviewEndpoints = addresses<typeof reviewSchemas>('user')({
  list: { method: 'POST', path: '/reviews/list', access: ANY, effect: 'read' },
  counts: { method: 'GET', path: '/reviews/counts', access: 'signed-in', effect: 'read' },
  preview: { method: 'POST', path: '/reviews/preview', access: 'review:manage', effect: 'read' },
  reviewers: { method: 'GET', path: '/reviews/reviewers', access: 'review:manage', effect: 'read' },
  start: { method: 'POST', path: '/reviews', access: 'review:manage', effect: 'write' },
  evidenceKey: { method: 'GET', path: '/reviews/evidence-key', access: ANY, effect: 'read' },
  get: { method: 'GET', path: '/reviews/:id', access: ANY, effect: 'read' },
  update: { method: 'PATCH', path: '/reviews/:id', access: 'review:manage', effect: 'write' },
  items: { method: 'POST', path: '/reviews/:id/items', access: ANY, effect: 'read' },
  replacements: { method: 'GET', path: '/reviews/:id/replacements', access: 'review:decide', effect: 'read' },
  decide: { method: 'POST', path: '/reviews/:id/decide', access: 'review:decide', effect: 'write' },
  keepUsed: { method: 'POST', path: '/reviews/:id/keep-used', access: 'review:decide', effect: 'write' },
  finish: { method: 'POST', path: '/reviews/:id/finish', access: 'review:manage', effect: 'write' },
  cancel: { method: 'POST', path: '/reviews/:id/cancel', access: 'review:manage', effect: 'write' },
  evidence: { method: 'POST', path: '/reviews/:id/evidence', access: 'review:view', effect: 'write' },
})

export type ReviewRow = Reply<typeof reviewEndpoints.list>['items'][number]
export type Review = Reply<typeof reviewEndpoints.get>
export type ReviewItem = Reply<typeof reviewEndpoints.items>['items'][number]
