import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shownOf } from './columns.ts'

const COLUMNS = ['name', 'state', 'rows', 'uploaded'].map((id) => ({ id }))
const idsOf = (chosen?: readonly string[]) => shownOf(COLUMNS, chosen).map(({ id }) => id)

test('whatever is stored, the first column is shown and the others are in the order of the definition', () => {
  const all = idsOf()
  const stored = fc.array(fc.oneof(fc.constantFrom(...all), fc.string()))
  fc.assert(
    fc.property(stored, (chosen) => {
      const shown = idsOf(chosen)
      expect(shown[0]).toBe('name')
      expect(shown).toEqual(all.filter((id) => shown.includes(id)))
      expect(shown.slice(1).every((id) => chosen.includes(id))).toBe(true)
      expect(idsOf(shown)).toEqual(shown)
    }),
  )
  expect(all).toEqual(['name', 'state', 'rows', 'uploaded'])
})
