import { expect, test } from 'vitest'
import { changesOf } from './audit.ts'

test('returns the listed fields that changed, before and after', () => {
  const before = { name: 'a', size: 1, unnamed: 1 }
  expect(changesOf(before, { name: 'b', size: 1, unnamed: 2 }, ['name', 'size'])).toEqual({
    name: ['a', 'b'],
  })
})

test('compares structures by content and instants as ISO text', () => {
  const at = new Date('2026-01-01T00:00:00Z')
  const before = { list: [1, { a: 2 }], at }
  expect(changesOf(before, { list: [1, { a: 2 }], at: at.toISOString() }, ['list', 'at'])).toEqual({})
  const later = new Date('2026-01-02T00:00:00Z')
  expect(changesOf(before, { list: [1, { a: 3 }], at: later }, ['list', 'at'])).toEqual({
    list: [
      [1, { a: 2 }],
      [1, { a: 3 }],
    ],
    at: ['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z'],
  })
})

test('a missing field is null', () => {
  expect(changesOf({}, { name: 'a' }, ['name'])).toEqual({ name: [null, 'a'] })
  expect(changesOf({ name: null }, {}, ['name'])).toEqual({})
})
