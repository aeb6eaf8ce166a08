import { expect, test } from 'vitest'
import { sorted } from './use-local-list.ts'

const rows = [
  { id: 1, points: -500, receipt: 'b' },
  { id: 2, points: null, receipt: 'a' },
  { id: 3, points: 1225, receipt: 'a' },
  { id: 4, points: -500, receipt: null },
]
const ids = (sort: Parameters<typeof sorted>[1]) => sorted(rows, sort).map(({ id }) => id)

test('sorts numbers as numbers and texts as texts in both directions, with missing values last', () => {
  expect(ids(['points:asc'])).toEqual([1, 4, 3, 2])
  expect(ids(['points:desc'])).toEqual([3, 1, 4, 2])
  expect(ids(['receipt:asc', 'points:desc'])).toEqual([3, 2, 1, 4])
  expect(ids(['receipt:desc'])).toEqual([1, 2, 3, 4])
})

test('keeps the original order without a sort', () => {
  expect(ids([])).toEqual([1, 2, 3, 4])
})
