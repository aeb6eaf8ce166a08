import { statusEndpoints } from '@backoffice/contract/endpoints/status'
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { type Refusal, serve, show, testServer } from '../../dom-tests/screen.tsx'
import type { Status } from './status-queries.ts'
import { StatusScreen } from './status-screen.tsx'

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
  storage: { calls: 0, errors: 0, p95_ms: null },
  rows: { validated_per_second: 0, answered_per_second: 0 },
  errors: [],
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

test('a failed load shows a message and can be retried', async () => {
  let reply: Status | typeof FAILURE = FAILURE
  serve(statusEndpoints.get, () => reply)
  await show('/status', () => <StatusScreen />)
  await screen.findByText('The status could not be loaded.')
  reply = STATUS
  await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }))
  await web()
})
