import { expect, test } from 'vitest'
import { tidyText, wireValue } from './field-types.ts'

test.each([
  ['text', ' Cash  desk ', 'Cash  desk'],
  ['code', ' ab1 ', 'AB1'],
  // Upper case would change letters beyond ASCII.
  ['code', 'straße ı', 'STRAßE ı'],
  ['choice', 'cash', 'cash'],
  ['integer', ' 007 ', '7'],
  ['integer', '-0', '0'],
  ['integer', '1.5', '1.5'],
  ['integer', '12345678901', '12345678901'],
  ['date', '2026-01-31', '2026-01-31'],
] as const)('a %s stores %j as %j', (type, text, stored) => {
  expect(tidyText({ type }, text)).toBe(stored)
})

test.each([
  ['200', '200.00'],
  ['007.5', '7.50'],
  ['1.234', '1.234'],
  ['-1', '-1'],
  ['', ''],
])('a decimal of two digits stores %j as %j', (text, stored) => {
  expect(tidyText({ type: 'decimal', decimals: 2 }, text)).toBe(stored)
})

test.each([
  ['flag', 'true', true],
  ['flag', 'false', false],
  ['flag', 'yes', 'yes'],
  ['integer', '30', 30],
  ['integer', 'thirty', 'thirty'],
  ['integer', '', ''],
  ['text', '30', '30'],
  ['decimal', '1.50', '1.50'],
  [undefined, '30', '30'],
  ['flag', null, null],
] as const)('a %s sends %j as %j', (type, text, sent) => {
  expect(wireValue(type, text)).toBe(sent)
})
