import type { Review, ReviewItem } from '@backoffice/contract/reviews'

export const BENITO = { id: '01900000-0000-7000-8000-00000000000a', name: 'Benito Cruz' }
export const TERESA = { id: '01900000-0000-7000-8000-00000000000b', name: 'Teresa Villar' }
export const ALMA = { id: '01900000-0000-7000-8000-00000000000c', name: 'Alma Dizon' }

export const usedRecently = (count: number) => ({ count, hash: 'a'.repeat(64) })

/** An open review with three items. */
export function aReview(fields: Partial<Review> = {}): Review {
  return {
    id: '01900000-0000-7000-8000-0000000000f1',
    version: 3,
    name: 'November 2026: High-risk access',
    scope: 'HIGH_RISK',
    role: null,
    status: 'OPEN',
    undecided: 'KEEP',
    due_at: '2099-11-30T16:00:00Z',
    due_on: '2099-11-30',
    started_by: TERESA,
    started_at: '2026-11-16T01:00:00Z',
    finished_at: null,
    counts: { total: 3, kept: 0, removed: 0, undecided: 3 },
    mine: 2,
    reviewers: [
      { ...TERESA, can_decide: true },
      { ...ALMA, can_decide: true },
    ],
    may_decide: true,
    made_all_removals: false,
    used_recently: usedRecently(1),
    finished_by: null,
    cancel_reason: null,
    outcomes: { kept: 0, removed: 0, gone: 0, not_possible: 0 },
    use_recorded_since: '2026-11-01',
    ...fields,
  }
}

/** The role of Benito, undecided. */
export function anItem(fields: Partial<ReviewItem> = {}): ReviewItem {
  return {
    id: '01900000-0000-7000-8000-000000000001',
    version: 1,
    user: {
      ...BENITO,
      email: 'benito.cruz@example.com',
      department: 'Systems',
      status: 'ACTIVE',
      last_sign_in_at: '2026-11-20T01:00:00Z',
      is_dormant: false,
    },
    grant: {
      kind: 'role',
      id: '01900000-0000-7000-8000-0000000000d1',
      name: 'Access administrator',
      until: null,
    },
    permissions: ['user:delete', 'role:grant'],
    granted_by: 'Teresa Villar',
    granted_at: '2025-11-03T02:00:00Z',
    last_used_on: null,
    is_use_complete: true,
    others: { total: 240, have: 3 },
    conflicts: [],
    decision: null,
    reason: null,
    replacement: null,
    decided_by: null,
    decided_at: null,
    needs_second: false,
    agreed_by: null,
    agreed_at: null,
    agreed_reason: null,
    own_part: null,
    overturned: [],
    undecidable: null,
    outcome: null,
    outcome_detail: null,
    ...fields,
  }
}
