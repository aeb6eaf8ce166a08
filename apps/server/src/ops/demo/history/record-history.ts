import { api } from '@backoffice/contract/api'
import { elementAt } from '@backoffice/contract/objects'
import type { ReviewItem, ReviewScope } from '@backoffice/contract/reviews'
import type { ClientBase } from 'pg'
import type { Config } from '../../../config/config.ts'
import { connectClient } from '../../../db/client.ts'
import { manilaDay } from '../../../kernel/clock.ts'
import { createProgress } from '../progress-bar.ts'
import { approvalScenes, keepExpiries } from './approval-scenes.ts'
import { caseScenes } from './case-scenes.ts'
import { changeScenes } from './change-scenes.ts'
import { createDemoClock } from './demo-clock.ts'
import { type DemoSystem, openDemoSystem } from './demo-system.ts'
import { fileScenes } from './file-scenes.ts'
import {
  DAY_OFFSETS,
  type DemoSubjects,
  HISTORY_DAYS,
  readDemoSubjects,
  type Scene,
  unknownCard,
} from './scene.ts'

/** Records whether the history is complete. Created with the demo data. */
const DEMO_HISTORIES =
  'CREATE TABLE IF NOT EXISTS demo_histories (as_of date NOT NULL, is_complete boolean NOT NULL)'

/** Records the history of a demo that was just loaded. Returns a message. */
export async function recordHistoryOnce(input: {
  config: Config
  asOf: string
  isNew: boolean
}): Promise<string> {
  const { config, asOf, isNew } = input
  const owner = await connectClient(config.databaseOwnerUrl)
  try {
    await owner.query(DEMO_HISTORIES)
    const { rows } = await owner.query<{ is_complete: boolean }>('SELECT is_complete FROM demo_histories')
    if (rows[0]?.is_complete) return 'The history of the demo is already recorded.'
    if (rows[0] || !isNew)
      return 'The demo has no complete history of files, cases and changes. To create a new demo: npm run reset-demo'
    await owner.query('INSERT INTO demo_histories VALUES ($1, false)', [asOf])
    const progress = createProgress(process.stdout)
    const ledgerOwner = config.ledger ? await connectClient(config.ledger.ownerUrl) : owner
    const onProgress = progress.report
    await recordHistory({ config, owner, ledgerOwner, asOf, now: new Date(), onProgress }).finally(
      () => ledgerOwner !== owner && ledgerOwner.end(),
    )
    progress.end()
    await owner.query('UPDATE demo_histories SET is_complete = true')
    return `Recorded ${HISTORY_DAYS} days of work up to ${asOf}.`
  } finally {
    await owner.end()
  }
}

/**
 * Records the files, inquiries, cases and changes of demo users over fourteen days up to `asOf`. They are calls and
 * jobs of the product, so their audit events, notices and results are its own.
 */
export async function recordHistory({
  config,
  owner,
  ledgerOwner,
  asOf,
  now,
  onProgress,
}: {
  config: Config
  owner: ClientBase
  ledgerOwner: ClientBase
  asOf: string
  now: Date
  onProgress?: (step: string, done: number, total: number) => void
}): Promise<void> {
  const clock = createDemoClock(asOf, now)
  clock.startScene(1 - HISTORY_DAYS, '06:00')
  const desk = await openDemoSystem({ config, owner, ledgerOwner, clock })
  const subjects = await readDemoSubjects(ledgerOwner, asOf)
  const scenes = [
    ...fileScenes(subjects),
    ...inquiryScenes(subjects),
    ...caseScenes(subjects),
    ...changeScenes(),
    ...approvalScenes(),
    ...reviewScenes(),
  ].sort((one, other) => one.day - other.day || one.at.localeCompare(other.at))
  for (const [index, scene] of scenes.entries()) {
    clock.startScene(scene.day, scene.at)
    await scene.run(desk)
    await desk.work()
    await desk.keepTimes()
    onProgress?.('history', index + 1, scenes.length)
  }
  await keepExpiries(desk)
  await desk.close()
}

const TIMES = ['09:35', '10:50', '14:05', '15:40'] as const
const AGENTS = ['agent', 'bernard.tolentino', 'agent', 'supervisor'] as const
const PURPOSES = ['MEMBER_COMPLAINT', 'MEMBER_COMPLAINT', 'FRAUD_REVIEW', 'RECONCILIATION', 'AUDIT'] as const
/** Every so many inquiries are for a number that no card has. */
const UNKNOWN_EACH = 9

/** Single inquiries of every day. */
function inquiryScenes({ cards }: DemoSubjects): Scene[] {
  return DAY_OFFSETS.flatMap((day) =>
    TIMES.map((at, nth) => {
      const index = (day + HISTORY_DAYS - 1) * TIMES.length + nth
      return {
        day,
        at,
        run: async ({ call, clock }) => {
          const card_number =
            index % UNKNOWN_EACH === 4 ? unknownCard(index) : elementAt(cards, (index * 37) % cards.length)
          const body = {
            mode: 'CARD' as const,
            card_number,
            purpose: elementAt(PURPOSES, index % PURPOSES.length),
            ticket_no: `OPS-${20_100 + index}`,
            date_from: clock.day(day - 45),
            date_to: clock.day(day - 1),
          }
          await call(api.inquiries.run, { body }, elementAt(AGENTS, nth))
        },
      }
    }),
  )
}

const REVIEWERS = ['access', 'leonora.santiago'] as const
type Reviewer = (typeof REVIEWERS)[number]
const DAY_MS = 86_400_000
const DAYS_TO_DECIDE = 21

/** A finished review of high-risk access, and one of all users that has begun. */
function reviewScenes(): Scene[] {
  const ids = new Map<ReviewScope, string>()
  const start = (scope: ReviewScope, name: string) => async (desk: DemoSystem) =>
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

async function startReview(desk: DemoSystem, scope: ReviewScope, name: string): Promise<string> {
  const { call, person, clock, owner } = desk
  // Due dates are by the database's clock, which is ahead of this one.
  const due_on = manilaDay(new Date(Date.now() + DAYS_TO_DECIDE * DAY_MS))
  const reviewers = REVIEWERS.map((mailbox) => person(mailbox).id)
  const body = { name, scope, due_on, undecided: 'KEEP' as const, reviewers }
  const { id } = await call(api.reviews.start, { body }, 'admin')
  await owner.query('UPDATE reviews SET started_at = $2 WHERE id = $1', [id, clock.now()])
  return id
}

async function decideHighRisk(desk: DemoSystem, id: string, as: Reviewer): Promise<void> {
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

async function decideSome(desk: DemoSystem, id: string): Promise<void> {
  const items = await undecidedItems(desk, id, 'access')
  await decide(desk, id, 'access', items.slice(0, 4), { decision: 'KEEP' })
}

async function undecidedItems({ call }: DemoSystem, id: string, as: Reviewer): Promise<ReviewItem[]> {
  const body = { page_size: 100 as const, filters: { decision: { in: ['UNDECIDED'] } } }
  const { items } = await call(api.reviews.items, { params: { id }, body }, as)
  return items.filter(({ undecidable }) => undecidable === null)
}

async function decide(
  { call, owner, clock }: DemoSystem,
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

async function finish(desk: DemoSystem, id: string): Promise<void> {
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
