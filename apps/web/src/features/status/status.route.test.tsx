import { statusEndpoints } from '@backoffice/contract/status'
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { expectAccessible } from '../../testing/axe.ts'
import { type Refusal, screenOf, serve, show, testServer } from '../../testing/screen.tsx'
import { Route } from './status.route.tsx'
import type { Status } from './status-queries.ts'

const StatusScreen = screenOf(Route)

const STATUS: Status = {
  as_of: '2026-11-24T08:00:00Z',
  parts: [{ name: 'database', state: 'up', message: '' }],
  processes: [
    {
      id: '01900000-0000-7000-8000-000000000001',
      kind: 'web',
      build: 'b1',
      started_at: '2026-11-24T07:00:00Z',
      memory_bytes: 100_000_000,
      event_loop_delay_ms: 2,
      calls_per_second: 1,
      p95_ms: 5,
      pool: { total: 2, idle: 2, waiting: 0, max: 10 },
      streams: 1,
    },
  ],
  queues: [],
  files: [],
  second_factor_missing: null,
  held_results: 0,
  users_near_hold: 2,
  users_with_many_cards: 0,
  storage: { calls: 0, errors: 0, p95_ms: null },
  rows: { validated_per_second: 0, answered_per_second: 0 },
  errors: [
    { status: 500, code: 'internal', count: 1, audited: false },
    { status: 404, code: 'not_found', count: 3, audited: true },
  ],
  identity: { check: null, waiting: 0, failed: 0, oldest_seconds: null },
  mail: {
    delivery: 'none',
    since: '2026-11-23T08:00:00Z',
    sent: 2,
    last_sent_at: '2026-11-24T07:30:00Z',
    failed: 0,
    last_failed_at: null,
    waiting: 0,
    oldest_seconds: null,
  },
}
const point = (minute: number, calls: number | null) => ({
  at: new Date(Date.UTC(2026, 10, 24, 7, minute)).toISOString(),
  calls,
  failed: calls === null ? null : 0,
  p95_ms: null,
  waiting: calls === null ? null : 2,
})
const TRENDS = {
  as_of: '2026-11-24T08:00:10Z',
  hour: Array.from({ length: 60 }, (_, index) => point(index, index === 30 ? null : index)),
  day: Array.from({ length: 48 }, (_, index) => point(index, null)),
}
const FAILURE: { refusal: Refusal } = { refusal: { status: 501, code: 'failed' } }

testServer()
afterEach(() => {
  vi.useRealTimers()
})
const web = () => screen.findByRole('cell', { name: 'Web' })

test('refreshes by itself, and keeps its data with a message if that fails', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  let reply: Status | typeof FAILURE = STATUS
  const calls = serve(statusEndpoints.get, () => reply)
  await show('/status', () => <StatusScreen />)
  await web()
  reply = FAILURE
  await act(() => vi.advanceTimersByTimeAsync(9_000))
  expect(calls).toHaveLength(1)
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  expect(calls.length).toBeGreaterThan(1)
  await screen.findByText(/The status could not be refreshed/)
  await web()
  reply = STATUS
  await user.click(screen.getByRole('button', { name: /^Refresh/ }))
  await vi.waitFor(() => expect(screen.queryByText(/The status could not be refreshed/)).toBeNull())
})

test('describes trends in words, and claims nothing that was not recorded or checked', async () => {
  serve(statusEndpoints.get, () => STATUS)
  serve(statusEndpoints.trends, () => TRENDS)
  await show('/status', () => <StatusScreen />)
  await screen.findByRole('img', {
    name: 'Calls from 24 Nov, 15:00 to 24 Nov, 15:59: most 59 at 24 Nov, 15:59, last 59',
  })
  expect(screen.getByRole('row', { name: /^Duration, p95/ }).textContent).toContain('No data')
  screen.getByText(/^1 minute of the last hour was not recorded/)
  screen.getByText('Not checked')
  expect(screen.getByText('Users near a limit for guesses').nextSibling?.textContent).toBe('2')
  screen.getByText('None: mail is dropped')
  expect(screen.queryByText('Last sent')).toBeNull()
  const link = screen.getByRole('link', { name: 'Show events of not_found' })
  expect(link.getAttribute('href')).toBe(
    '/audit?q=not_found&f.outcome=refused~stale&f.at=2026-11-24..2026-11-24',
  )
  expect(screen.queryByRole('link', { name: 'Show events of internal' })).toBeNull()
  await expectAccessible(document.body)
})

test('a failed load shows a message and can be retried', async () => {
  let reply: Status | typeof FAILURE = FAILURE
  serve(statusEndpoints.get, () => reply)
  await show('/status', () => <StatusScreen />)
  await screen.findByText('The status could not be loaded.')
  reply = STATUS
  await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }))
  await web()
})
