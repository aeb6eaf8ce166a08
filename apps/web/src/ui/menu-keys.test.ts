import fc from 'fast-check'
import { expect, test } from 'vitest'
import { itemAtKey, typedItem } from './menu-keys.ts'

test.each([
  ['ArrowDown', 0, 1],
  ['ArrowDown', 2, 0],
  ['ArrowUp', 2, 1],
  ['ArrowUp', 0, 2],
  ['Home', 2, 0],
  ['End', 0, 2],
  ['ArrowDown', -1, 0],
  ['ArrowUp', -1, 2],
  ['Enter', 0, undefined],
  ['toString', 0, undefined],
])('%s at %i of three moves to %s', (key, at, expected) => expect(itemAtKey(key, at, 3)).toBe(expected))

const LABELS = ['Download result', 'Download errors', 'Retry', 'Rename', 'Delete']

test.each([
  ['r', 0, 2],
  ['r', 2, 3],
  ['rr', 3, 2],
  ['re', 2, 2],
  ['ren', 2, 3],
  ['d', 1, 4],
  ['D', 4, 0],
  ['download e', 0, 1],
  ['x', 0, undefined],
])('%j typed at item %i moves to %s', (text, at, expected) =>
  expect(typedItem(text, at, LABELS)).toBe(expected),
)

test('ArrowDown and ArrowUp are inverse, and reach every item', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), fc.nat(19), (count, index) => {
      const at = index % count
      expect(itemAtKey('ArrowUp', itemAtKey('ArrowDown', at, count) ?? -1, count)).toBe(at)
      const reached = new Set<number>()
      for (let next = at; !reached.has(next); next = itemAtKey('ArrowDown', next, count) ?? -1)
        reached.add(next)
      expect(reached.size).toBe(count)
    }),
  )
})
