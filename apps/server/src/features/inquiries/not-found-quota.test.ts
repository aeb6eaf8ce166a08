import { api } from '@backoffice/contract/api'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { requestOf } from '../../kernel/served-apis.ts'
import { candidates } from '../../testing/candidates.ts'
import { inLedger } from '../../testing/in-ledger.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'

const LIMIT = 3
const [KNOWN = '', ...UNKNOWN] = candidates('0011', 10)
/** Cards that exist, with different last fours. */
const OTHERS = ['0012', '0013', '0014', '0015'].flatMap((lastFour) => candidates(lastFour, 1))
/** Noon in Manila. */
const NOON = '2026-11-20T04:00:00Z'

let system: TestSystem
let owner: pg.Client

beforeAll(async () => {
  system = await startTestSystem({ quotas: { notFoundReplies: LIMIT, differentCards: 4 } })
  owner = new pg.Client({ connectionString: system.url })
  await owner.connect()
  await inLedger(
    system,
    `INSERT INTO cards (card_number, account_number, tier, status, points_balance, member_name_masked)
    SELECT number::bigint, '2000417733', 'CLASSIC', 'ACTIVE', 0, 'J•••' FROM unnest($1::text[]) AS number`,
    [[KNOWN, ...OTHERS]],
  )
})
afterAll(async () => {
  await owner.end()
  await system.stop()
})
beforeEach(async () => {
  system.clock.offsetMs = Date.parse(NOON) - Date.now()
  await owner.query('DELETE FROM inquiries')
  await owner.query('DELETE FROM inquiry_claims')
})

async function run(card_number: string, as = 'agent', more: Record<string, string> = {}) {
  const body = {
    mode: 'CARD',
    card_number,
    purpose: 'AUDIT',
    ticket_no: 'T-1',
    date_from: '2026-11-01',
    date_to: '2026-11-20',
  }
  const authorization = `Bearer ${await system.tokenOf(as)}`
  const reply = await system.app.inject(requestOf(api.inquiries.run, { body }, { authorization, ...more }))
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

test('nothing is looked up for a refused inquiry', async () => {
  await useUp()
  await inLedger(system, 'ALTER TABLE cards RENAME TO cards_away')
  const replies = await Promise.all([KNOWN, UNKNOWN[LIMIT] ?? ''].map((number) => run(number)))
  await inLedger(system, 'ALTER TABLE cards_away RENAME TO cards')
  expect(replies.map(({ status }) => status)).toEqual([429, 429])
})

test('a running inquiry counts as one that found nothing, until its process is gone', async () => {
  const claim = (secondsAgo: number) =>
    owner.query(
      `INSERT INTO inquiry_claims SELECT gen_random_uuid(), id, $1::timestamptz - $2 * interval '1 second'
       FROM users WHERE email = 'agent@backoffice.test'`,
      [NOON, secondsAgo],
    )
  for (let running = 0; running < LIMIT; running++) await claim(1)
  expect((await run(KNOWN)).status).toBe(429)
  await owner.query(`UPDATE inquiry_claims SET claimed_at = claimed_at - interval '2 minutes'`)
  expect((await run(KNOWN)).status).toBe(200)
  const { rows } = await owner.query('SELECT id FROM inquiry_claims')
  expect(rows).toEqual([])
})

test('a repeated call leaves no claim', async () => {
  const key = { 'idempotency-key': crypto.randomUUID() }
  for (let call = 0; call < LIMIT; call++) expect((await run(KNOWN, 'agent', key)).status).toBe(200)
  expect((await owner.query('SELECT id FROM inquiry_claims')).rows).toEqual([])
})

test('more different cards than the number of a day are one event in the trail, and a user on /status', async () => {
  const events = async () => {
    const { rows } = await owner.query(`SELECT changes FROM audit_events WHERE action = 'inquiry.exceed'`)
    return rows
  }
  const busy = async () => (await system.call(api.status.get, {}, 'auditor')).users_with_many_cards
  for (const number of [KNOWN, ...OTHERS.slice(0, 3), KNOWN]) expect((await run(number)).status).toBe(200)
  expect([await events(), await busy()]).toEqual([[], 0])
  expect((await run(OTHERS[3] ?? '')).status).toBe(200)
  expect((await run(KNOWN)).status).toBe(200)
  expect([await events(), await busy()]).toEqual([[{ changes: { different_cards: [4, 5] } }], 1])
})
