import { api } from '@backoffice/contract/api'
import { tenders } from '@backoffice/contract/tables/tenders'
import { afterEach, expect, test, vi } from 'vitest'
import { approve, requestIn, switchRule } from '../../testing/approvals.ts'
import { addMasters, createRow, validRow } from '../../testing/table-rows.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'
import { expireApprovals } from './requests/end-requests.ts'

/** One user does not flood those who decide. */
let system: TestSystem
async function start(requestLimits: { open: number; perHour: number }) {
  system = await startTestSystem({ workers: true, requestLimits })
  await addMasters(system.pool)
  await switchRule(system, 'BIN_RANGE', true)
}
afterEach(() => system.stop())

let ranges = 900_000
/** Requests a new BIN range. */
function request(as = 'admin') {
  ranges += 1
  const range = { bin_from: String(ranges), bin_to: String(ranges) }
  return createRow(system, tenders, { ...validRow(tenders), ...range }, as)
}

const DECIDER = 'leonora.santiago'
const TEN_MINUTES = 600_000

test('a user has a limited number of open requests, also at once', async () => {
  await start({ open: 3, perHour: 100 })
  const replies = await Promise.all(Array.from({ length: 6 }, () => request()))
  expect(replies.map(({ status }) => status).sort()).toEqual([202, 202, 202, 429, 429, 429])
  expect(await request()).toMatchObject({
    status: 429,
    body: {
      code: 'too_many_approval_requests',
      detail: expect.stringMatching(/^You have 3 requests .+Withdraw one/),
    },
  })
  expect((await request('lookup')).status).toBe(202)
  const open = replies.find(({ status }) => status === 202)
  if (open) await approve(system, requestIn(open), DECIDER)
  expect((await request()).status).toBe(202)
})

test('a user makes a limited number of requests within an hour', async () => {
  await start({ open: 100, perHour: 2 })
  for (let made = 0; made < 2; made++) {
    const body = { id: requestIn(await request()) }
    await system.call(api.approvals.withdraw, { body }, 'admin')
  }
  expect(await request()).toMatchObject({ status: 429, body: { code: 'too_many_approval_requests' } })
  await system.pool.query("UPDATE approvals SET requested_at = requested_at - interval '1 hour'")
  expect((await request()).status).toBe(202)
})

const mailsTo = async (mailbox: string) =>
  (await system.outbox.list()).filter(
    ({ to, subject }) => to === `${mailbox}@backoffice.test` && /^To decide/.test(subject ?? ''),
  )

test('a decider gets one mail in ten minutes, which says how many requests wait', async () => {
  await start({ open: 1_000, perHour: 1_000 })
  await Promise.all(Array.from({ length: 20 }, () => request()))
  await vi.waitFor(async () => expect(await mailsTo(DECIDER)).toHaveLength(1))
  await expireApprovals(system.workerDeps)
  system.clock.offsetMs += TEN_MINUTES
  await expireApprovals(system.workerDeps)
  await vi.waitFor(async () => expect(await mailsTo(DECIDER)).toHaveLength(2))
  const subjects = (await mailsTo(DECIDER)).map(({ subject }) => subject)
  expect(subjects).toContain('To decide: 20 requests')
  const texts = (await mailsTo(DECIDER)).map(({ text }) => text)
  expect(texts.filter((text) => text.includes('20 requests wait for your decision.'))).toHaveLength(1)

  system.clock.offsetMs += TEN_MINUTES
  await expireApprovals(system.workerDeps)
  await request()
  await vi.waitFor(async () => expect(await mailsTo(DECIDER)).toHaveLength(3))
  expect(
    (await mailsTo(DECIDER)).some(({ text }) => text.includes('21 requests wait for your decision.')),
  ).toBe(true)
})
