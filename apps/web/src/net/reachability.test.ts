import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createReachability, type Reach } from './reachability.ts'

let server: 'up' | 'down'
let network: boolean
let probedAtMs: number[]
let told: Reach[]

beforeEach(() => {
  vi.useFakeTimers({ now: 0 })
  server = 'up'
  network = true
  probedAtMs = []
  told = []
})
afterEach(() => vi.useRealTimers())

function reachability() {
  return createReachability({
    probe: async () => {
      probedAtMs.push(Date.now())
      return server === 'up' && network
    },
    isOnline: () => network,
    onChange: (reach) => told.push(reach),
  })
}

test('one call without an answer is nothing, if the server answers when asked', async () => {
  reachability().doubt()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(told).toEqual([])
  expect(probedAtMs).toEqual([0])
})

test('while the server is silent it is asked ever more slowly, at most every 30 s, until it answers', async () => {
  const reach = reachability()
  server = 'down'
  reach.doubt()
  reach.doubt()
  await vi.advanceTimersByTimeAsync(200_000)
  expect(told).toEqual(['unreachable'])
  const waits = probedAtMs.slice(1).map((atMs, index) => atMs - (probedAtMs[index] ?? 0))
  expect(waits.slice(0, 8).map((waitMs) => Math.floor(waitMs / 100) * 100)).toEqual([
    200, 400, 800, 1600, 3200, 6400, 12_800, 25_600,
  ])
  expect(new Set(waits.slice(8))).toEqual(new Set([30_000]))
  server = 'up'
  await vi.advanceTimersByTimeAsync(30_000)
  expect(told).toEqual(['unreachable', 'reachable'])
  const asked = probedAtMs.length
  await vi.advanceTimersByTimeAsync(300_000)
  expect(probedAtMs).toHaveLength(asked)
})

test('no network and no answer are told apart, also when one becomes the other', async () => {
  const reach = reachability()
  network = false
  reach.doubt()
  await vi.advanceTimersByTimeAsync(5_000)
  server = 'down'
  network = true
  reach.askAgain()
  await vi.advanceTimersByTimeAsync(0)
  expect(told).toEqual(['offline', 'unreachable'])
})

test('news make it ask at once and quickly again', async () => {
  const reach = reachability()
  network = false
  reach.doubt()
  await vi.advanceTimersByTimeAsync(100_000)
  const before = probedAtMs.length
  reach.askAgain()
  await vi.advanceTimersByTimeAsync(0)
  expect(probedAtMs).toHaveLength(before + 1)
  network = true
  await vi.advanceTimersByTimeAsync(300)
  expect(told).toEqual(['offline', 'reachable'])
})

test('news that come while it is being asked are not lost', async () => {
  const first = Promise.withResolvers<boolean>()
  const answers = [first.promise, Promise.resolve(true)]
  const reach = createReachability({
    probe: async () => answers.shift() ?? false,
    isOnline: () => network,
    onChange: (next) => told.push(next),
  })
  reach.doubt()
  await vi.advanceTimersByTimeAsync(1_000)
  reach.askAgain()
  first.resolve(false)
  await vi.advanceTimersByTimeAsync(0)
  expect(told).toEqual(['unreachable', 'reachable'])
})

test('any answer ends it, and a later silence starts it again', async () => {
  const reach = reachability()
  server = 'down'
  reach.doubt()
  await vi.advanceTimersByTimeAsync(1_000)
  reach.answered()
  const asked = probedAtMs.length
  await vi.advanceTimersByTimeAsync(60_000)
  expect(told).toEqual(['unreachable', 'reachable'])
  expect(probedAtMs).toHaveLength(asked)
  expect(await reach.check()).toBe(false)
  await vi.advanceTimersByTimeAsync(0)
  expect(told).toEqual(['unreachable', 'reachable', 'unreachable'])
})
