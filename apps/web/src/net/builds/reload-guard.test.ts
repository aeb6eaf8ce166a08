import { propertyRuns } from '@backoffice/contract/testing/property-runs'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createReloadGuard, isOurs } from './build-updates.ts'

/** A tab, whose storage and clock survive a reload, also to another build. */
function tab() {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
  const state = { nowMs: 1_000_000, busy: false, kept }
  const page = (buildId: string) =>
    createReloadGuard({ storage, buildId, nowMs: () => state.nowMs, isBusy: () => state.busy })
  return { state, page }
}

test('reloads the same path once, also with other paths in between', () => {
  const { state, page } = tab()
  expect(page('b1').mayReload('/a')).toBe(true)
  expect(page('b1').mayReload('/a')).toBe(false)
  expect(page('b1').mayReload('/b')).toBe(true)
  state.nowMs += 60_000
  expect(page('b1').mayReload('/a')).toBe(false)
})

test('reloads a path again for another build, but not within ten seconds', () => {
  const { state, page } = tab()
  expect(page('b1').mayReload('/a')).toBe(true)
  state.nowMs += 9_999
  expect(page('b2').mayReload('/a')).toBe(false)
  state.nowMs += 1
  expect(page('b2').mayReload('/a')).toBe(true)
})

test('reloads nothing while busy, and does not count a refusal', () => {
  const { state, page } = tab()
  state.busy = true
  expect(page('b1').mayReload('/a')).toBe(false)
  state.busy = false
  expect(page('b1').mayReload('/a')).toBe(true)
})

test('accepts any stored content, and reloads nothing without storage', () => {
  const { state, page } = tab()
  for (const rubbish of ['{', '7', '{"path":"/a"}', '""']) {
    state.kept.set('reloads', rubbish)
    expect(page('b1').mayReload('/a')).toBe(true)
  }
  const closed = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  }
  const storage = { getItem: closed, setItem: closed }
  const guard = createReloadGuard({ storage, buildId: 'b1', nowMs: () => 0, isBusy: () => false })
  expect(guard.mayReload('/a')).toBe(false)
})

test('for any history, reloads once per path and build, never within the window or while busy', () => {
  const failure = fc.record({
    path: fc.constantFrom('/a', '/b', '/c'),
    build: fc.constantFrom('b1', 'b2', 'b3'),
    busy: fc.boolean(),
    laterMs: fc.oneof(fc.nat(12_000), fc.constantFrom(0, 9_999, 10_000)),
  })
  fc.assert(
    fc.property(fc.array(failure, { maxLength: 60 }), (failures) => {
      const { state, page } = tab()
      const reloads: { path: string; build: string; atMs: number }[] = []
      for (const { path, build, busy, laterMs } of failures) {
        state.nowMs += laterMs
        state.busy = busy
        if (!page(build).mayReload(path)) continue
        expect(busy).toBe(false)
        reloads.push({ path, build, atMs: state.nowMs })
      }
      const pairs = reloads.map(({ path, build }) => `${build} ${path}`)
      expect(new Set(pairs).size).toBe(pairs.length)
      for (const path of ['/a', '/b', '/c']) {
        const times = reloads.filter((reload) => reload.path === path).map(({ atMs }) => atMs)
        for (const [index, atMs] of times.slice(1).entries())
          expect(atMs - (times[index] ?? 0)).toBeGreaterThanOrEqual(10_000)
      }
    }),
    { numRuns: propertyRuns(1_000) },
  )
})

test('limits reloads for any paths and builds', () => {
  const { state, page } = tab()
  let reloads = 0
  for (let time = 0; time < 1_000; time++) {
    state.nowMs += 60_000
    if (page(`b${time}`).mayReload(`/${time}`)) reloads += 1
  }
  expect(reloads).toBe(200)
})

test.each([
  ['/smac_inquiry?status=failed', true],
  ['https://office.example/users', true],
  ['https://evil.example/users', false],
  ['//evil.example/users', false],
  ['http://office.example/users', false],
  ['javascript:alert(1)', false],
  ['data:text/html,x', false],
  ['https://', false],
])('%s is ours: %s', (address, ours) => {
  expect(isOurs(address, 'https://office.example')).toBe(ours)
})
