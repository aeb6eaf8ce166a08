import { preferencesEndpoints } from '@backoffice/contract/endpoints/preferences'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LIST_NAMES } from './lists.ts'
import { columnsOf, shownOf } from './shown-columns.ts'

test('whatever was saved, the first column is shown and the others in the order of the list', () => {
  const all = columnsOf('files')
  const saved = fc.array(fc.oneof(fc.constantFrom<string>(...all), fc.string()))
  fc.assert(
    fc.property(saved, (chosen) => {
      const shown = shownOf(all, chosen)
      expect(shown[0]).toBe('name')
      expect(shown).toEqual(all.filter((column) => shown.includes(column)))
      expect(shown.slice(1).every((column) => chosen.includes(column))).toBe(true)
      expect(shownOf(all, shown)).toEqual(shown)
    }),
  )
  expect(shownOf(all, undefined)).toEqual(all)
})

test('every list and column has a name that the server takes', () => {
  const columns = Object.fromEntries(LIST_NAMES.map((list) => [list, columnsOf(list)]))
  expect(preferencesEndpoints.update.body.safeParse({ version: 0, columns }).success).toBe(true)
})
