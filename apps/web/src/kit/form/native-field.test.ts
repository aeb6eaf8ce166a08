import { expect, test } from 'vitest'
import { trimmed } from './native-field.ts'

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
