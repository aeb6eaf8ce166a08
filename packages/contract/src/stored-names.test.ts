import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { maskCardNumbers } from './card-number.ts'
import { nameProblem } from './stored-names.ts'

test.each([
  ['Robinsons Place – Parañaque (2F)', undefined],
  ['Günther’s Café & Co. 24/7', undefined],
  ['001234567890', undefined],
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

test('no text whose card numbers would be masked is a name', () => {
  const card = fc.constantFrom(
    '9990000000000011',
    '9990 0000 0000 0011',
    '9990-0000.0000_0011',
    '٩٩٩٠000000000011',
  )
  fc.assert(
    fc.property(fc.string({ maxLength: 8 }), card, fc.string({ maxLength: 8 }), (before, number, after) => {
      const text = `${before}${number}${after}`
      expect(nameProblem(text) === undefined).toBe(
        maskCardNumbers(text) === text && nameProblem(`${before}${after}`) === undefined,
      )
    }),
  )
})
