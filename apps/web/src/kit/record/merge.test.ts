import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chooseAll, type FieldTexts, merge, resultOf, results, type Side, unresolved } from './merge.ts'

const NAMES = ['name', 'code', 'from', 'to', '__proto__', 'constructor']
// Few different values, so that sides often agree.
const value = fc.oneof(fc.constantFrom('', 'a', 'b', ' a', '<script>', '=cmd()'), fc.string({ maxLength: 3 }))
const values = fc
  .tuple(...NAMES.map(() => value))
  .map((values): FieldTexts => Object.fromEntries(NAMES.map((name, index) => [name, values[index] ?? ''])))
const three = fc.tuple(values, values, values)
const side = fc.constantFrom<Side>('mine', 'theirs')

function property<T>(arbitrary: fc.Arbitrary<T>, holds: (value: T) => void): void {
  fc.assert(fc.property(arbitrary, holds), { numRuns: 500 })
}

test('every field appears once, in order', () => {
  property(three, ([base, mine, theirs]) => {
    expect(merge(base, mine, theirs, NAMES).map(({ name }) => name)).toEqual(NAMES)
  })
})

test('merges a change of one side without a choice', () => {
  property(three, ([base, mine, theirs]) => {
    for (const field of merge(base, mine, theirs, NAMES)) {
      if (field.mine === field.base) expect(resultOf(field, {})).toBe(field.theirs)
      if (field.theirs === field.base) expect(resultOf(field, {})).toBe(field.mine)
    }
  })
})

test('the same change on both sides is not a conflict', () => {
  property(fc.tuple(values, values), ([base, both]) => {
    const fields = merge(base, both, both, NAMES)
    expect(unresolved(fields, {})).toEqual([])
    expect(results(fields, {})).toEqual(both)
  })
})

test('different changes of one field are a conflict until one side is chosen', () => {
  property(fc.tuple(three, side), ([[base, mine, theirs], chosen]) => {
    const fields = merge(base, mine, theirs, NAMES)
    const conflicts = NAMES.filter(
      (name) => mine[name] !== base[name] && theirs[name] !== base[name] && mine[name] !== theirs[name],
    )
    expect(unresolved(fields, {})).toEqual(conflicts)
    expect(Object.keys(results(fields, {}))).toEqual(NAMES.filter((name) => !conflicts.includes(name)))
    const choices = chooseAll(fields, chosen)
    expect(unresolved(fields, choices)).toEqual([])
    for (const field of fields)
      if (field.changed === 'both') expect(resultOf(field, choices)).toBe(field[chosen])
  })
})

test('a choice changes the result of a conflict only', () => {
  property(fc.tuple(three, side), ([[base, mine, theirs], chosen]) => {
    const choices = Object.fromEntries(NAMES.map((name) => [name, chosen]))
    for (const field of merge(base, mine, theirs, NAMES))
      if (field.changed !== 'both') expect(resultOf(field, choices)).toBe(resultOf(field, {}))
  })
})

test('exchanging both sides and the choice gives the same result', () => {
  property(fc.tuple(three, side), ([[base, mine, theirs], chosen]) => {
    const other = chosen === 'mine' ? 'theirs' : 'mine'
    const fields = merge(base, mine, theirs, NAMES)
    const exchanged = merge(base, theirs, mine, NAMES)
    expect(results(exchanged, chooseAll(exchanged, other))).toEqual(
      results(fields, chooseAll(fields, chosen)),
    )
  })
})

test('merging a result again with its source has no conflict', () => {
  property(fc.tuple(three, side), ([[base, mine, theirs], chosen]) => {
    const fields = merge(base, mine, theirs, NAMES)
    const merged = results(fields, chooseAll(fields, chosen))
    const again = merge(theirs, merged, theirs, NAMES)
    expect(unresolved(again, {})).toEqual([])
    expect(results(again, {})).toEqual(merged)
  })
})

test('a missing value is empty', () => {
  expect(merge({}, { name: 'a' }, {}, ['name'])).toEqual([
    { name: 'name', base: '', mine: 'a', theirs: '', changed: 'mine' },
  ])
})
