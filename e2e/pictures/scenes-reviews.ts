import type { Review, ReviewItem, ReviewRow } from '@backoffice/contract/reviews'
import { ALMA, CECILIA, ID, ITEMS, person, REVIEW, TERESA } from './sample-reviews.ts'
import { press, reply, type Scene, see, seeRole, select, steps, type } from './steps.ts'

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
  due_on: '2026-05-31',
  finished_at: '2026-05-31T16:00:04Z',
  mine: 0,
  may_decide: false,
  used_recently: { count: 0, hash: 'a'.repeat(64) },
  outcomes: { kept: 23, removed: 1, gone: 1, not_possible: 1 },
}
const OUTCOMES = ['KEPT', 'REMOVED', 'GONE', 'NOT_POSSIBLE'] as const
const ended = ITEMS.slice(0, 8).map((each, index): ReviewItem => {
  const outcome = OUTCOMES[index] ?? 'KEPT'
  return {
    ...each,
    undecidable: 'not_open',
    needs_second: false,
    outcome,
    decision: index === 0 || index > 5 ? 'KEEP' : index < 4 ? 'REMOVE' : null,
    reason: index > 0 && index < 4 ? 'No longer on this desk' : null,
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
        { ...person(84, 'Operations viewer'), description: 'Sees the dashboard' },
        { ...person(85, 'Inquiry agent'), description: 'Runs inquiries and uploads files' },
      ],
    }),
    reply('**/reviews/evidence-key', {
      key: { public_key: '-----BEGIN PUBLIC KEY-----', fingerprint: '9f3a61c0d27be845' },
    }),
  ] as const
const REVIEWERS = reply('**/reviews/reviewers', {
  items: [
    { ...ALMA, email: 'admin@backoffice.test' },
    { ...TERESA, email: 'auditor@backoffice.test' },
    { ...CECILIA, email: 'cecilia.navarro@backoffice.test' },
  ],
})
const PREVIEW = reply('**/reviews/preview', { items: 26, users: 14 })
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
    REVIEWERS,
    press('Start review'),
    see('26 items of 14 users'),
  ],
  [
    'review-start-role',
    'admin',
    '/reviews',
    rows([REVIEW]),
    PREVIEW,
    REVIEWERS,
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
    'review-replacement',
    'admin',
    path,
    ...review(REVIEW),
    see('Benito Cruz'),
    focusFirst('r'),
    see('Replacement role'),
    (on) => on.getByRole('combobox', { name: 'Replacement role' }).click(),
    see('Runs inquiries'),
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
  ['review-edit', 'admin', path, ...review(REVIEW), REVIEWERS, press('Edit'), seeRole('dialog')],
  ['review-evidence', 'admin', path, ...review(REVIEW), press('Export evidence'), see('9f3a61c0d27be845')],
  ['review-ended', 'admin', `/reviews/${ENDED.id}`, ...review(ENDED, ended), see('Ended by its deadline')],
]
