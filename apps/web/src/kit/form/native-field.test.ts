import { expect, test } from 'vitest'
import { isHalfTypedDate, trimmed } from './native-field.ts'

test.each([
  ['text', 'off', 'Maria'],
  ['textarea', 'off', 'Maria'],
  ['email', 'username', 'Maria'],
  ['password', '', undefined],
  ['password', 'current-password', undefined],
  ['text', 'new-password', undefined],
  ['text', 'one-time-code', undefined],
  ['select-one', '', undefined],
  ['checkbox', '', undefined],
  ['file', '', undefined],
])('%s, autocomplete %s', (type, autocomplete, expected) => {
  expect(trimmed({ type, autocomplete, value: ' Maria ' })).toBe(expected)
})

test.each([
  ['date', '0202-12-01', true],
  ['date', '2026-12-01', false],
  ['date', '', false],
  ['month', '0020-12', true],
  ['text', '0202-12-01', false],
])('%s %s is half typed: %s', (type, value, half) => {
  expect(isHalfTypedDate({ type, value })).toBe(half)
})
