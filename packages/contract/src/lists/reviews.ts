import { list } from '../list.ts'
import { REVIEW_DECISIONS, REVIEW_OUTCOMES, REVIEW_SCOPES, REVIEW_STATUSES } from '../reviews.ts'

const both = { filter: true, sort: true } as const

export const reviewsList = list({
  name: 'reviews',
  title: 'Reviews',
  fields: {
    name: { label: 'Review', type: 'text', ...both },
    scope: { label: 'Scope', type: 'choice', options: REVIEW_SCOPES, ...both },
    status: { label: 'Status', type: 'choice', options: REVIEW_STATUSES, ...both },
    due_at: { label: 'Due', type: 'time', ...both },
    undecided: { label: 'Undecided', type: 'number' },
    started_by: { label: 'Started by', type: 'text', filter: true },
    started_at: { label: 'Started', type: 'time', ...both },
    finished_at: { label: 'Finished', type: 'time', ...both },
  },
  sort: ['started_at:desc'],
})

/** `UNDECIDED` and the decisions. */
const DECISION_VIEWS = { UNDECIDED: 'Undecided', ...REVIEW_DECISIONS } as const

/** Items of one review. */
export const reviewItemsList = list({
  name: 'review-items',
  title: 'Items to review',
  fields: {
    user: { label: 'User', type: 'text', ...both },
    department: { label: 'Department', type: 'text', ...both },
    /** Name of the role or policy. */
    grant: { label: 'Access', type: 'text', ...both },
    /** High-risk permissions that it brings. */
    permission: { label: 'High-risk permissions', type: 'code', filter: true },
    granted_at: { label: 'Granted', type: 'time', ...both },
    last_used_on: { label: 'Last used', type: 'date', ...both },
    dormant: { label: 'Dormant', type: 'choice', options: { yes: 'Dormant' }, filter: true },
    conflict: {
      label: 'Conflicting permissions',
      type: 'choice',
      options: { yes: 'Conflicting' },
      filter: true,
    },
    decision: { label: 'Decision', type: 'choice', options: DECISION_VIEWS, filter: true },
    decided_by: { label: 'Decided by', type: 'text', filter: true },
    outcome: { label: 'Outcome', type: 'choice', options: REVIEW_OUTCOMES, filter: true },
  },
  sort: ['last_used_on:asc'],
  ties: ['user:asc', 'grant:asc'],
})
