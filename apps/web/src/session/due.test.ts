import { expect, test } from 'vitest'
import { needsRefresh, secondsToRefresh } from './due.ts'

test('a token is renewed with less than twenty minutes left', () => {
  expect(needsRefresh(10_000, 10_000 - 1200)).toBe(false)
  expect(needsRefresh(10_000, 10_000 - 1199)).toBe(true)
  expect(needsRefresh(10_000, 20_000)).toBe(true)
})

test('and the next time is twenty minutes before its end, never at once', () => {
  expect(secondsToRefresh(10_000, 10_000 - 3600)).toBe(2400)
  expect(secondsToRefresh(10_000, 10_000 - 1200)).toBe(30)
  expect(secondsToRefresh(10_000, 99_999)).toBe(30)
})
