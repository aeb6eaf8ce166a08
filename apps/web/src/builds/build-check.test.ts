import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createBuildCheck } from './build-check.ts'

const HOUR_MS = 3_600_000

let requests: string[]
let found: string[]
/** Replies by path; any other path cannot be reached. */
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

test('the first check is after the interval, past every cache, and another after each', async () => {
  checking()
  await vi.advanceTimersByTimeAsync(HOUR_MS - 1)
  expect(requests).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(requests).toEqual([`/builds/latest.json?${HOUR_MS} fresh`])
  await vi.advanceTimersByTimeAsync(2 * HOUR_MS)
  expect(requests).toHaveLength(3)
  expect(found).toEqual([])
})

test('another id is a new build: it is reported once, and the checks stop', async () => {
  checking()
  serveNew()
  await vi.advanceTimersByTimeAsync(HOUR_MS)
  expect(found).toEqual(['two'])
  await vi.advanceTimersByTimeAsync(5 * HOUR_MS)
  expect(found).toEqual(['two'])
  expect(requests).toEqual([`/builds/latest.json?${HOUR_MS} fresh`, '/builds/meta/two.json'])
})

test.each([403, 404])('a manifest that is not there (%s) does not matter', async (status) => {
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
])('a check whose answer %s is passed over, and the next one finds it', async (_, latest) => {
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

test('a build whose manifest fails is still being deployed', async () => {
  checking()
  serveNew(() => new Response(null, { status: 503 }))
  await vi.advanceTimersByTimeAsync(HOUR_MS)
  expect(found).toEqual([])
  serveNew()
  await vi.advanceTimersByTimeAsync(HOUR_MS)
  expect(found).toEqual(['two'])
})

test('on return to the tab it checks if the last check is over five minutes ago, and counts from there', async () => {
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

test('once stopped it checks nothing, and does not report a reply that arrives later', async () => {
  const check = checking()
  serveNew()
  vi.advanceTimersByTime(HOUR_MS)
  check.stop()
  await vi.advanceTimersByTimeAsync(HOUR_MS)
  check.onReturn()
  expect(found).toEqual([])
  expect(requests.filter((address) => address.startsWith('/builds/latest'))).toHaveLength(1)
})
