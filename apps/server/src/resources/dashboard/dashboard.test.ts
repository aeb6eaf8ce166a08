import { api } from '@backoffice/contract/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dryRun, runInquiry } from '../../testing/file-actions.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem({ workers: true })
})
afterAll(() => system.stop())

const file = (more = '') => `card_number,date_from,date_to\n9990000000000011,2026-10-01,2026-10-31\n${more}`

test('an empty system has zero counts and null durations', async () => {
  expect(await system.call(api.dashboard.files, {}, 'viewer')).toMatchObject({
    received: 0,
    processing: 0,
    oldest_waiting_seconds: null,
    received_by_day: [0, 0, 0, 0, 0, 0, 0],
  })
  expect(await system.call(api.dashboard.inquiries, {}, 'viewer')).toMatchObject({
    open: 0,
    median_seconds: null,
    oldest_open_seconds: null,
    by_purpose: [],
  })
})

test('counts the files of today by outcome, for any caller', async () => {
  const clean = await dryRun(system, file())
  await runInquiry(system, clean.source_filekey)
  const mixed = await dryRun(system, file('123,,\n'))
  await runInquiry(system, mixed.source_filekey)
  await dryRun(system, 'wrong header\n1\n')
  const waiting = await dryRun(system, file('9990000000000029,2026-10-01,2026-10-31\n'))
  await system.pool.query(
    `UPDATE files SET state_changed_at = now() - interval '90 seconds' WHERE source_filekey = $1`,
    [waiting.source_filekey],
  )
  const figures = await system.call(api.dashboard.files, {}, 'viewer')
  expect(figures).toMatchObject({
    received: 4,
    processing: 0,
    awaiting_confirmation: 1,
    completed: 1,
    with_errors: 1,
    failed: 1,
    received_by_day: [0, 0, 0, 0, 0, 0, 4],
  })
  expect(figures.oldest_waiting_seconds).toBeGreaterThanOrEqual(90)
  expect(figures.oldest_waiting_seconds).toBeLessThan(120)
  const inquiries = await system.call(api.dashboard.inquiries, {}, 'viewer')
  expect(inquiries).toMatchObject({
    open: 0,
    today: 2,
    by_purpose: [{ purpose: 'RECONCILIATION', count: 2 }],
  })
  expect(inquiries.median_seconds).toBeGreaterThan(0)
})

test('the day is Manila’s: what came before its midnight was yesterday', async () => {
  await system.pool.query(`
    UPDATE files SET uploaded_at = date_trunc('day', now() AT TIME ZONE 'Asia/Manila') AT TIME ZONE 'Asia/Manila' - interval '1 second'`)
  const { received, received_by_day } = await system.call(api.dashboard.files, {}, 'viewer')
  expect([received, received_by_day]).toEqual([0, [0, 0, 0, 0, 0, 4, 0]])
})
