import { expect, test } from 'vitest'
import { decidersText } from './approval-words.ts'

const named = (...names: string[]) => names.map((name) => ({ name }))

test.each([
  [true, named('Maria Santos'), 'You or Maria Santos can decide this request.'],
  [true, [], 'Only you can decide this request.'],
  [false, named('Ana'), 'Only Ana can decide this request.'],
  [false, [], 'No user can decide this request now.'],
  [true, named('A', 'B', 'C', 'D', 'E'), 'You, A, B, C or 2 other users can decide this request.'],
])('reader %s, others %j', (isReader, others, text) => {
  expect(decidersText(others, isReader)).toBe(text)
})
