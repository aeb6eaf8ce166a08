import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Change, type Choices, mergeChanges, withChange } from './preferences.ts'
import { patchOf, remainingChanges } from './save-preferences.ts'

const theme = fc.constantFrom('system', 'light', 'dark')
const pageSize = fc.constantFrom(10, 25, 50, 100)
const shown = fc.subarray([{ id: 'name' }, { id: 'state', width: 90 }, { id: 'rows' }])
const lists = ['files', 'inquiries'] as const
const choices = fc.record({
  theme,
  page_size: pageSize,
  columns: fc.dictionary(fc.constantFrom(...lists), shown),
}) as fc.Arbitrary<Choices>
const change = fc.record(
  {
    theme,
    page_size: pageSize,
    columns: fc.dictionary(fc.constantFrom(...lists), fc.option(shown), { minKeys: 1 }),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<Change>

test('a merged change equals its two changes in sequence', () => {
  fc.assert(
    fc.property(choices, change, change, (before, first, second) => {
      expect(withChange(before, mergeChanges(first, second))).toEqual(
        withChange(withChange(before, first), second),
      )
    }),
  )
})

test('a change keeps other fields', () => {
  fc.assert(
    fc.property(choices, change, (before, made) => {
      const after = withChange(before, made)
      expect(after.theme).toBe(made.theme ?? before.theme)
      expect(after.page_size).toBe(made.page_size ?? before.page_size)
      for (const list of lists) {
        const wanted = made.columns?.[list]
        expect(after.columns[list]).toEqual(
          wanted === undefined ? before.columns[list] : (wanted ?? undefined),
        )
      }
    }),
  )
})

test('after a save only later changes remain', () => {
  fc.assert(
    fc.property(choices, change, change, (before, sent, later) => {
      const left = remainingChanges(mergeChanges(sent, later), sent)
      expect(remainingChanges(sent, sent)).toEqual({})
      expect(withChange(withChange(before, sent), left)).toEqual(withChange(withChange(before, sent), later))
    }),
  )
})

test('the request body turns the seen version into the chosen one', () => {
  fc.assert(
    fc.property(choices, change, (before, made) => {
      const seen = { ...before, version: 7 }
      expect({ ...seen, ...patchOf(seen, made) }).toEqual(withChange(seen, made))
      expect(Object.keys(patchOf(seen, made)).sort()).toEqual(['version', ...Object.keys(made)].sort())
    }),
  )
})
