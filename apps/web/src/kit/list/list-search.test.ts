import { type Condition, list } from '@backoffice/contract/list'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  changed,
  type ListSearch,
  listParams,
  parseListSearch,
  printListSearch,
  queryOf,
} from './list-search.ts'

const both = { filter: true, sort: true } as const
const samples = list({
  name: 'samples',
  title: 'Samples',
  fields: {
    source: { label: 'Source', type: 'choice', options: { POS: 'POS', FUEL: 'Fuel' }, ...both },
    name: { label: 'Name', type: 'text', ...both },
    code: { label: 'Code', type: 'code', ...both },
    from: { label: 'From', type: 'date', ...both },
    amount: { label: 'Amount', type: 'number', ...both },
    secret: { label: 'Secret', type: 'text' },
  },
  sort: ['source:asc', 'code:asc'],
})
type Samples = typeof samples

const HOSTILE = [
  '~',
  '!',
  '!!',
  '*',
  '%7E',
  '%',
  '..',
  'a..b',
  '-a',
  ',',
  '=cmd()',
  '<script>',
  '😀',
  "'",
  '\\',
]
const value = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.string({ minLength: 1, maxLength: 20, unit: fc.constantFrom(...'ab~!*%.,-&=# +') }),
)
const range = (end: fc.Arbitrary<string>) =>
  fc.record({ from: end, to: end, empty: fc.boolean() }, { requiredKeys: [] })
const day = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((at) => at.toISOString().slice(0, 10))
const values = (item: fc.Arbitrary<string>) => fc.uniqueArray(item, { minLength: 1, maxLength: 4 })
const texts = fc.record({ in: values(value), contains: value, empty: fc.boolean() }, { requiredKeys: [] })

const isSet = (condition: object) => Object.keys(condition).length > 0
const set = <C extends object>(condition: fc.Arbitrary<C>) =>
  condition.filter(isSet) as fc.Arbitrary<Condition>

const filters = fc
  .record(
    {
      source: set(
        fc.record({ in: values(fc.constantFrom('POS', 'FUEL')), empty: fc.boolean() }, { requiredKeys: [] }),
      ),
      name: set(texts),
      code: set(texts),
      from: set(range(day)),
      amount: set(range(fc.integer({ min: -999, max: 999 }).map(String))),
    },
    { requiredKeys: [] },
  )
  .filter(isSet)
const sort = fc
  .uniqueArray(fc.constantFrom('source', 'name', 'code', 'from'), { minLength: 1, maxLength: 3 })
  .chain((names) => fc.tuple(...names.map((name) => fc.constantFrom(`${name}:asc`, `${name}:desc`))))
  .filter((each) => each.join() !== samples.sort.join())
const searches = fc
  .record(
    {
      search: value.filter((text) => text.trim() === text),
      filters,
      sort,
      page: fc.integer({ min: 2, max: 100_000 }),
      size: fc.constantFrom(10, 25, 50, 100),
      view: fc.uuid({ version: 4 }),
      cols: fc.uniqueArray(fc.constantFrom('source', 'name', 'secret'), { minLength: 1 }),
    },
    { requiredKeys: [] },
  )
  // The arbitrary record has a wider type than the search.
  .map((search) => search as unknown as ListSearch<keyof Samples['fields']>)

const defined = (record: object) =>
  Object.fromEntries(Object.entries(record).filter(([, each]) => each !== undefined))

for (const prefix of ['', 'past.'])
  test(`a printed search is parsed again, with the prefix '${prefix}'`, () => {
    fc.assert(
      fc.property(searches, (search) => {
        const params = defined(printListSearch<Samples>(samples, search, prefix))
        expect(parseListSearch(samples, params as never, prefix)).toEqual(search)
        expect(Object.keys(params).every((name) => name.startsWith(prefix))).toBe(true)
      }),
    )
  })

test('parses any address without an error, and prints the same again', () => {
  const names = ['q', 'sort', 'page', 'after', 'size', 'view', 'cols', 'f.source', 'f.name', 'f.from', 'x']
  const hostile = fc.dictionary(
    fc.oneof(fc.constantFrom(...names), fc.string()),
    fc.oneof(value, fc.string(), fc.integer(), fc.anything()),
  )
  fc.assert(
    fc.property(hostile, (params) => {
      const kept = listParams(params)
      expect(Object.keys(kept).toSorted()).toEqual(Object.keys(params).toSorted())
      const search = parseListSearch(samples, kept)
      const printed = printListSearch<Samples>(samples, search)
      expect(defined(parseListSearch(samples, printed))).toEqual(defined(search))
      expect(listParams(printed)).toEqual(printed)
    }),
  )
})

test('removes card numbers from every part of an address', () => {
  expect(listParams({ q: '9990000000000011', '9990000000000011': 'a', 'f.name': '*cash', page: 2 })).toEqual({
    q: undefined,
    '9990000000000011': undefined,
    'f.name': '*cash',
    page: undefined,
  })
})

test('filters have the format of the decision', () => {
  const params = {
    'f.source': 'POS~FUEL',
    'f.name': '*cash',
    'f.from': '2025-01-01..!',
    'f.code': '!!',
    'f.amount': '..5.25',
    sort: 'source,-code',
  }
  const search = parseListSearch(samples, params)
  expect(search).toEqual({
    filters: {
      source: { in: ['POS', 'FUEL'] },
      name: { contains: 'cash' },
      from: { from: '2025-01-01', empty: true },
      code: { empty: false },
      amount: { to: '5.25' },
    },
    sort: ['source:asc', 'code:desc'],
  })
  expect(defined(printListSearch(samples, search))).toEqual(params)
})

test('drops unknown fields, values and sorts, and card numbers', () => {
  const search = parseListSearch(samples, {
    q: '9990000000000011',
    'f.source': 'POS~constructor~KIOSK',
    'f.secret': 'x',
    'f.name': '9990 0000 0000 0011',
    'f.from': '2025-02-31..yesterday',
    'f.__proto__': '1',
    sort: 'toString,-secret,name,-name',
    page: '-1',
    size: '7',
    view: 'javascript:',
    cols: 'valueOf',
  })
  expect(search).toEqual({ filters: { source: { in: ['POS'] } }, sort: ['name:asc'] })
})

test('leaves out the default sort, and returns to the first page on any other change', () => {
  expect(defined(printListSearch(samples, { sort: ['source:asc', 'code:asc'] }))).toEqual({})
  const before = { search: 'a', page: 3, after: 'cursor' }
  expect(defined(changed(before, { sort: ['name:asc'] }))).toEqual({ search: 'a', sort: ['name:asc'] })
  expect(defined(changed(before, { page: 4 }))).toEqual({ search: 'a', page: 4 })
  expect(defined(changed(before, { filters: { name: undefined } }))).toEqual({ search: 'a' })
})

test('a cursor reaches pages beyond the numbered ones', () => {
  expect(queryOf({ page: 2, size: 10 }, 25)).toEqual({ page: 2, page_size: 10 })
  expect(queryOf({ page: 500, after: 'x' }, 25)).toEqual({ page: 500, page_size: 25, after: 'x' })
  expect(queryOf({ page: 500 }, 25)).toEqual({ page: 400, page_size: 25 })
})
