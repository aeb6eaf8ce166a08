import { expect, test } from 'vitest'
import { describeReason, doubtfulPercent, searchProblem } from './result-words.ts'

test.each([
  ['FOUND', null, null],
  ['FOUND', 'no transactions in range', 'No transactions in range'],
  ['NOT_FOUND', null, 'Not on file'],
  ['DUPLICATE', 'same as row 3', 'Same as row 3'],
  ['INVALID', 'E002 card_number', 'Not 16 digits'],
  ['INVALID', 'E003 card_number; E005 date_from; E005 date_to', 'Check digit is wrong, Not a date'],
  ['INVALID', 'E006 date_from', 'The range is reversed, too long or in the future'],
  ['INVALID', 'E999 x', 'E999'],
] as const)('%s %s', (outcome, reason, words) => {
  expect(describeReason({ outcome, reason })).toBe(words)
})

test('many rows not found are doubtful', () => {
  const percent = (total: number, not_found: number | null) =>
    doubtfulPercent({
      counts: {
        ...{ total, not_found, valid: 0, warning: 0, error: 0, duplicate: 0, processed: 0, skipped: 0 },
        found: 0,
      },
    })
  expect([percent(5_000, 402), percent(100, 4), percent(0, null), percent(1, 1)]).toEqual([
    8,
    undefined,
    undefined,
    100,
  ])
})

test('a search accepts a row number or four digits, and no card number', () => {
  expect(['', '12', '0011', '1,204', '1 000 000'].map(searchProblem)).toEqual(Array(5).fill(undefined))
  for (const text of ['x', '9990000000000011', '12345678', '-1']) expect(searchProblem(text)).toBeTruthy()
})
