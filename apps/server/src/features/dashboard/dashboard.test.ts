import { api } from '@backoffice/contract/api'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { manilaDay } from '../../kernel/clock.ts'
import { dryRun, runInquiry } from '../../testing/file-actions.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'
import { addDays, startOfDay } from './business-days.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem({ workers: true })
})
afterEach(() => {
  system.clock.offsetMs = 0
})
afterAll(() => system.stop())

const file = (more = '') => `card_number,date_from,date_to\n9990000000000011,2026-10-01,2026-10-31\n${more}`
const today = () => manilaDay(system.clock.now())
const ofToday = () => ({ query: { date: today() } })

test('an empty system has zero counts and no means', async () => {
  const { dashboard } = api
  expect(await system.call(dashboard.files, {}, 'viewer')).toMatchObject({
    business_date: addDays(today(), -1),
    received: 0,
    received_mean: null,
    oldest_waiting_seconds: null,
    received_by_day: [0, 0, 0, 0, 0, 0, 0],
  })
  expect(await system.call(dashboard.rows, {}, 'viewer')).toMatchObject({ rejected_percent: null, codes: [] })
  expect(await system.call(dashboard.transactions, {}, 'viewer')).toMatchObject({
    transactions: 0,
    mean: null,
    weeks: 0,
    companies: [],
  })
  expect(await system.call(dashboard.inquiries, {}, 'viewer')).toMatchObject({
    run: 0,
    median_seconds: null,
    oldest_open_seconds: null,
    by_purpose: [],
  })
  expect(await system.call(dashboard.system, {}, 'viewer')).toMatchObject({
    api_p95_ms: null,
    queued: 0,
    oldest_queued_seconds: null,
    workers: 0,
    builds: [],
  })
})

test('counts files and rows of a day by outcome, for any caller', async () => {
  const clean = await dryRun(system, file())
  await runInquiry(system, clean.source_filekey)
  const mixed = await dryRun(system, file('123,,\n9990000000000012,,\n9990000000000029,2026-13-01,\n'))
  await runInquiry(system, mixed.source_filekey)
  await dryRun(system, 'wrong header\n1\n')
  const waiting = await dryRun(system, file('9990000000000029,2026-10-01,2026-10-31\n'))
  // As the file of the demo, which never expires.
  await system.pool.query(
    `UPDATE files SET validated_at = now() - interval '90 seconds',
       state_changed_at = now() + interval '10 years' WHERE source_filekey = $1`,
    [waiting.source_filekey],
  )
  const figures = await system.call(api.dashboard.files, ofToday(), 'viewer')
  expect(figures).toMatchObject({
    business_date: today(),
    received: 4,
    open: 1,
    awaiting_confirmation: 1,
    completed: 1,
    with_errors: 1,
    failed: 0,
    received_by_day: [0, 0, 0, 0, 0, 0, 4],
  })
  expect(figures.oldest_waiting_seconds).toBeGreaterThanOrEqual(90)
  expect(figures.oldest_waiting_seconds).toBeLessThan(120)
  expect(await system.call(api.dashboard.rows, ofToday(), 'viewer')).toMatchObject({
    checked: 7,
    rejected: 3,
    processed: 5,
    codes: [
      { code: 'E001', errors: 1 },
      { code: 'E002', errors: 1 },
      { code: 'E003', errors: 1 },
      { code: 'E005', errors: 1 },
    ],
  })
  const inquiries = await system.call(api.dashboard.inquiries, ofToday(), 'viewer')
  expect(inquiries).toMatchObject({ open: 0, run: 2, by_purpose: [{ purpose: 'RECONCILIATION', count: 2 }] })
  expect(inquiries.median_seconds).toBeGreaterThan(0)
})

