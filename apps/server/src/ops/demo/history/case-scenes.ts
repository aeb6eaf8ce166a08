import { api } from '@backoffice/contract/api'
import type { CaseKind } from '@backoffice/contract/case-values'
import type { Reply } from '@backoffice/contract/endpoint'
import { changeTransactions } from '../../load/change-transactions.ts'
import type { DemoSystem } from './demo-system.ts'
import { DAY_OFFSETS, type DemoSubjects, type LateCard, type Scene } from './scene.ts'

/** End of a case, by a load (`loaded`, `reversed`; `mixed` leaves it open), the reply of posting, or by hand. */
type End = 'loaded' | 'reversed' | 'mixed' | 'posted' | 'rejected' | 'corrected'

type Story = {
  opened: readonly [day: number, at: string]
  by: string
  assignee?: string
  /** Day it is sent to posting. */
  sent?: number
  end?: readonly [End, day: number]
  /** Day a rejected case is opened again. */
  reopened?: number
  /** Late points by default. */
  kind?: CaseKind
  note?: string
  mentions?: string
}

const STORIES: readonly Story[] = [
  { opened: [-13, '09:40'], by: 'agent', assignee: 'agent', sent: -12, end: ['loaded', -9] },
  {
    opened: [-13, '10:15'],
    by: 'bernard.tolentino',
    assignee: 'bernard.tolentino',
    sent: -12,
    end: ['posted', -8],
  },
  {
    opened: [-13, '14:30'],
    by: 'agent',
    assignee: 'agent',
    sent: -12,
    end: ['rejected', -8],
    reopened: -7,
    note: 'The member sent a photo of the receipt.',
  },
  { opened: [-12, '09:30'], by: 'agent', assignee: 'agent', sent: -11, end: ['posted', -8] },
  { opened: [-12, '11:10'], by: 'estrella.gonzales', assignee: 'agent', sent: -11, end: ['reversed', -7] },
  {
    opened: [-11, '10:25'],
    by: 'bernard.tolentino',
    assignee: 'bernard.tolentino',
    kind: 'WRONG_POINTS',
    end: ['corrected', -6],
  },
  { opened: [-11, '15:20'], by: 'agent', assignee: 'bernard.tolentino', sent: -10 },
  { opened: [-10, '09:20'], by: 'agent', assignee: 'agent', sent: -9, end: ['loaded', -6] },
  {
    opened: [-10, '13:45'],
    by: 'agent',
    assignee: 'agent',
    note: 'Waiting for the branch to confirm the terminal.',
  },
  { opened: [-9, '10:40'], by: 'bernard.tolentino', sent: -8, end: ['posted', -4] },
  { opened: [-8, '09:10'], by: 'agent', assignee: 'agent', sent: -7, end: ['mixed', -3] },
  {
    opened: [-7, '14:00'],
    by: 'estrella.gonzales',
    assignee: 'bernard.tolentino',
    sent: -6,
    end: ['rejected', -4],
  },
  { opened: [-6, '11:30'], by: 'agent', assignee: 'agent', sent: -5, end: ['loaded', -1] },
  { opened: [-6, '15:00'], by: 'agent', assignee: 'agent', sent: -5 },
  { opened: [-5, '10:00'], by: 'bernard.tolentino', assignee: 'bernard.tolentino', sent: -4 },
  {
    opened: [-4, '09:45'],
    by: 'agent',
    assignee: 'agent',
    sent: -3,
    note: 'Same terminal as C-000007: please check both.',
    mentions: 'supervisor',
  },
  { opened: [-3, '11:20'], by: 'agent', assignee: 'agent' },
  { opened: [-3, '14:50'], by: 'estrella.gonzales' },
  {
    opened: [-2, '10:35'],
    by: 'bernard.tolentino',
    assignee: 'agent',
    note: 'Maria knows this member.',
    mentions: 'agent',
  },
  { opened: [-1, '09:25'], by: 'agent', assignee: 'agent' },
  { opened: [-1, '15:30'], by: 'estrella.gonzales' },
  { opened: [0, '08:50'], by: 'agent', assignee: 'agent' },
]

type DemoCase = Story & { id: string; card: LateCard }

/** Cases from the inquiry that finds late purchases to their end. */
export function caseScenes({ late }: DemoSubjects): Scene[] {
  // Every second card, so that late purchases without a case remain.
  const subjects = STORIES.flatMap((story, index) => {
    const card = late[index * 2]
    return card ? [{ ...story, card, id: '' }] : []
  })
  const opening = subjects.map(
    (story): Scene => ({
      day: story.opened[0],
      at: story.opened[1],
      run: (desk) => openCase(desk, story),
    }),
  )
  const daily = DAY_OFFSETS.flatMap((day): Scene[] => {
    const sent = subjects.filter((story) => story.sent === day)
    const ended = (...ends: End[]) => subjects.filter(({ end }) => end?.[1] === day && ends.includes(end[0]))
    const loaded = ended('loaded', 'reversed', 'mixed')
    const answered = ended('posted', 'rejected')
    return [
      loaded.length > 0 && { day, at: '04:40', run: (desk: DemoSystem) => loadPosted(desk, loaded) },
      answered.length > 0 && {
        day,
        at: '11:50',
        run: (desk: DemoSystem) => importReply(desk, day, answered),
      },
      sent.length > 0 && { day, at: '16:30', run: (desk: DemoSystem) => send(desk, sent) },
      ...ended('corrected').map((story) => ({
        day,
        at: '15:15',
        run: (desk: DemoSystem) => resolve(desk, story),
      })),
      ...subjects
        .filter((story) => story.reopened === day)
        .map((story) => ({ day, at: '10:05', run: (desk: DemoSystem) => reopen(desk, story) })),
      day < -1 && { day, at: '18:00', run: readNotices },
    ].filter((scene) => scene !== false)
  })
  return [...opening, ...daily]
}

