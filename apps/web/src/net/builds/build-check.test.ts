import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createBuildCheck } from './build-updates.ts'

const HOUR_MS = 3_600_000

let requests: string[]
let found: string[]
/** Replies by path; other paths are unreachable. */
let served: Record<string, () => Response>

beforeEach(() => {
  vi.useFakeTimers({ now: 0 })
  requests = []
  found = []
  served = { '/builds/latest.json': () => Response.json({ id: 'one', timestamp: 1 }) }
})
afterEach(() => vi.useRealTimers())

function checking(intervalMs = HOUR_MS) {
  const check = createBuildCheck({
    buildId: 'one',
    intervalMs,
    fetch: async (address, { cache }) => {
      requests.push(cache === 'no-store' ? `${address} fresh` : address)
      const reply = served[address.split('?', 1)[0] ?? '']
      if (!reply) throw new TypeError('Failed to fetch')
      return reply()
    },
    nowMs: Date.now,
    onNewBuild: (id) => found.push(id),
  })
  check.start()
  return check
}

function serveNew(meta: () => Response = () => Response.json({ id: 'two' })): void {
  served['/builds/latest.json'] = () => Response.json({ id: 'two', timestamp: 2 })
  served['/builds/meta/two.json'] = meta
}

test('checks after each interval, bypassing caches', async () => {
  checking()
  await vi.advanceTimersByTimeAsync(HOUR_MS - 1)
  expect(requests).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(requests).toEqual([`/builds/latest.json?${HOUR_MS} fresh`])
  await vi.advanceTimersByTimeAsync(2 * HOUR_MS)
  expect(requests).toHaveLength(3)
  expect(found).toEqual([])
})

test('reports another id as a new build once, and stops checking', async () => {
  checking()
  serveNew()
  await vi.advanceTimersByTimeAsync(HOUR_MS)
  expect(found).toEqual(['two'])
  await vi.advanceTimersByTimeAsync(5 * HOUR_MS)
  expect(found).toEqual(['two'])
  expect(requests).toEqual([`/builds/latest.json?${HOUR_MS} fresh`, '/builds/meta/two.json'])
})

test.each([403, 404])('ignores a missing manifest (%s)', async (status) => {
  checking()
  serveNew(() => new Response(null, { status }))
  await vi.advanceTimersByTimeAsync(HOUR_MS)
  expect(found).toEqual(['two'])
})

test.each([
  ['cannot be reached', undefined],
  ['fails', () => new Response('x', { status: 500 })],
  ['is not JSON', () => new Response('<html>')],
  ['has no id', () => Response.json({ id: 7 })],
  ['has an id that leads elsewhere', () => Response.json({ id: '../../api/user/role' })],
])('skips a check whose reply %s, and the next check finds the build', async (_, latest) => {
  checking()
  if (latest) served['/builds/latest.json'] = latest
  else delete served['/builds/latest.json']
  await vi.advanceTimersByTimeAsync(HOUR_MS)
  expect(found).toEqual([])
  expect(requests).toHaveLength(1)
  serveNew()
  await vi.advanceTimersByTimeAsync(HOUR_MS)
  expect(found).toEqual(['two'])
})

test('waits for a build whose manifest fails, because it is being deployed', async () => {
  checking()
  serveNew(() => new Response(null, { status: 503 }))
  await vi.advanceTimersByTimeAsync(HOUR_MS)
  expect(found).toEqual([])
  serveNew()
  await vi.advanceTimersByTimeAsync(HOUR_MS)
  expect(found).toEqual(['two'])
})

test('checks on return to the tab if the last check is over five minutes ago, and restarts the interval', async () => {
  const check = checking()
  await vi.advanceTimersByTimeAsync(300_000)
  check.onReturn()
  expect(requests).toHaveLength(0)
  await vi.advanceTimersByTimeAsync(1)
  check.onReturn()
  check.onReturn()
  expect(requests).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(HOUR_MS - 1)
  expect(requests).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(requests).toHaveLength(2)
})

test('checks nothing after a stop, and ignores a late reply', async () => {
  const check = checking()
  serveNew()
  vi.advanceTimersByTime(HOUR_MS)
  check.stop()
  await vi.advanceTimersByTimeAsync(HOUR_MS)
  check.onReturn()
  expect(found).toEqual([])
  expect(requests.filter((address) => address.startsWith('/builds/latest'))).toHaveLength(1)
})
