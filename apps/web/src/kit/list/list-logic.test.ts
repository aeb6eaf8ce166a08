import type { ListField } from '@backoffice/contract/list'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { arranged, boundedWidth, moved } from './columns.ts'
import { describeCondition, describeSort } from './condition-words.ts'
import { conditionOf, draftOf } from './filter-editor.tsx'
import { nextSort } from './head-cell.tsx'
import { pageChange, pagingOf } from './paging.ts'
import { pageState, refreshed, rowsBetween, type SelectedRows, withRows } from './selection.ts'

const DECLARED = ['source:asc', 'code:asc'] as const

test('a press sorts only by its column: ascending, descending, then as declared', () => {
  const first = nextSort(DECLARED, 'name', false, DECLARED)
  expect(first).toEqual(['name:asc'])
  expect(nextSort(['name:asc'], 'name', false, DECLARED)).toEqual(['name:desc'])
  expect(nextSort(['name:desc'], 'name', false, DECLARED)).toBeUndefined()
  expect(nextSort(DECLARED, 'source', false, DECLARED)).toEqual(['source:desc'])
  // Already sorted this way by declaration, so it reverses.
  expect(nextSort(['at:desc'], 'at', false, ['at:desc'])).toEqual(['at:asc'])
})

test('a press with Shift adds its column, reverses it in place, then removes it; at most three columns', () => {
  expect(nextSort(DECLARED, 'name', true, DECLARED)).toEqual(['source:asc', 'code:asc', 'name:asc'])
  expect(nextSort(DECLARED, 'source', true, DECLARED)).toEqual(['source:desc', 'code:asc'])
  expect(nextSort(['source:desc', 'code:asc'], 'source', true, DECLARED)).toEqual(['code:asc'])
  expect(nextSort(['name:desc'], 'name', true, DECLARED)).toBeUndefined()
  const full = ['a:asc', 'b:asc', 'c:asc'] as const
  expect(nextSort(full, 'd', true, DECLARED)).toEqual(full)
})

const ROWS = ['a', 'b', 'c', 'd'].map((id) => ({ id, version: 1 }))
const idOf = ({ id }: { id: string }) => id
const none: SelectedRows<{ id: string; version: number }> = new Map()

test('rows stay selected across pages by id, with their latest versions', () => {
  const first = withRows(none, ROWS.slice(0, 2), idOf, true)
  expect(pageState(first, ROWS.slice(0, 2), idOf)).toBe('all')
  expect(pageState(first, ROWS, idOf)).toBe('some')
  expect(pageState(first, ROWS.slice(2), idOf)).toBe('none')
  const second = withRows(first, ROWS.slice(2, 3), idOf, true)
  expect([...second.keys()]).toEqual(['a', 'b', 'c'])
  expect(refreshed(second, ROWS, idOf)).toBe(second)
  const newer = [{ id: 'c', version: 2 }]
  expect(refreshed(second, newer, idOf).get('c')).toEqual({ id: 'c', version: 2 })
  expect([...withRows(second, ROWS, idOf, false)]).toEqual([])
})

test('a range is the same from either end, and empty if an end is on another page', () => {
  expect(rowsBetween(ROWS, idOf, 'b', 'd')).toEqual(rowsBetween(ROWS, idOf, 'd', 'b'))
  expect(rowsBetween(ROWS, idOf, 'b', 'd').map(idOf)).toEqual(['b', 'c', 'd'])
  expect(rowsBetween(ROWS, idOf, 'z', 'd')).toEqual([])
})

const COLUMNS = [
  { field: 'name', always: true },
  { field: 'state' },
  { field: 'rows', hidden: true },
] as const

test('for any stored choice, required columns appear once and unknown ones never', () => {
  const stored = fc.array(
    fc.record(
      { id: fc.oneof(fc.constantFrom('name', 'state', 'rows'), fc.string()), width: fc.integer() },
      { requiredKeys: ['id'] },
    ),
  )
  fc.assert(
    fc.property(stored, (chosen) => {
      const fields = arranged(COLUMNS, chosen).map(({ field }) => field)
      expect(fields).toContain('name')
      expect(new Set(fields).size).toBe(fields.length)
      for (const { width } of arranged(COLUMNS, chosen) as { width?: number }[])
        if (width !== undefined) expect(boundedWidth(width)).toBe(width)
    }),
  )
  expect(arranged(COLUMNS, undefined).map(({ field }) => field)).toEqual(['name', 'state'])
  expect(arranged(COLUMNS, [{ id: 'rows' }, { id: 'state', width: 120 }])).toEqual([
    { field: 'name', always: true },
    { field: 'rows', hidden: true },
    { field: 'state', width: 120 },
  ])
})

