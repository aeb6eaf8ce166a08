import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { maskCardNumbers } from './card-number.ts'
import { nameProblem } from './stored-names.ts'

test.each([
  ['Robinsons Place – Parañaque (2F)', undefined],
  ['Günther’s Café & Co. 24/7', undefined],
  ['001234567890', undefined],
  // Passes the check digit, but no issuer begins so: a receipt number of a day.
  ['202611280000175', undefined],
  ['4111111111111111', 'card'],
  ['9990000000000011', 'card'],
  ['Branch 9990-0000-0000-0011', 'card'],
  ['９９９０ ００００ ００００ ００１１', 'card'],
  ['Maria\u200bReyes', 'hidden'],
  ['\u202eseyeR airaM', 'hidden'],
  ['Maria\u2066Reyes', 'hidden'],
  ['Maria\ufeffReyes', 'hidden'],
  ['Maria\u3164Reyes', 'hidden'],
  ['Maria\nReyes', 'hidden'],
  ['Maria\u2028Reyes', 'hidden'],
])('%j: %s', (text, problem) => {
  expect(nameProblem(text)).toBe(problem)
})

test('a card number anywhere in a text is found, in any grouping, and masked in free text', () => {
  const card = fc.constantFrom(
    '9990000000000011',
    '9990 0000 0000 0011',
    '9990-0000.0000_0011',
    '٩٩٩٠000000000011',
  )
  const words = fc.stringMatching(/^[A-Za-z ,]{0,8}$/)
  fc.assert(
    fc.property(words, card, words, (before, number, after) => {
      expect(nameProblem(`${before}${number}${after}`)).toBe('card')
    }),
  )
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Z]{0,2}\d{0,20}$/), (text) => {
      if (nameProblem(text) === 'card') expect(maskCardNumbers(text)).not.toBe(text)
    }),
  )
})
