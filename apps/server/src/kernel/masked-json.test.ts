import { expect, test } from 'vitest'
import { maskedJson } from './audit.ts'

test('masks card numbers in names and texts at any depth', () => {
  const masked = { a: [null, { in: ['••••0011'] }], 'list-••••0011': 1, id: null }
  const input = { a: [null, { in: ['9990 0000 0000 0011'] }], 'list-9990000000000011': 1, id: null }
  expect(JSON.parse(maskedJson(input))).toEqual(masked)
})

test.each(['\u0001', '\u001f', '\u0010'])(
  'the digits of the escape of %j do not count as part of a card number',
  (control) => {
    // With those digits, one of the ten would pass the check digit.
    for (let last = 0; last < 10; last++) {
      const input = { search: [null, `${control}41111111111${last}`] }
      expect(JSON.parse(maskedJson(input))).toEqual(input)
    }
  },
)
