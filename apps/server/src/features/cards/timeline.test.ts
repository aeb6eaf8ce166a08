import { api } from '@backoffice/contract/api'
import type { InquiryResult } from '@backoffice/contract/inquiries'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectClient } from '../../db/client.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'

const CARD = '9990000000000011'
const OTHER = '9990000000000029'

let system: TestSystem
let owner: pg.Client

beforeAll(async () => {
  system = await startTestSystem()
  owner = await connectClient(system.url)
  const ledger = await connectClient(system.ledgerUrl)
  await ledger.query(`INSERT INTO cards (card_number, account_number, tier, status, points_balance, member_name_masked)
    VALUES (${CARD}, '2000417733', 'CLASSIC', 'ACTIVE', 0, 'J•••'), (${OTHER}, '2000417734', 'CLASSIC', 'ACTIVE', 0, 'J•••')`)
  await ledger.query(`INSERT INTO transactions (transaction_id, card_number, business_date, transaction_at, source_system,
      source_tran_code, tran_class, receipt_no, amount, points, status)
    VALUES (1, ${CARD}, current_date - 1, now() - interval '1 day', 'POS', 'SALE', 'EARN', 'R-1', 100, 1, 'PENDING')`)
  await ledger.end()
})
afterAll(async () => {
  await owner.end()
  await system.stop()
})

async function run(card_number: string, as: string, ticket_no: string): Promise<InquiryResult> {
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  const body = { card_number, ticket_no, date_from: day(30), date_to: day(0) }
  const result = await system.call(
    api.inquiries.run,
    { body: { mode: 'CARD', purpose: 'AUDIT', ...body } },
    as,
  )
  if (result.mode === 'FILE') throw new Error('not a single inquiry')
  return result
}

const timeline = (card_id: string, as: string) => system.call(api.cards.timeline, { body: { card_id } }, as)

test('lists inquiries of the card, newest first: own ones, or all with inquiry:view-all', async () => {
  const first = await run(CARD, 'agent', 'T-1')
  const second = await run(CARD, 'supervisor', 'T-2')
  const third = await run(CARD, 'agent', 'T-3')
  const other = await run(OTHER, 'agent', 'T-4')
  await run('9999000000004568', 'agent', 'T-5')
  const [id, otherId] = [first.criteria.card_id ?? '', other.criteria.card_id ?? '']
  const tickets = async (card_id: string, as: string) => {
    const { items, total } = await timeline(card_id, as)
    return [total, ...items.map(({ ticket_no }) => ticket_no)]
  }
  expect(await tickets(id, 'supervisor')).toEqual([3, 'T-3', 'T-2', 'T-1'])
  expect(await tickets(id, 'auditor')).toEqual([3, 'T-3', 'T-2', 'T-1'])
  expect(await tickets(id, 'agent')).toEqual([2, 'T-3', 'T-1'])
  expect(await tickets(otherId, 'agent')).toEqual([1, 'T-4'])
  expect(await tickets('00000000-0000-4000-8000-000000000000', 'supervisor')).toEqual([0])

  const reply = await timeline(id, 'supervisor')
  expect(reply.items[1]).toEqual({
    kind: 'INQUIRY',
    id: second.id,
    at: second.created_at,
    user: second.owner,
    purpose: 'AUDIT',
    ticket_no: 'T-2',
    date_from: second.criteria.date_from,
    date_to: second.criteria.date_to,
    outcome: 'FOUND',
    pending: 1,
  })
  expect((await timeline(otherId, 'agent')).items).toMatchObject([{ outcome: 'NO_TRANSACTIONS', pending: 0 }])
  expect(JSON.stringify(reply)).not.toContain(CARD)
  expect(third.totals.pending).toBe(1)

  // A result that is removed leaves its outcome.
  await owner.query(`UPDATE inquiries SET answer = NULL, answer_removed_at = now() WHERE id = $1`, [third.id])
  expect((await timeline(id, 'agent')).items[0]).toMatchObject({ id: third.id, outcome: 'FOUND', pending: 1 })
})

test('is refused without permission, and for anything but an id', async () => {
  expect(await system.send(api.cards.timeline, { body: { card_id: CARD } }, 'agent')).toMatchObject({
    status: 422,
  })
  const refused = await system.send(
    api.cards.timeline,
    { body: { card_id: '00000000-0000-4000-8000-000000000000' } },
    'glass',
  )
  expect(refused.status).toBe(403)
})

test('cases of the card are part of it, as far as the caller may see them', async () => {
  const { criteria } = await run(CARD, 'agent', 'T-9')
  const card_id = criteria.card_id ?? ''
  const open = (as: string) =>
    system.call(api.cases.create, { body: { kind: 'OTHER', card_id, ticket_no: `C-${as}` } }, as)
  const own = await open('agent')
  await open('supervisor')
  const [first] = (await timeline(card_id, 'agent')).items
  expect(first).toEqual({
    kind: 'CASE',
    id: own.id,
    at: own.opened_at,
    user: own.opened_by,
    case_no: own.case_no,
    case_kind: 'OTHER',
    status: 'OPEN',
    assignee: null,
    ticket_no: 'C-agent',
  })
  const tickets = (await timeline(card_id, 'supervisor')).items.map(({ ticket_no }) => ticket_no)
  expect(tickets.slice(0, 3)).toEqual(['C-supervisor', 'C-agent', 'T-9'])
})
