import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Connectivity, createConnectivity, type ProbeResult } from './connectivity.ts'

let server: 'up' | 'down' | 'not ready'
let network: boolean
let probedAtMs: number[]
let changes: Connectivity[]

beforeEach(() => {
  vi.useFakeTimers({ now: 0 })
  server = 'up'
  network = true
  probedAtMs = []
  changes = []
})
afterEach(() => vi.useRealTimers())

function connectivity() {
  return createConnectivity({
    probe: async () => {
      probedAtMs.push(Date.now())
      if (server === 'not ready') return 'unavailable'
      return server === 'up' && network ? 'ready' : 'no-reply'
    },
    isOnline: () => network,
    onChange: (connectivity) => changes.push(connectivity),
  })
}

test('a call without a reply changes nothing if the server replies to the probe', async () => {
  connectivity().notServed()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(changes).toEqual([])
  expect(probedAtMs).toEqual([0])
})

test('probes an unreachable server with increasing intervals, at least every 30 s, until it replies', async () => {
  const monitor = connectivity()
  server = 'down'
  monitor.notServed()
  monitor.notServed()
  await vi.advanceTimersByTimeAsync(200_000)
  expect(changes).toEqual(['unreachable'])
  const waits = probedAtMs.slice(1).map((atMs, index) => atMs - (probedAtMs[index] ?? 0))
  expect(waits.slice(0, 8).map((waitMs) => Math.floor(waitMs / 100) * 100)).toEqual([
    200, 400, 800, 1600, 3200, 6400, 12_800, 25_600,
  ])
  expect(new Set(waits.slice(8))).toEqual(new Set([30_000]))
  server = 'up'
  await vi.advanceTimersByTimeAsync(30_000)
  expect(changes).toEqual(['unreachable', 'online'])
  const probes = probedAtMs.length
  await vi.advanceTimersByTimeAsync(300_000)
  expect(probedAtMs).toHaveLength(probes)
})

test('probes a server that is not ready at least every 3 s until it is, and follows its replies', async () => {
  const monitor = connectivity()
  server = 'not ready'
  monitor.notServed()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(changes).toEqual(['unavailable'])
  expect(Math.max(...probedAtMs.map((atMs, index) => atMs - (probedAtMs[index - 1] ?? 0)))).toBe(3_000)
  server = 'down'
  await vi.advanceTimersByTimeAsync(3_000)
  server = 'up'
  monitor.retryNow()
  await vi.advanceTimersByTimeAsync(0)
  expect(changes).toEqual(['unavailable', 'unreachable', 'online'])
})

test('no network and no reply are different states, also if one becomes the other', async () => {
  const monitor = connectivity()
  network = false
  monitor.notServed()
  await vi.advanceTimersByTimeAsync(5_000)
  server = 'down'
  network = true
  monitor.retryNow()
  await vi.advanceTimersByTimeAsync(0)
  expect(changes).toEqual(['offline', 'unreachable'])
})

test('retryNow probes immediately and restarts the backoff', async () => {
  const monitor = connectivity()
  network = false
  monitor.notServed()
  await vi.advanceTimersByTimeAsync(100_000)
  const before = probedAtMs.length
  monitor.retryNow()
  await vi.advanceTimersByTimeAsync(0)
  expect(probedAtMs).toHaveLength(before + 1)
  network = true
  await vi.advanceTimersByTimeAsync(300)
  expect(changes).toEqual(['offline', 'online'])
})

test('retryNow during a probe is not lost', async () => {
  const first = Promise.withResolvers<ProbeResult>()
  const results = [first.promise, Promise.resolve<ProbeResult>('ready')]
  const monitor = createConnectivity({
    probe: async () => results.shift() ?? 'no-reply',
    isOnline: () => network,
    onChange: (next) => changes.push(next),
  })
  monitor.notServed()
  await vi.advanceTimersByTimeAsync(1_000)
  monitor.retryNow()
  first.resolve('no-reply')
  await vi.advanceTimersByTimeAsync(0)
  expect(changes).toEqual(['unreachable', 'online'])
})

test('any reply ends the probing, and a later call without a reply starts it again', async () => {
  const monitor = connectivity()
  server = 'down'
  monitor.notServed()
  await vi.advanceTimersByTimeAsync(1_000)
  monitor.served()
  const probes = probedAtMs.length
  await vi.advanceTimersByTimeAsync(60_000)
  expect(changes).toEqual(['unreachable', 'online'])
  expect(probedAtMs).toHaveLength(probes)
  expect(await monitor.check()).toBe(false)
  await vi.advanceTimersByTimeAsync(0)
  expect(changes).toEqual(['unreachable', 'online', 'unreachable'])
})
