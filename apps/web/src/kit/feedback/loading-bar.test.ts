import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  estimate,
  finish,
  HIDE_DELAY_MS,
  IDLE,
  isOver,
  type LoadingBar,
  progress,
  RESET_DELAY_MS,
  start,
  THROTTLE_MS,
} from './loading-bar.ts'

describe('the estimate', () => {
  test.each([
    [0, 0],
    [100, 6.3],
    [250, 15.6],
    [500, 29.5],
    [1000, 50],
    [2000, 70.5],
    [3000, 79.5],
    [5000, 87.4],
    [10_000, 93.7],
    [20_000, 96.8],
  ])('%i ms after it became visible: %f %%', (ms, percent) => {
    expect(estimate(ms)).toBeCloseTo(percent, 1)
  })
})

describe('loading for 1,200 ms from 1,000 ms', () => {
  const running = start(IDLE, 1000)
  const done = finish(running, 2200)
  const failed = finish(running, 2200, true)
  test.each<[string, LoadingBar, number, ReturnType<typeof progress>]>([
    ['at the start', running, 1000, state('hidden', 0, 0)],
    ['within the throttle', running, 1199, state('hidden', 0, 0)],
    ['just visible', running, 1200, state('running', 0, 1)],
    ['1 s after', running, 2200, state('running', 50, 1)],
    ['finished', done, 2200, state('full', 100, 1)],
    ['499 ms after', done, 2699, state('full', 100, 1)],
    ['500 ms after', done, 2700, state('fading', 100, 0)],
    ['899 ms after', done, 3099, state('fading', 100, 0)],
    ['900 ms after', done, 3100, state('hidden', 0, 0)],
    ['failed', failed, 2200, state('full', 100, 1, true)],
    ['failed, fading', failed, 2700, state('fading', 100, 0, true)],
    ['failed, hidden', failed, 3100, state('hidden', 0, 0)],
  ])('%s', (_, bar, now, expected) => {
    const actual = progress(bar, now)
    expect({ ...actual, percent: Math.round(actual.percent) }).toEqual(expected)
  })
})

test('a redirect continues a visible bar, and otherwise restarts the throttle', () => {
  const visible = start(start(IDLE, 0), 700)
  expect(progress(visible, 1200).percent).toBeCloseTo(50, 1)
  const quick = start(start(IDLE, 0), 150)
  expect(progress(quick, 349).visible).toBe(false)
  expect(progress(quick, 350).visible).toBe(true)
})

test('an error just after the end turns the bar red; without a bar it shows nothing', () => {
  const done = finish(start(IDLE, 0), 1000)
  expect(progress(finish(done, 1000, true), 1001).failed).toBe(true)
  expect(progress(finish(finish(done, 1000, true), 1001), 1002).failed).toBe(true)
  expect(progress(finish(IDLE, 1000, true), 1000).phase).toBe('hidden')
})

test('the next navigation replaces an ending bar when it becomes visible', () => {
  const again = start(finish(start(IDLE, 0), 1000), 1100)
  expect(progress(again, 1299)).toMatchObject({ phase: 'full', percent: 100 })
  expect(progress(again, 1300)).toMatchObject({ phase: 'running', percent: 0 })
  const fading = start(finish(start(IDLE, 0), 1000), 1600)
  expect(progress(fading, 1799).phase).toBe('fading')
  expect(progress(fading, 1800).phase).toBe('running')
})

const at = fc.integer({ min: 0, max: 1_000_000 })
const long = fc.integer({ min: THROTTLE_MS, max: 120_000 })

test('never decreases, and never reaches 100 before the end', () => {
  fc.assert(
    fc.property(at, fc.array(fc.integer({ min: 0, max: 600_000 })), (begin, times) => {
      const bar = start(IDLE, begin)
      const shown = times.toSorted((a, b) => a - b).map((ms) => progress(bar, begin + ms).percent)
      for (const [index, percent] of shown.entries()) {
        expect(percent).toBeGreaterThanOrEqual(shown[index - 1] ?? 0)
        expect(percent).toBeLessThan(100)
      }
    }),
  )
})

test('loading that ends within the throttle changes nothing, after any history', () => {
  const quick = fc.record({ pause: fc.nat(1000), took: fc.nat(THROTTLE_MS - 1), failed: fc.boolean() })
  fc.assert(
    fc.property(fc.option(long), fc.array(quick), (before, visits) => {
      const initial = before === null ? IDLE : finish(start(IDLE, 0), before)
      let bar = initial
      let now = before ?? 0
      for (const { pause, took, failed } of visits) {
        bar = start(bar, now + pause)
        now += pause + took
        expect(progress(bar, now)).toEqual(progress(initial, now))
        bar = finish(bar, now, failed)
        expect(progress(bar, now)).toEqual(progress(initial, now))
      }
    }),
  )
})

test('a restart during an ending becomes visible after its own throttle and ends at 100', () => {
  fc.assert(
    fc.property(long, fc.integer({ min: 0, max: 2000 }), long, (took, pause, tookAgain) => {
      const again = start(finish(start(IDLE, 0), took), took + pause)
      const visibleAt = took + pause + THROTTLE_MS
      expect(progress(again, visibleAt)).toMatchObject({ phase: 'running', percent: 0, opacity: 1 })
      const end = took + pause + tookAgain
      const done = finish(again, end)
      expect(progress(done, end + HIDE_DELAY_MS - 1).phase).toBe('full')
      expect(progress(done, end + HIDE_DELAY_MS).phase).toBe('fading')
      expect(isOver(done, end + HIDE_DELAY_MS + RESET_DELAY_MS - 1)).toBe(false)
      expect(isOver(done, end + HIDE_DELAY_MS + RESET_DELAY_MS)).toBe(true)
    }),
  )
})

function state(
  phase: 'hidden' | 'running' | 'full' | 'fading',
  percent: number,
  opacity: 0 | 1,
  failed = false,
) {
  return { phase, visible: opacity === 1, percent, opacity, failed }
}
