import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseRules, referencesOf, resolveParams } from './grammar.ts'
import type { RuleSet } from './rule.ts'

const pattern = /a|b,c/

test.each<[RuleSet, object]>([
  ['', {}],
  ['required', { required: [] }],
  ['required|min:8', { required: [], min: ['8'] }],
  ['between:1,9', { between: ['1', '9'] }],
  ['between:1, 9', { between: ['1', ' 9'] }],
  ['regex:^a:b$', { regex: ['^a:b$'] }],
  ['url:^https?://', { url: ['^https?://'] }],
  ['regex:a|b', { regex: ['a'], b: [] }],
  ['min:', { min: [''] }],
  ['required||min:8|', { required: [], min: ['8'] }],
  ['min:8|max:9|min:10', { min: ['10'], max: ['9'] }],
  [{}, {}],
  [{ required: true, email: false }, { required: [] }],
  [{ min: 8 }, { min: [8] }],
  [
    { min: '8', max: 0 },
    { min: ['8'], max: [0] },
  ],
  [{ one_of: ['a|b', 'c,d'] }, { one_of: ['a|b', 'c,d'] }],
  [{ between: { min: 1, max: 9 } }, { between: { min: 1, max: 9 } }],
  [{ regex: pattern }, { regex: [pattern] }],
  [
    { is: null, is_not: undefined },
    { is: [null], is_not: [undefined] },
  ],
])('parses %o as %o', (rules, expected) => {
  const read = parseRules(rules).map(({ name, params }) => [name, params])
  expect(read).toEqual(Object.entries(expected))
})

const name = fc.stringMatching(/^[a-zA-Z_]+$/)
const parameter = fc.string().filter((text) => !/[|,]/.test(text))
const written = fc.uniqueArray(fc.record({ name, params: fc.array(parameter) }), {
  selector: (rule) => rule.name,
})

describe('for any rules', () => {
  test('the string form round-trips', () => {
    const asText = (rule: { name: string; params: string[] }) =>
      rule.params.length ? `${rule.name}:${rule.params.join(',')}` : rule.name
    fc.assert(
      fc.property(written, (rules) => {
        expect(parseRules(rules.map(asText).join('|'))).toEqual(rules)
      }),
    )
  })

  test('the object form round-trips, including commas and bars', () => {
    const anything = fc.uniqueArray(fc.record({ name, params: fc.array(fc.string()) }), {
      selector: (rule) => rule.name,
    })
    fc.assert(
      fc.property(anything, (rules) => {
        const asObject = Object.fromEntries(rules.map((rule) => [rule.name, rule.params]))
        expect(parseRules(asObject)).toEqual(rules)
      }),
    )
  })
})

test('returns each referenced field once, in either form', () => {
  expect(referencesOf('confirm_password:@password')).toEqual(['password'])
  expect(referencesOf('required|between:@range.from,@range.to|is_not:@range.from|email:a@b')).toEqual([
    'range.from',
    'range.to',
  ])
  expect(referencesOf({ between: { min: '@from', max: 9 }, confirmed: '@other', email: true })).toEqual([
    'from',
    'other',
  ])
  expect(referencesOf('')).toEqual([])
})

const values = { a: 1, deep: { er: [{ x: 'found' }] }, 'dotted.name': 2, deeper: null }

test.each([
  ['@a', 1],
  ['@deep.er.0.x', 'found'],
  ['@dotted.name', 2],
  ['@deeper.still', undefined],
  ['@nowhere', undefined],
  ['@toString', undefined],
  ['@a.toFixed', undefined],
  ['@', undefined],
  ['a@b', 'a@b'],
  [7, 7],
])('%s refers to %o', (written, expected) => {
  expect(resolveParams([written], values)).toEqual([expected])
  expect(resolveParams({ target: written }, values)).toEqual({ target: expected })
})
