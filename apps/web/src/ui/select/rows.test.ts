import fc from 'fast-check'
import { expect, test } from 'vitest'
import { indexOptions, labelOf, type SelectOption, selectedOf } from './options.ts'
import { type Row, type RowRules, rowsOf } from './rows.ts'

const RULES: RowRules<string> = {
  optionsLimit: 1_000,
  internalSearch: true,
  hideSelected: false,
  taggable: false,
  tagPosition: 'top',
  groupSelect: false,
}

const plain = (...labels: SelectOption<string>['label'][]) =>
  labels.map((label, index) => ({ value: `v${index}`, label }))

const said = (rows: readonly Row<string>[]) =>
  rows.map((row) =>
    row.kind === 'option' ? labelOf(row.option) : row.kind === 'tag' ? `+${row.text}` : `[${row.label}]`,
  )

const shown = (
  options: Parameters<typeof indexOptions<string>>[0],
  query: string,
  rules = {},
  selected: string[] = [],
) => said(rowsOf(indexOptions(options), query, selected, { ...RULES, ...rules }))

const places = plain('Santa Rosa', 'Peñaranda', 'San Pablo City', 'SANTA', 'Lipa')
const groups = [
  {
    label: 'Luzon',
    options: [
      { value: 'lipa', label: 'Lipa' },
      { value: 'tarlac', label: 'Tarlac City' },
    ],
  },
  {
    label: 'Visayas',
    options: [
      { value: 'cebu', label: 'Cebu City' },
      { value: 'iloilo', label: 'Iloilo' },
    ],
  },
  { label: 'Nowhere', options: [] },
]

test.each<[what: string, actual: string[], expected: string[]]>([
  ['no query: the original order', shown(places, ''), places.map(labelOf)],
  ['only spaces are no query', shown(places, '  '), places.map(labelOf)],
  ['trimmed, any case, shortest first', shown(places, ' sAn '), ['SANTA', 'Santa Rosa', 'San Pablo City']],
  ['accents are not folded', shown(places, 'pena'), []],
  ['accents are found as typed, in any case', shown(places, 'PEÑA'), ['Peñaranda']],
  ['equal lengths keep their order', shown(plain('ab2', 'ab1', 'ab'), 'ab'), ['ab', 'ab2', 'ab1']],
  ['null, undefined and false are words', shown(plain(null, undefined, false, 'x'), 'l'), ['—', '—']],
  ['undefined by its word', shown(plain(null, undefined, false), 'undef'), ['—']],
  ['a number by its digits, 0 too', shown(plain(0, 10, 7), '0'), ['0', '10']],
  [
    'group lines before what matches in them',
    shown(groups, 'city'),
    ['[Luzon]', 'Tarlac City', '[Visayas]', 'Cebu City'],
  ],
  [
    'groups without options are left out',
    shown(groups, ''),
    ['[Luzon]', 'Lipa', 'Tarlac City', '[Visayas]', 'Cebu City', 'Iloilo'],
  ],
  [
    'group lines count to the limit',
    shown(groups, '', { optionsLimit: 4 }),
    ['[Luzon]', 'Lipa', 'Tarlac City', '[Visayas]'],
  ],
  [
    'an order of its own',
    shown(places, 'san', {
      compare: (a: { value: string }, b: { value: string }) => b.value.localeCompare(a.value),
    }),
    ['SANTA', 'San Pablo City', 'Santa Rosa'],
  ],
  ['outside search: unchanged', shown(places, 'zzz', { internalSearch: false }), places.map(labelOf)],
  ['selected are hidden', shown(plain('a', 'b', 'c'), '', { hideSelected: true }, ['v1']), ['a', 'c']],
  [
    'a group with all hidden goes',
    shown(groups, '', { hideSelected: true }, ['lipa', 'tarlac']),
    ['[Visayas]', 'Cebu City', 'Iloilo'],
  ],
  [
    'unless its line can take them back',
    shown(groups, 'lipa', { hideSelected: true, groupSelect: true }, ['lipa']),
    ['[Luzon]'],
  ],
  ['a tag on top', shown(plain('vip'), ' vi ', { taggable: true }), ['+vi', 'vip']],
  ['a tag below', shown(plain('vip'), 'vi', { taggable: true, tagPosition: 'bottom' }), ['vip', '+vi']],
  ['no tag for a label that exists in any case', shown(plain('VIP'), 'vip ', { taggable: true }), ['VIP']],
  [
    'the tag counts to the limit',
    shown(plain('aa', 'aaa', 'aaaa'), 'a', { taggable: true, optionsLimit: 2 }),
    ['+a', 'aa'],
  ],
])('%s', (_what, actual, expected) => {
  expect(actual).toEqual(expected)
})

test.each<[value: Parameters<typeof selectedOf>[0], expected: unknown[]]>([
  [0, [0]],
  ['', []],
  [false, []],
  [null, []],
  [undefined, []],
  ['a', ['a']],
  [
    ['a', ''],
    ['a', ''],
  ],
])('%j is selected as %j', (value, expected) => {
  expect(selectedOf(value)).toEqual(expected)
})

test('1,200 options: the first 1,000', () => {
  const many = Array.from({ length: 1_200 }, (_, index) => ({ value: `${index}`, label: `Branch ${index}` }))
  expect(shown(many, '')).toHaveLength(1_000)
  expect(shown(many, '').at(-1)).toBe('Branch 999')
  expect(shown(many, 'branch')).toHaveLength(1_000)
})

const aLabel = fc.oneof(
  fc.string({ maxLength: 6 }),
  fc.constantFrom<SelectOption<string>['label'][]>('Ab', 'aB', 'ABBA', null, undefined, false, 0),
)
const someOptions = fc.array(aLabel, { maxLength: 40 }).map((labels) => plain(...labels))
const someQuery = fc.oneof(fc.string({ maxLength: 3 }), fc.constantFrom('', ' ', 'a', 'B', 'null', 'false'))

test('the results are exactly the matching options, shortest first', () => {
  fc.assert(
    fc.property(someOptions, someQuery, (options, query) => {
      const rows = rowsOf(indexOptions(options), query, [], RULES)
      const found = rows.map((row) => (row.kind === 'option' ? row.option : expect.fail('only options')))
      const needle = query.trim().toLowerCase()
      const wanted = options.filter(({ label }) => String(label).toLowerCase().includes(needle))
      expect(new Set(found)).toEqual(new Set(wanted))
      expect(found).toHaveLength(wanted.length)
      const stable = wanted.toSorted((a, b) => String(a.label).length - String(b.label).length)
      expect(found).toEqual(needle === '' ? options : stable)
    }),
  )
})

test('never more rows than the limit, with groups, hidden options and tags', () => {
  fc.assert(
    fc.property(
      fc.array(someOptions, { maxLength: 6 }),
      someQuery,
      fc.nat(30),
      fc.record({ hideSelected: fc.boolean(), taggable: fc.boolean(), groupSelect: fc.boolean() }),
      fc.constantFrom<'top' | 'bottom'>('top', 'bottom'),
      (lists, query, optionsLimit, flags, tagPosition) => {
        const index = indexOptions(lists.map((options, at) => ({ label: `G${at}`, options })))
        const rows = rowsOf(index, query, ['v1', 'v2'], { ...RULES, ...flags, tagPosition, optionsLimit })
        expect(rows.length).toBeLessThanOrEqual(optionsLimit)
      },
    ),
  )
})