async function openCase(desk: DemoSystem, story: DemoCase): Promise<void> {
  const { by, card, assignee, kind = 'LATE_POINTS', note, mentions } = story
  const ticket_no = `OPS-${22_000 + STORIES.findIndex(({ opened }) => opened === story.opened)}`
  const [day] = story.opened
  const inquiry = {
    mode: 'CARD' as const,
    card_number: card.card_number,
    purpose: 'MEMBER_COMPLAINT' as const,
    ticket_no,
    date_from: desk.clock.day(day - 60),
    date_to: desk.clock.day(day - 1),
  }
  await desk.call(api.inquiries.run, { body: inquiry }, by)
  const body = { kind, card_id: card.card_id, transaction_ids: card.purchases, ticket_no, assignee_id: null }
  const { id } = await desk.call(api.cases.create, { body }, by)
  story.id = id
  if (assignee) {
    const { version } = await read(desk, id)
    const assigning = { items: [{ id, version }], assignee_id: desk.person(assignee).id }
    await desk.call(api.cases.assign, { body: assigning }, 'supervisor')
  }
  if (!note) return
  const named = mentions ? desk.person(mentions) : undefined
  const text = named ? `@${named.name} ${note}` : note
  await desk.call(
    api.cases.addNote,
    { params: { id }, body: { text, mentions: named ? [named.id] : [] } },
    by,
  )
}

/** Status changes of purchases, as the nightly load brings them. */
async function loadPosted(desk: DemoSystem, stories: readonly DemoCase[]): Promise<void> {
  for (const { card, end } of stories) {
    const [first = '', ...others] = card.purchases
    if (end?.[0] === 'mixed') {
      await post(desk, [first], 'REJECTED')
      await post(desk, others, 'POSTED')
    } else {
      await post(desk, card.purchases, end?.[0] === 'reversed' ? 'REVERSED' : 'POSTED')
    }
  }
  await desk.runScheduled('follow-cases')
  await desk.runScheduled('copy-sums')
}

async function post(
  { ledgerOwner, clock }: DemoSystem,
  ids: readonly string[],
  status: string,
): Promise<void> {
  const isPosted = status === 'POSTED'
  await ledgerOwner.query('BEGIN')
  await changeTransactions(ledgerOwner, ids, () =>
    ledgerOwner.query(
      `UPDATE transactions SET status = $2, posted_at = CASE WHEN $3 THEN $4::timestamptz END,
         reject_reason = CASE WHEN $2 = 'REJECTED' THEN 'Duplicate receipt' END
       WHERE transaction_id = ANY ($1)`,
      [ids, status, isPosted, clock.now()],
    ),
  )
  await ledgerOwner.query(
    `UPDATE cards c SET points_balance = points_balance + p.points
     FROM (SELECT card_number, sum(points)::bigint AS points FROM changed_transactions WHERE sign = 1 GROUP BY card_number) p
     WHERE $1 AND c.card_number = p.card_number`,
    [isPosted],
  )
  await ledgerOwner.query('COMMIT')
}

async function send(desk: DemoSystem, stories: readonly DemoCase[]): Promise<void> {
  const items = await itemsOf(desk, stories)
  await desk.call(api.cases.send, { body: { items } }, 'supervisor')
}

async function importReply(desk: DemoSystem, day: number, stories: readonly DemoCase[]): Promise<void> {
  const lines: string[] = []
  for (const { id, end } of stories) {
    const { case_no } = await read(desk, id)
    lines.push(
      end?.[0] === 'posted'
        ? `${case_no},POSTED,${desk.clock.day(day - 1)},`
        : `${case_no},REJECTED,,Receipt is not in the journal of the branch`,
    )
  }
  const content = ['case_no,result,posted_on,remark', ...lines, ''].join('\r\n')
  const name = `posting-reply-${desk.clock.day(day)}.csv`
  const { source_filekey } = await desk.upload({ name, content, category: 'CASES' }, 'supervisor')
  await desk.call(api.cases.import, { body: { source_filekey } }, 'supervisor')
}

async function resolve(desk: DemoSystem, story: DemoCase): Promise<void> {
  const body = {
    items: await itemsOf(desk, [story]),
    resolution: 'CORRECTED' as const,
    reason: 'Points were corrected by hand.',
  }
  await desk.call(api.cases.resolve, { body }, 'supervisor')
}

async function reopen(desk: DemoSystem, story: DemoCase): Promise<void> {
  const body = { items: await itemsOf(desk, [story]), reason: 'The branch found the receipt.' }
  await desk.call(api.cases.reopen, { body }, 'supervisor')
}

/** Those of the last two days stay new. */
async function readNotices({ call }: DemoSystem): Promise<void> {
  for (const reader of ['agent', 'bernard.tolentino', 'supervisor']) {
    const { items } = await call(api.cases.notices, {}, reader)
    const last = items.at(-1)
    if (last) await call(api.cases.readNotices, { body: { up_to: last.id } }, reader)
  }
}

const read = (desk: DemoSystem, id: string): Promise<Reply<typeof api.cases.get>> =>
  desk.call(api.cases.get, { params: { id } }, 'supervisor')

async function itemsOf(desk: DemoSystem, stories: readonly DemoCase[]) {
  const items: { id: string; version: number }[] = []
  for (const { id } of stories) items.push({ id, version: (await read(desk, id)).version })
  return items
}
