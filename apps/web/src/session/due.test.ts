import { expect, test } from 'vitest'
import { needsRenewal, secondsToRenewal } from './due.ts'

test('a token is renewed with less than twenty minutes left', () => {
  expect(needsRenewal(10_000, 10_000 - 1200)).toBe(false)
  expect(needsRenewal(10_000, 10_000 - 1199)).toBe(true)
  expect(needsRenewal(10_000, 20_000)).toBe(true)
})

test('and the next time is twenty minutes before its end, never at once', () => {
  expect(secondsToRenewal(10_000, 10_000 - 3600)).toBe(2400)
  expect(secondsToRenewal(10_000, 10_000 - 1200)).toBe(30)
  expect(secondsToRenewal(10_000, 99_999)).toBe(30)
})
