import { api } from '@backoffice/contract/api'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { requestOf } from '../../kernel/call-request.ts'
import { candidates } from '../../testing/candidates.ts'
import { inLedger } from '../../testing/in-ledger.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'

const LIMIT = 3
const [KNOWN = '', ...UNKNOWN] = candidates('0011', 10)
/** Noon in Manila. */
const NOON = '2026-11-20T04:00:00Z'

let system: TestSystem
let owner: pg.Client

beforeAll(async () => {
  system = await startTestSystem({ quotas: { notFoundReplies: LIMIT } })
  owner = new pg.Client({ connectionString: system.url })
  await owner.connect()
  await inLedger(
    system,
    `INSERT INTO cards (card_number, account_number, tier, status, points_balance, member_name_masked)
    VALUES (${KNOWN}, '2000417733', 'CLASSIC', 'ACTIVE', 0, 'J•••')`,
  )
})
afterAll(async () => {
  await owner.end()
  await system.stop()
})
beforeEach(async () => {
  system.clock.offsetMs = Date.parse(NOON) - Date.now()
  await owner.query('DELETE FROM inquiries')
})

async function run(card_number: string, as = 'agent') {
  const body = {
    mode: 'CARD',
    card_number,
    purpose: 'AUDIT',
    ticket_no: 'T-1',
    date_from: '2026-11-01',
    date_to: '2026-11-20',
  }
  const authorization = `Bearer ${await system.tokenOf(as)}`
  const reply = await system.app.inject(requestOf(api.inquiries.run, { body }, { authorization }))
  return { status: reply.statusCode, seconds: Number(reply.headers['retry-after']), body: reply.json() }
}

async function useUp() {
  for (const number of UNKNOWN.slice(0, LIMIT)) expect((await run(number)).status).toBe(200)
}

test('after the last not-found reply of the day every single inquiry is refused', async () => {
  expect((await run(KNOWN)).status).toBe(200)
  await useUp()
  for (const number of [UNKNOWN[LIMIT] ?? '', KNOWN])
    expect(await run(number)).toMatchObject({
      status: 429,
      seconds: expect.closeTo(12 * 3_600, -2),
      body: { code: 'not_found_quota_used', detail: expect.stringContaining('3 of your inquiries') },
    })
  const { rows } = await owner.query(
    `SELECT outcome, reason FROM audit_events WHERE action = 'inquiry.run' ORDER BY id DESC LIMIT 1`,
  )
  expect(rows).toEqual([{ outcome: 'refused', reason: 'not_found_quota_used' }])
  expect((await run(KNOWN, 'supervisor')).status).toBe(200)
})

test('the quota starts again on the next day in Manila', async () => {
  await useUp()
  // Thirteen hours before noon is yesterday.
  await owner.query(`UPDATE inquiries SET created_at = created_at - interval '13 hours'`)
  expect((await run(KNOWN)).status).toBe(200)
})

test('concurrent calls cannot exceed the limit', async () => {
  const replies = await Promise.all(UNKNOWN.slice(0, 6).map((number) => run(number)))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(LIMIT)
})
