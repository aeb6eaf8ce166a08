import type { Review, ReviewItem, ReviewRow } from '@backoffice/contract/endpoints/reviews'
import { press, reply, type Scene, see, seeRole, select, steps, type } from './steps.ts'

const person = (at: number, name: string) => ({ id: `01900000-0000-7000-8000-0000000000${at + 10}`, name })
const ALMA = person(1, 'Alma Dizon')
const TERESA = person(2, 'Teresa Villar')
const CECILIA = person(3, 'Cecilia Navarro')

const ID = '01900000-0000-7000-8000-0000000000f1'
const REVIEW: Review = {
  id: ID,
  version: 3,
  name: 'November 2026: High-risk access',
  scope: 'HIGH_RISK',
  role: null,
  status: 'OPEN',
  undecided: 'REMOVE',
  due_at: new Date(Date.now() + 4 * 86_400_000).toISOString(),
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
  used_recently: { count: 6, hash: 'a'.repeat(64) },
  finished_by: null,
  cancel_reason: null,
  outcomes: { kept: 0, removed: 0, gone: 0, not_possible: 0 },
  use_recorded_since: '2026-10-01',
}

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

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

const ITEMS = [
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
      department: 'Settlement',
      status: 'ACTIVE',
      last_sign_in_at: null,
      is_dormant: true,
    },
    others: { total: 12, have: 3 },
  }),
  item(3, 'Teresa Villar', 'Internal audit', 26, {
    grant: auditor,
    permissions: ['audit:export'],
    granted_by: null,
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

const page = { total_estimated: false, page: 1, page_size: 25, next: null, previous: null }
const rows = (items: readonly ReviewRow[]) =>
  reply('**/reviews/list', { ...page, items, total: items.length })
const ENDED: Review = {
  ...REVIEW,
  id: ID.replace('f1', 'f2'),
  name: 'May 2026: High-risk access',
  status: 'FINISHED',
  undecided: 'KEEP',
  due_at: '2026-05-31T16:00:00Z',
  finished_at: '2026-05-31T16:00:04Z',
  mine: 0,
  may_decide: false,
  used_recently: { count: 0, hash: 'a'.repeat(64) },
  outcomes: { kept: 23, removed: 1, gone: 1, not_possible: 1 },
}
const OUTCOMES = ['KEPT', 'REMOVED', 'GONE', 'NOT_POSSIBLE'] as const
const ended = ITEMS.slice(0, 8).map((each, at): ReviewItem => {
  const outcome = OUTCOMES[at] ?? 'KEPT'
  return {
    ...each,
    undecidable: 'not_open',
    outcome,
    decision: at === 0 || at > 5 ? 'KEEP' : at < 4 ? 'REMOVE' : null,
    reason: at > 0 && at < 4 ? 'No longer on this desk' : null,
    outcome_detail: outcome === 'NOT_POSSIBLE' ? 'Two administrators must remain.' : null,
  }
})

const review = (found: Review, items: readonly ReviewItem[] = ITEMS) =>
  [
    reply(`**/api/user/reviews/${found.id}`, found),
    reply(`**/reviews/${found.id}/items`, { ...page, items, total: found.counts.total }),
    reply('**/reviews/counts', { decide: 8 }),
    reply('**/reviews/*/replacements**', {
      items: [
        { ...person(84, 'Operations viewer'), description: null },
        { ...person(85, 'Inquiry agent'), description: null },
      ],
    }),
    reply('**/reviews/evidence-key', {
      key: { public_key: '-----BEGIN PUBLIC KEY-----', fingerprint: '9f3a61c0d27be845' },
    }),
  ] as const
const PREVIEW = reply('**/reviews/preview', { items: 26, users: 14, reviewers: [ALMA, TERESA, CECILIA] })
const path = `/reviews/${ID}`
const focusFirst = (then: string) => async (on: import('@playwright/test').Page) => {
  await on.getByRole('button', { name: /^Benito Cruz/ }).focus()
  await on.keyboard.press(then)
}
const READY: Review = {
  ...REVIEW,
  counts: { total: 26, kept: 24, removed: 2, undecided: 0 },
  used_recently: { count: 0, hash: 'a'.repeat(64) },
}

/** Scenes of access reviews, with the examples of the design. */
export const reviewScenes: readonly Scene[] = [
  [
    'reviews',
    'admin',
    '/reviews',
    rows([REVIEW, ENDED]),
    reply('**/reviews/counts', { decide: 8 }),
    see('May 2026'),
  ],
  ['reviews-empty', 'admin', '/reviews', rows([]), see('No reviews yet')],
  [
    'review-start',
    'admin',
    '/reviews',
    rows([REVIEW]),
    PREVIEW,
    press('Start review'),
    see('26 items of 14 users'),
  ],
  [
    'review-start-role',
    'admin',
    '/reviews',
    rows([REVIEW]),
    PREVIEW,
    press('Start review'),
    seeRole('dialog'),
    select('Scope', 'ROLE'),
    (on) => on.getByRole('dialog').getByRole('button', { name: 'Start review' }).click(),
    see('Choose a role'),
  ],
  ['review', 'admin', path, ...review(REVIEW), see('Benito Cruz'), focusFirst('Shift')],
  [
    'review-detail',
    'admin',
    path,
    ...review(REVIEW),
    see('Benito Cruz'),
    focusFirst('Enter'),
    see('can both'),
  ],
  [
    'review-remove',
    'admin',
    path,
    ...review(REVIEW),
    see('Benito Cruz'),
    focusFirst('r'),
    see('Replacement role'),
  ],
  [
    'review-select',
    'admin',
    path,
    'wide',
    ...review(REVIEW),
    see('Benito Cruz'),
    steps(focusFirst('x'), type('Shift+ArrowDown')),
    see('2 selected'),
  ],
  [
    'review-reader',
    'auditor',
    path,
    ...review(
      { ...REVIEW, may_decide: false, mine: 0, used_recently: { count: 0, hash: 'a'.repeat(64) } },
      ITEMS.map((each) => ({ ...each, undecidable: 'not_reviewer' })),
    ),
    see('Benito Cruz'),
  ],
  [
    'review-one-reviewer',
    'admin',
    path,
    ...review({
      ...REVIEW,
      reviewers: [
        { ...ALMA, can_decide: true },
        { ...TERESA, can_decide: false },
      ],
    }),
    see('Only one reviewer'),
  ],
  [
    'review-finish',
    'admin',
    path,
    ...review(READY, ITEMS.slice(8, 9)),
    press('Finish review'),
    seeRole('alertdialog'),
    see('Liza Manalo'),
  ],
  ['review-edit', 'admin', path, ...review(REVIEW), PREVIEW, press('Edit'), seeRole('dialog')],
  ['review-evidence', 'admin', path, ...review(REVIEW), press('Export evidence'), see('9f3a61c0d27be845')],
  ['review-ended', 'admin', `/reviews/${ENDED.id}`, ...review(ENDED, ended), see('Ended by its deadline')],
]