test('the figures of a day match the filtered lists behind them', async () => {
  const range = { from: today(), to: today() }
  const listed = async (filters: object) =>
    (await system.call(api.files.list, { query: { filters, page: 1, page_size: 25 } as never }, 'supervisor'))
      .total
  const figures = await system.call(api.dashboard.files, ofToday(), 'viewer')
  expect(await listed({ uploaded_at: range })).toBe(figures.received)
  expect(await listed({ finished_at: range, state: { in: ['COMPLETED'] } })).toBe(figures.completed)
  expect(await listed({ finished_at: range, state: { in: ['FAILED'] } })).toBe(figures.failed)
  expect(await listed({ state: { in: ['AWAITING_CONFIRMATION'] } })).toBe(figures.awaiting_confirmation)
  const rejected = { checked_at: range, invalid_rows: { from: '1' } }
  expect(await listed(rejected)).toBe(1)
  expect(await listed({ ...rejected, error_code: { in: ['E003'] } })).toBe(1)
  expect(await listed({ error_code: { contains: 'e001' } })).toBe(1)
  expect(await listed({ error_code: { in: ['E012'] } })).toBe(0)
  const past = await system.call(
    api.inquiries.list,
    { body: { filters: { created_at: range, purpose: { in: ['RECONCILIATION'] } }, page: 1, page_size: 25 } },
    'supervisor',
  )
  expect(past.total).toBe(2)
})

test('days begin at midnight in Manila', async () => {
  const midnight = startOfDay(today())
  await system.pool.query('UPDATE files SET uploaded_at = $1', [new Date(midnight.getTime() - 1_000)])
  const of = async (date?: string) =>
    (await system.call(api.dashboard.files, { query: date ? { date } : {} }, 'viewer')).received
  expect([await of(today()), await of(), await of(addDays(today(), -1))]).toEqual([0, 4, 4])
  await system.pool.query('UPDATE files SET uploaded_at = $1', [midnight])
  expect([await of(today()), await of()]).toEqual([4, 0])
})

test('the default day is yesterday by the server clock in Manila', async () => {
  const day = today()
  const turn = (ms: number) => {
    system.clock.offsetMs = startOfDay(day).getTime() + ms - Date.now()
    return system.call(api.dashboard.points, {}, 'viewer')
  }
  await system.tokenOf('viewer')
  expect((await turn(5_000)).business_date).toBe(addDays(day, -1))
  expect((await turn(-30_000)).business_date).toBe(addDays(day, -2))
})

test('future and malformed dates are refused at their field', async () => {
  const tomorrow = addDays(today(), 1)
  const problem = await system.expectProblem(api.dashboard.files, { query: { date: tomorrow } }, 'viewer')
  expect(problem).toMatchObject({
    status: 422,
    errors: [{ field: 'date', message: expect.stringContaining('future') }],
  })
  // The compared days would precede the database calendar.
  for (const date of ['2026-02-30', 'yesterday', '0001-01-01', '1999-12-31', '0000-01-01', "2026-01-01'--"])
    expect(await system.expectProblem(api.dashboard.points, { query: { date } }, 'viewer')).toMatchObject({
      status: 422,
    })
})

test('the transactions behind a figure require an inquiry permission', async () => {
  const query = { figure: 'TRANSACTIONS' } as const
  expect(await system.expectProblem(api.dashboard.listTransactions, { query }, 'viewer')).toMatchObject({
    status: 403,
    missing: ['inquiry:run', 'inquiry:view-all'],
  })
  expect(await system.call(api.dashboard.listTransactions, { query }, 'auditor')).toMatchObject({ total: 0 })
  const body = { ...query, columns: ['card'] }
  expect(await system.expectProblem(api.dashboard.exportTransactions, { body }, 'viewer')).toMatchObject({
    status: 403,
    missing: ['inquiry:export'],
  })
})

test('locked users are named only to callers who may view users', async () => {
  for (let tries = 0; tries < 6; tries++) {
    await system.identity.handle({
      target: 'AWSCognitoIdentityProviderService.InitiateAuth',
      body: JSON.stringify({
        AuthFlow: 'USER_PASSWORD_AUTH',
        ClientId: 'embeddedclient00000000001',
        AuthParameters: { USERNAME: 'glass@backoffice.test', PASSWORD: 'Wrong#2026' },
      }),
      ip: '127.0.0.1',
    })
  }
  const { locked_users, failed_sign_ins, locked } = await system.call(
    api.dashboard.access,
    ofToday(),
    'access',
  )
  expect({ locked_users, failed_sign_ins }).toEqual({ locked_users: 1, failed_sign_ins: 6 })
  expect(locked).toEqual([{ id: expect.any(String), name: expect.any(String) }])
  expect(await system.call(api.dashboard.access, ofToday(), 'viewer')).toMatchObject({
    locked_users: 1,
    locked: [],
  })
})
