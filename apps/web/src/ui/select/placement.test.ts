import { expect, test } from 'vitest'
import { placeList } from './placement.ts'

const view = { top: 0, bottom: 800, width: 1280 }
const at = (top: number) => ({ top, bottom: top + 32, left: 100, width: 320 })

test.each([
  ['room for all of it below', 100, 'below'],
  ['a little more than its height below', 467, 'below'],
  ['exactly its height below and more above', 468, 'above'],
  ['at the bottom', 760, 'above'],
] as const)('%s', (_what, top, direction) => {
  expect(placeList(at(top), view).direction).toBe(direction)
})

test('below if there is less space than its height, but more than above', () => {
  expect(placeList(at(150), { ...view, bottom: 400 }).direction).toBe('below')
})

test('its height is the space minus 40, at most 300 and at least a row', () => {
  expect(placeList(at(100), view).maxHeight).toBe(300)
  expect(placeList(at(467), view).maxHeight).toBe(261)
  expect(placeList(at(150), { ...view, bottom: 400 }).maxHeight).toBe(178)
  expect(placeList(at(10), { ...view, bottom: 60 }).maxHeight).toBe(40)
})

test('it is at the edge of its field, as wide as the field, within the view', () => {
  expect(placeList(at(100), view)).toMatchObject({ edge: 136, left: 100, width: 320 })
  expect(placeList(at(760), view).edge).toBe(756)
  expect(placeList({ ...at(100), left: 1200, width: 60 }, view)).toMatchObject({ left: 1032, width: 240 })
  expect(placeList({ ...at(100), left: 0 }, { ...view, width: 200 })).toMatchObject({ left: 8, width: 184 })
})
