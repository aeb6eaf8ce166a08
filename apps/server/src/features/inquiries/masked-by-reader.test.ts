import { api } from '@backoffice/contract/api'
import type { InquiryResult } from '@backoffice/contract/inquiries'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inLedger } from '../../testing/in-ledger.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'

const CARD = '9990000000000011'
const FIRST_SIX = '999000 •••••• 0011'
const LAST_FOUR = '•••• 0011'

let system: TestSystem
let owner: pg.Client

beforeAll(async () => {
  system = await startTestSystem()
  owner = new pg.Client({ connectionString: system.url })
  await owner.connect()
  await inLedger(
    system,
    `INSERT INTO cards (card_number, account_number, tier, status, points_balance, member_name_masked)
    VALUES (${CARD}, '2000417733', 'CLASSIC', 'ACTIVE', 0, 'J•••')`,
  )
  await inLedger(
    system,
    `INSERT INTO transactions (transaction_id, card_number, business_date, transaction_at, source_system,
      source_tran_code, tran_class, receipt_no, amount, points, status)
    VALUES (1, ${CARD}, current_date - 1, now() - interval '1 day', 'POS', 'SALE', 'EARN', 'R-1', 100, 1, 'POSTED')`,
  )
})
afterAll(async () => {
  await owner.end()
  await system.stop()
})

const SUBJECTS = [
  { mode: 'CARD', card_number: CARD },
  { mode: 'ACCOUNT', account_number: '2000417733' },
  { mode: 'REFERENCE', reference: 'R-1' },
] as const

async function run(subject: (typeof SUBJECTS)[number], as: string): Promise<InquiryResult> {
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  const result = await system.call(
    api.inquiries.run,
    { body: { ...subject, purpose: 'AUDIT', ticket_no: 'T-1', date_from: day(30), date_to: day(0) } },
    as,
  )
  if (result.mode === 'FILE') throw new Error('not a single inquiry')
  return result
}

const read = (id: string, as: string) => system.call(api.inquiries.get, { params: { id } }, as)
const cardsOf = ({ cards }: InquiryResult) => cards.map(({ card }) => card)

test.each(SUBJECTS)(
  '$mode: no reply without card:unmask has more than the last four digits',
  async (subject) => {
    const result = await run(subject, 'agent')
    expect(cardsOf(result)).toEqual([LAST_FOUR])
    expect(JSON.stringify([result, await read(result.id, 'agent')])).not.toContain('999000')
    const file = await system.call(
      api.inquiries.exportAnswer,
      { params: { id: result.id }, body: { columns: ['card'] } },
      'agent',
    )
    expect(file).toMatchObject({ csv: `card\n${LAST_FOUR}\n` })
  },
)

test.each(SUBJECTS)('$mode: a stored result is masked by the access of its reader', async (subject) => {
  const result = await run(subject, 'supervisor')
  expect(cardsOf(result)).toEqual([FIRST_SIX])
  expect(result.items[0]?.card).toBe(LAST_FOUR)
  await owner.query(
    `UPDATE inquiries SET owner_id = (SELECT id FROM users WHERE email = 'agent@backoffice.test') WHERE id = $1`,
    [result.id],
  )
  expect(cardsOf(await read(result.id, 'agent'))).toEqual([LAST_FOUR])
  expect(cardsOf(await read(result.id, 'supervisor'))).toEqual([FIRST_SIX])
})

test('a result stored by a former release with the first six digits is masked', async () => {
  const { id } = await run(SUBJECTS[0], 'agent')
  const { rowCount } = await owner.query(
    `UPDATE inquiries SET answer = jsonb_set(jsonb_set(answer, '{cards,0,card}', to_jsonb($2::text)),
       '{criteria,subject}', '"•••• •••• •••• 0011"') WHERE id = $1`,
    [id, FIRST_SIX],
  )
  expect(rowCount).toBe(1)
  const result = await read(id, 'agent')
  expect(cardsOf(result)).toEqual([LAST_FOUR])
  expect(result.criteria.subject).toBe(LAST_FOUR)
})

test('neither the stored result nor the trail has more than the last four digits', async () => {
  const { id } = await run(SUBJECTS[0], 'supervisor')
  const { rows } = await owner.query<{ text: string }>(
    `SELECT answer::text || criteria::text || subject AS text FROM inquiries WHERE id = $1::uuid
     UNION ALL SELECT changes::text FROM audit_events WHERE resource_id = $1::text`,
    [id],
  )
  expect(rows).toHaveLength(2)
  for (const { text } of rows) expect(text).not.toContain('999000')
})
