import { expect, test } from 'vitest'
import { maskedJson } from './audit.ts'

test('card numbers of names and texts are masked, at any depth', () => {
  const masked = { a: [null, { in: ['••••0011'] }], 'list-••••0011': 1, id: null }
  const given = { a: [null, { in: ['9990 0000 0000 0011'] }], 'list-9990000000000011': 1, id: null }
  expect(JSON.parse(maskedJson(given))).toEqual(masked)
})

test.each(['\u0001', '\u001f', '\u0010'])(
  'the digits of the escape of %j are none of a card’s',
  (control) => {
    // One of ten would pass the check digit together with them.
    for (let last = 0; last < 10; last++) {
      const given = { search: [null, `${control}41111111111${last}`] }
      expect(JSON.parse(maskedJson(given))).toEqual(given)
    }
  },
)