test('a moved column is at its new place, and no column is lost', () => {
  const place = fc.integer({ min: -3, max: 9 })
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4 }), place, (from, to) => {
      const items = ['a', 'b', 'c', 'd', 'e']
      const next = moved(items, from, to)
      expect(next.toSorted()).toEqual(items)
      expect(next.indexOf(items[from] as string)).toBe(Math.max(0, Math.min(to, 4)))
    }),
  )
})

const CHOICE: ListField = { label: 'Source', type: 'choice', options: { POS: 'POS', FUEL: 'Fuel' } }
const DATE: ListField = { label: 'To', type: 'date' }
const TEXT: ListField = { label: 'Name', type: 'text' }
const NUMBER: ListField = { label: 'Rows', type: 'number' }

test.each([
  [CHOICE, { in: ['FUEL', 'POS'] }, 'Source is Fuel, POS'],
  [DATE, { from: '2025-01-01', empty: true }, 'To after 1 Jan 2025 or open'],
  [DATE, { to: '2025-12-31' }, 'To before 31 Dec 2025'],
  [DATE, { from: '2025-01-01', to: '2025-12-31' }, 'To from 1 Jan 2025 to 31 Dec 2025'],
  [DATE, { from: '2025-01-01', to: '2025-01-01' }, 'To is 1 Jan 2025'],
  [DATE, { empty: true }, 'To is open'],
  [TEXT, { contains: 'cash' }, 'Name contains cash'],
  [TEXT, { empty: false }, 'Name is not empty'],
  [TEXT, { in: ['a', 'b', 'c', 'd', 'e'] }, 'Name is a, b, c and 2 more'],
  [NUMBER, { from: '5' }, 'Rows at least 5'],
  [NUMBER, { to: '5', empty: true }, 'Rows at most 5 or empty'],
])('%o with %o is “%s”', (field, condition, words) => {
  const { lead, value } = describeCondition(field.label, field, condition)
  expect(`${lead} ${value}`).toBe(words)
})

test('the sort is formatted as a phrase', () => {
  expect(describeSort(['Source', 'Tender ID', 'BIN range'])).toBe('by source, then tender ID, then BIN range')
})

test('the editor of a filter keeps the condition that it was opened with', () => {
  const cases = [
    [CHOICE, { in: ['POS'] }],
    [DATE, { from: '2025-01-01', empty: true }],
    [DATE, { to: '2025-01-01' }],
    [TEXT, { contains: 'a, b' }],
    [TEXT, { in: ['a', 'b'] }],
    [TEXT, { empty: true }],
    [NUMBER, { from: '1', to: '10' }],
  ] as const
  for (const [field, condition] of cases)
    expect(conditionOf(draftOf(condition, field), field)).toEqual({ condition })
  expect(conditionOf({ ...draftOf(undefined, NUMBER), from: '10', to: '9' }, NUMBER)).toHaveProperty('error')
  const card = { ...draftOf(undefined, TEXT), values: '9990 0000 0000 0011' }
  expect(conditionOf(card, TEXT)).toHaveProperty('error')
})

const reply = { total: 1_204, total_estimated: false, page_size: 25, next: 'n', previous: 'p' }

test('pages are numbered for the first 10,000 rows and reached by cursor beyond', () => {
  expect(pagingOf({}, { ...reply, previous: null })).toEqual({
    page: 1,
    pages: 49,
    hasNext: true,
    hasPrevious: false,
  })
  expect(pageChange({ page: 2 }, reply, 1)).toEqual({ page: 3, size: 25, after: undefined })
  const long = { ...reply, total: 1_204_000, total_estimated: true }
  expect(pageChange({ page: 400 }, long, 1)).toEqual({ page: 401, size: 25, after: 'n' })
  expect(pageChange({ page: 402, after: 'x' }, long, -1)).toEqual({ page: 401, size: 25, after: 'p' })
  expect(pageChange({ page: 401, after: 'x' }, long, -1)).toEqual({ page: 400, size: 25, after: undefined })
  expect(pagingOf({ page: 402, after: 'x' }, { ...long, next: null })).toMatchObject({
    hasNext: false,
    pages: 402,
  })
})

test('from beyond the end, the previous page is the last page', () => {
  const shrunk = { ...reply, total: 30, next: null }
  expect(pageChange({ page: 9 }, shrunk, -1)).toMatchObject({ page: 2 })
})
