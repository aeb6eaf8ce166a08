import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Change, type Choices, mergeChanges, withChange } from './choices.ts'
import { patchOf, remainingChanges } from './saving-change.ts'

const theme = fc.constantFrom('system', 'light', 'dark')
const pageSize = fc.constantFrom(10, 25, 50, 100)
const shown = fc.subarray(['name', 'state', 'rows'])
const tables = ['files', 'inquiries'] as const
const choices = fc.record({
  theme,
  page_size: pageSize,
  columns: fc.dictionary(fc.constantFrom(...tables), shown),
}) as fc.Arbitrary<Choices>
const change = fc.record(
  {
    theme,
    page_size: pageSize,
    columns: fc.dictionary(fc.constantFrom(...tables), fc.option(shown), { minKeys: 1 }),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<Change>

test('two changes as one do what they do one after the other', () => {
  fc.assert(
    fc.property(choices, change, change, (before, first, second) => {
      expect(withChange(before, mergeChanges(first, second))).toEqual(
        withChange(withChange(before, first), second),
      )
    }),
  )
})

test('a change touches what it names and nothing else', () => {
  fc.assert(
    fc.property(choices, change, (before, made) => {
      const after = withChange(before, made)
      expect(after.theme).toBe(made.theme ?? before.theme)
      expect(after.page_size).toBe(made.page_size ?? before.page_size)
      for (const table of tables) {
        const wanted = made.columns?.[table]
        expect(after.columns[table]).toEqual(
          wanted === undefined ? before.columns[table] : (wanted ?? undefined),
        )
      }
    }),
  )
})

test('once saved nothing is left of a change but what was chosen after it was sent', () => {
  fc.assert(
    fc.property(choices, change, change, (before, sent, later) => {
      const left = remainingChanges(mergeChanges(sent, later), sent)
      expect(remainingChanges(sent, sent)).toEqual({})
      expect(withChange(withChange(before, sent), left)).toEqual(withChange(withChange(before, sent), later))
    }),
  )
})

test('what is sent makes of what was seen what was chosen', () => {
  fc.assert(
    fc.property(choices, change, (before, made) => {
      const seen = { ...before, version: 7 }
      expect({ ...seen, ...patchOf(seen, made) }).toEqual(withChange(seen, made))
      expect(Object.keys(patchOf(seen, made)).sort()).toEqual(['version', ...Object.keys(made)].sort())
    }),
  )
})
