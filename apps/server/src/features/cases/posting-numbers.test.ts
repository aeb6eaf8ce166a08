import { api } from '@backoffice/contract/api'
import type { CallInput } from '@backoffice/contract/endpoint'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { giveAccess } from '../../testing/access.ts'
import { candidates, cardFile } from '../../testing/candidates.ts'
import { startCaseSystem } from '../../testing/cases.ts'
import { dryRun, runInquiry } from '../../testing/file-actions.ts'

const QUOTA = 40
const CARDS = 35
const REASON = { reason: 'RECONCILIATION', ticket_no: 'OPS-8' } as const
const NUMBERS = candidates('0042', CARDS)

let started: Awaited<ReturnType<typeof startCaseSystem>>
/** Ids of the cards with these numbers. */
let ownCards: string[]
beforeAll(async () => {
  started = await startCaseSystem({ workers: true, quotas: { postingCards: QUOTA } })
  ownCards = await loadCards(NUMBERS)
  // May send cases to posting, but not see whole numbers.
  await giveAccess(started.system, 'viewer', ['SMAC Inquiry'], ['case:*'])
})
afterAll(() => started.stop())
beforeEach(() => started.owner.query('DELETE FROM card_reveals'))

async function loadCards(numbers: readonly string[]): Promise<string[]> {
  const { rows } = await started.ledgerOwner.query<{ card_id: string }>(
    `INSERT INTO cards (card_number, account_number, tier, status, points_balance, member_name_masked)
     SELECT number::bigint, '2000417799', 'GOLD', 'ACTIVE', 0, 'J•••' FROM unnest($1::text[]) AS number
     RETURNING card_id`,
    [numbers],
  )
  return rows.map(({ card_id }) => card_id)
}

type SendBody = CallInput<typeof api.cases.send>['body']
type Case = { id: string; version: number }

const post = (cases: readonly Case[], body: Partial<SendBody> = {}, as = 'supervisor') =>
  started.system.send(
    api.cases.send,
    { body: { items: cases.map(({ id, version }) => ({ id, version })), again: true, ...body } },
    as,
  )

const aCase = (card_id: string, as = 'supervisor') =>
  started.system.call(
    api.cases.create,
    { body: { kind: 'OTHER', ticket_no: 'OPS-7', card_id, note: 'Call Ana before noon' } },
    as,
  )

/** Ids of the cards in the result of a file that agent@ uploaded, as its screen shows them. */
async function cardsOfAnotherUser(): Promise<string[]> {
  const { source_filekey } = await dryRun(started.system, cardFile(NUMBERS), 'agent')
  await runInquiry(started.system, source_filekey, 'agent')
  const body = { source_filekey, page_size: 50 } as const
  const { items } = await started.system.call(api.files.result, { body }, 'supervisor')
  return items.flatMap(({ card_id }) => (card_id === null ? [] : [card_id]))
}

async function openCases(cardIds: readonly string[]) {
  const cases: Case[] = []
  for (const cardId of cardIds) cases.push(await aCase(cardId))
  return cases
}

async function refreshed(cases: readonly Case[]): Promise<Case[]> {
  return Promise.all(
    cases.map(({ id }) => started.system.call(api.cases.get, { params: { id } }, 'supervisor')),
  )
}

const csvOf = ({ body }: { body: unknown }) => (body as { resource: { csv: string } }).resource.csv
const revealEvents = async () =>
  (
    await started.system.pool.query(
      `SELECT resource_id, changes FROM audit_events WHERE action = 'card.reveal' AND outcome = 'done'`,
    )
  ).rows

