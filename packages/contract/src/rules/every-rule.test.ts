import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../testing/property-runs.ts'
import { checkField } from './check.ts'
import { productRules } from './product.ts'
import type { Params, Rule } from './rule.ts'
import { standardRules } from './standard.ts'

const rules: Readonly<Record<string, Rule>> = { ...standardRules, ...productRules }
const PARAMS: Readonly<Record<string, readonly unknown[]>> = {
  between: ['1', '9'],
  dimensions: ['1', '1'],
  ext: ['csv'],
  mimes: ['*/csv', 'image/*p'],
  one_of: ['a', '1'],
  not_one_of: ['a', '1'],
  regex: ['^a'],
  totalSize: ['1', '0'],
}
const paramsOf = (name: string): Params => PARAMS[name] ?? ['1']

const COMPARED_ON_EMPTY = ['required', 'confirmed', 'is', 'is_not']
describe.each(Object.entries(standardRules).filter(([name]) => !COMPARED_ON_EMPTY.includes(name)))(
  '%s',
  (name, rule: Rule) => {
    test.each([[undefined], [null], [''], [[]]])('passes on %o', async (empty) => {
      expect(await rule(empty, paramsOf(name))).toBe(true)
      expect(await rule(empty, [])).toBe(true)
    })
  },
)

const hostileObjects = fc.constantFrom<unknown>(
  { toString: 1 },
  { toString: null, valueOf: null },
  { length: -1 },
  { length: 1e15 },
  { item: 1, length: 1e15 },
  { name: {}, size: '1', type: [] },
  [{ toString: 1 }],
  Object.create(null),
  JSON.parse('{"__proto__": {"length": 3}}'),
  Array.from({ length: 100_000 }).reduce<unknown>((inner) => [inner], 'deep'),
  Symbol('s'),
  10n,
)
const fileLike = fc.record(
  {
    name: fc.oneof(fc.string(), fc.constantFrom('a.png', 'a.CSV')),
    size: fc.double(),
    type: fc.oneof(fc.string(), fc.constantFrom('image/png', 'text/csv')),
  },
  { requiredKeys: [] },
)
const text = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constantFrom('a', '1', '09171234567'))
const value = fc.oneof(
  hostileObjects,
  fileLike,
  fc.array(fileLike),
  text,
  fc.array(text),
  fc.jsonValue(),
  fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true, withSet: true }),
)

test('no rule throws for any value', async () => {
  const verdicts = fc.asyncProperty(value, fc.constantFrom(...Object.keys(rules)), async (input, name) => {
    const verdict = await rules[name]?.(input, paramsOf(name))
    expect(['boolean', 'string']).toContain(typeof verdict)
  })
  await fc.assert(verdicts, { numRuns: propertyRuns(5_000) })
})

test('no referenced value makes a rule or its message throw', async () => {
  const refuses = fc.constantFrom<unknown>(
    { toString: 1, valueOf: 1 },
    Object.create(null),
    [Object.create(null)],
    Symbol('other'),
  )
  // Patterns are never references.
  const names = Object.keys(rules).filter((name) => name !== 'regex' && name !== 'mimes')
  const input = fc.oneof(value, fc.constant({ name: 'a.png', size: 1, type: 'image/png' }))
  const verdicts = fc.asyncProperty(
    input,
    fc.oneof(refuses, value),
    fc.constantFrom(...names),
    async (mine, other, name) => {
      const params = name === 'url' ? [] : ['@other', '@other']
      const failure = await checkField(mine, { [name]: params }, { name: 'mine', values: { other } })
      expect(['undefined', 'string']).toContain(typeof failure?.message)
    },
  )
  await fc.assert(verdicts, { numRuns: propertyRuns(3_000) })
})

const ofText = [
  ...[
    'alpha',
    'alpha_num',
    'alpha_dash',
    'alpha_spaces',
    'email',
    'min',
    'max',
    'digits',
    'numeric',
    'integer',
  ],
  ...['between', 'min_value', 'max_value', 'regex', 'one_of', 'not_one_of'],
  ...[
    'phone_number',
    'ph_phone_number',
    'has_number',
    'has_special_char',
    'has_upper_lower_case',
    'no_spaces',
  ],
]

test.each([
  ['values', ofText, fc.oneof(text, fc.integer(), fc.constantFrom(null, undefined, []))],
  ['files', ['ext', 'image', 'mimes', 'size'], fileLike],
])('a list of %s passes if each item does', (_, names, item) => {
  const lists = fc.array<unknown>(item, { minLength: 1 })
  const sameForEach = fc.property(lists, fc.constantFrom(...names), (list, name) => {
    const passes = (input: unknown) => rules[name]?.(input, paramsOf(name))
    expect(passes(list)).toBe(list.every((each) => passes(each) === true))
  })
  fc.assert(sameForEach, { numRuns: propertyRuns(2_000) })
})

test('on text, min:n passes if and only if max:n-1 fails, and both count code points', () => {
  const several = fc.string({ unit: 'binary', minLength: 1 })
  const dual = fc.property(several, fc.nat(12), (input, n) => {
    expect(standardRules.min(input, [n])).toBe(!standardRules.max(input, [n - 1]))
    const count = Array.from(input).length
    expect([standardRules.min(input, [count]), standardRules.max(input, [String(count)])]).toEqual([
      true,
      true,
    ])
  })
  fc.assert(dual)
})

test('reports the first rule that fails alone', async () => {
  const names = fc.uniqueArray(fc.constantFrom(...Object.keys(rules)))
  const bail = fc.asyncProperty(names, value, async (chosen, input) => {
    const asObject = (some: string[]) => Object.fromEntries(some.map((name) => [name, paramsOf(name)]))
    const alone = await Promise.all(chosen.map((name) => checkField(input, asObject([name]), { name: 'x' })))
    expect(await checkField(input, asObject(chosen), { name: 'x' })).toEqual(alone.find(Boolean))
  })
  await fc.assert(bail, { numRuns: propertyRuns(300) })
})
