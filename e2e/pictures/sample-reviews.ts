import type { Review, ReviewItem } from '@backoffice/contract/reviews'

export const person = (at: number, name: string) => ({
  id: `01900000-0000-7000-8000-0000000000${at + 10}`,
  name,
})
export const ALMA = person(1, 'Alma Dizon')
export const TERESA = person(2, 'Teresa Villar')
export const CECILIA = person(3, 'Cecilia Navarro')

export const ID = '01900000-0000-7000-8000-0000000000f1'
export const REVIEW: Review = {
  id: ID,
  version: 3,
  name: 'November 2026: High-risk access',
  scope: 'HIGH_RISK',
  role: null,
  status: 'OPEN',
  undecided: 'REMOVE',
  due_at: new Date(Date.now() + 4 * 86_400_000).toISOString(),
  due_on: new Date(Date.now() + 4 * 86_400_000).toISOString().slice(0, 10),
  started_by: TERESA,
  started_at: '2026-11-16T01:00:00Z',
  finished_at: null,
  counts: { total: 26, kept: 15, removed: 3, undecided: 8 },
  mine: 8,
  reviewers: [
    { ...ALMA, can_decide: true },
    { ...TERESA, can_decide: true },
    { ...CECILIA, can_decide: true },
  ],
  may_decide: true,
  made_all_removals: false,
  used_recently: { count: 6, hash: 'a'.repeat(64) },
  finished_by: null,
  cancel_reason: null,
  outcomes: { kept: 0, removed: 0, gone: 0, not_possible: 0 },
  use_recorded_since: '2026-10-01',
}

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

const emailOf = (name: string) => `${name.toLowerCase().replaceAll(' ', '.')}@backoffice.test`

/** `used`: days since the last use; null for never. */
function item(
  at: number,
  name: string,
  department: string,
  used: number | null,
  fields: Partial<ReviewItem>,
) {
  const found: ReviewItem = {
    id: `01900000-0000-7000-8000-0000000001${at + 10}`,
    version: 1,
    user: {
      ...person(at + 20, name),
      email: emailOf(name),
      department,
      status: 'ACTIVE',
      last_sign_in_at: '2026-11-20T01:00:00Z',
      is_dormant: false,
    },
    grant: { kind: 'role', id: person(80, '').id, name: 'Inquiry supervisor', until: null },
    permissions: ['card:unmask', 'file:view-all'],
    granted_by: 'Benito Cruz',
    granted_at: '2025-11-03T02:00:00Z',
    last_used_on: used === null ? null : daysAgo(used),
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
  return found
}

const policy = (name: string, until: string | null = null) =>
  ({ kind: 'policy', id: person(81, '').id, name, until }) as const
const administrator = {
  kind: 'role',
  id: person(82, '').id,
  name: 'Access administrator',
  until: null,
} as const
const auditor = { kind: 'role', id: person(83, '').id, name: 'Auditor', until: null } as const
const decided = { decided_by: ALMA, decided_at: '2026-11-25T02:00:00Z' }

export const ITEMS = [
  item(1, 'Benito Cruz', 'Systems', null, {
    grant: administrator,
    permissions: ['user:delete', 'user:create', 'role:grant', 'policy:update'],
    conflicts: [['user:create', 'role:grant']],
  }),
  item(2, 'Dennis Pascual', 'Settlement', 41, {
    grant: policy('Card reveal'),
    permissions: ['card:unmask'],
    user: {
      ...person(22, 'Dennis Pascual'),
      email: emailOf('Dennis Pascual'),
      department: 'Settlement',
      status: 'ACTIVE',
      last_sign_in_at: null,
      is_dormant: true,
    },
    others: { total: 12, have: 3 },
  }),
  item(3, 'Teresa Villar', 'Internal audit', 26, {
    decided_by: CECILIA,
    decided_at: '2026-11-25T02:00:00Z',
    grant: auditor,
    permissions: ['audit:export'],
    granted_by: null,
    decision: 'REMOVE',
    reason: 'Moved to another company',
    needs_second: true,
  }),
  item(4, 'Angelica Ramos', 'Loyalty desk', 9, {
    grant: policy('Card reveal'),
    permissions: ['card:unmask'],
    others: { total: 12, have: 3 },
  }),
  item(5, 'Carla Lim', 'Settlement', 5, {
    grant: policy('Inquiry supervision'),
    permissions: ['file:view-all'],
  }),
  item(6, 'Ramon Aquino', 'Loyalty desk', 3, {}),
  item(7, 'Cecilia Navarro', 'Loyalty desk', 0, {}),
  item(8, 'Imelda Santos', 'Loyalty desk', null, {
    is_use_complete: false,
    granted_by: null,
    granted_at: null,
  }),
  item(9, 'Liza Manalo', 'Loyalty desk', null, {
    ...decided,
    grant: policy('Card reveal', '2026-11-30T04:00:00Z'),
    permissions: ['card:unmask'],
    decision: 'REMOVE',
    reason: 'Left the night desk',
  }),
  item(10, 'Grace Evangelista', 'Internal audit', 1, {
    ...decided,
    grant: auditor,
    permissions: ['audit:export'],
    decision: 'KEEP',
  }),
  item(11, 'Alma Dizon', 'Systems', 0, {
    grant: { ...administrator, name: 'Administrator' },
    permissions: ['*:*'],
    undecidable: 'own',
  }),
]