test('the attack: 35 cards of another user’s file leave with four digits, or as 35 counted reveals', async () => {
  const cardIds = await cardsOfAnotherUser()
  expect(cardIds).toHaveLength(CARDS)
  const cases = await openCases(cardIds)
  const masked = await post(cases)
  expect(masked.status).toBe(200)
  expect(csvOf(masked)).toContain(',•••• 0042,')
  for (const number of NUMBERS) expect(csvOf(masked)).not.toContain(number)
  expect(await revealEvents()).toEqual([])

  const whole = await post(await refreshed(cases), { whole_numbers: REASON })
  expect(whole.status).toBe(200)
  for (const number of NUMBERS) expect(csvOf(whole)).toContain(number)
  const events = await revealEvents()
  expect(events.map(({ resource_id }) => resource_id).sort()).toEqual([...cardIds].sort())
  expect(events[0]?.changes).toEqual({
    card: [null, '•••• 0042'],
    use: [null, 'posting'],
    reason: [null, REASON.reason],
    ticket_no: [null, REASON.ticket_no],
    used: [0, CARDS],
  })
  expect(JSON.stringify(events)).not.toMatch(/999000\d{6}0042/)
})

test('a card counts once a day, and a file beyond the quota sends nothing', async () => {
  const [first, ...rest] = await openCases(ownCards)
  if (!first) throw new Error('no case')
  expect(await post([first], { whole_numbers: REASON })).toMatchObject({ status: 200 })
  const [sent] = await refreshed([first])
  if (!sent) throw new Error('no case')
  expect(await post([sent], { whole_numbers: REASON })).toMatchObject({ status: 200 })
  const others = await openCases(await loadCards(candidates('0059', QUOTA - CARDS + 1)))
  const refused = await post([...rest, ...others], { whole_numbers: REASON })
  expect(refused).toMatchObject({ status: 429, body: { code: 'posting_card_quota_used' } })
  expect(JSON.stringify(refused.body)).toContain(`${QUOTA - 1} of your ${QUOTA}`)
  const unchanged = await refreshed([...rest, ...others])
  expect(unchanged.every((each) => 'status' in each && each.status === 'OPEN')).toBe(true)
  // What was refused is not counted.
  expect(await post(rest, { whole_numbers: REASON })).toMatchObject({ status: 200 })
})

test('concurrent files cannot exceed the quota', async () => {
  const cases = await openCases(await loadCards(candidates('0067', QUOTA + 2)))
  const half = cases.length / 2
  const replies = await Promise.all(
    [cases.slice(0, half), cases.slice(half)].map((some) => post(some, { whole_numbers: REASON })),
  )
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 429])
})

test('whole numbers require card:unmask, a reason, a ticket and a recent sign-in', async () => {
  const found = await aCase(started.cardId)
  const refusals = [
    await post([found], { whole_numbers: REASON }, 'viewer'),
    await post([found], { whole_numbers: { ...REASON, ticket_no: ' ' } }),
    await post([found], { whole_numbers: { ...REASON, ticket_no: NUMBERS[0] ?? '' } }),
    await post([found], { whole_numbers: { ticket_no: 'OPS-8' } as typeof REASON }),
  ]
  expect(refusals.map(({ status }) => status)).toEqual([403, 422, 422, 422])
  expect(refusals[0]?.body).toMatchObject({ missing: ['card:unmask'] })
  await started.system.tokenOf('supervisor')
  const { offsetMs } = started.system.clock
  started.system.clock.offsetMs += 11 * 60_000
  expect(await post([found], { whole_numbers: REASON })).toMatchObject({
    status: 403,
    body: { code: 'recent_sign_in_required' },
  })
  expect(await post([found])).toMatchObject({ status: 200 })
  started.system.clock.offsetMs = offsetMs
})

test('the column of notes stays empty: internal notes never leave', async () => {
  const found = await aCase(started.cardId)
  const { csv } = await started.system.call(
    api.cases.send,
    { body: { items: [{ id: found.id, version: found.version }], again: true } },
    'supervisor',
  )
  const [header = '', line = ''] = csv.split('\n')
  expect(header.endsWith(',note')).toBe(true)
  expect(line.endsWith(',')).toBe(true)
  expect(csv).not.toContain('Ana')
})
