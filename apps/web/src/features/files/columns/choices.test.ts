import { uploadLayout } from '@backoffice/contract/columns'
import { aColumn, sampleColumns } from '@backoffice/contract/testing/sample-columns'
import { expect, test } from 'vitest'
import {
  type Choices,
  chooseField,
  chooseValue,
  doubledFields,
  isSame,
  matchingOf,
  missingFields,
  missingForNewRows,
  startOf,
} from './choices.ts'
import { columnLetter, describeNames, describeProblems, matchState } from './match-words.ts'

const BRANCHES = uploadLayout('BRANCHES')
const columns = sampleColumns()
const start = startOf(columns, BRANCHES, false)

test('starts from the remembered fields and the suggestions', () => {
  expect(start.fields).toEqual({
    0: 'company_code',
    1: 'branch_code',
    2: 'branch_name',
    4: 'opened_on',
    5: 'closed_on',
  })
  const matched = { ...columns.matched, fields: [{ field: 'branch_code', column: 3 }], formats: {} }
  const other = sampleColumns({
    matched: { ...matched, at: '2026-11-12T02:00:00Z', by: null, is_shared: false },
  })
  // A suggestion for a field that has another column is left out.
  expect(startOf(other, BRANCHES, false).fields).toMatchObject({ 3: 'branch_code' })
  expect(startOf(other, BRANCHES, false).fields[1]).toBeUndefined()
  // A matching in force is complete.
  expect(startOf(other, BRANCHES, true).fields).toEqual({ 3: 'branch_code' })
})

test('a field is missing without a column and without a value', () => {
  expect(missingFields(BRANCHES, start)).toEqual([])
  const without = chooseField(start, 1, '')
  expect(missingFields(BRANCHES, without)).toEqual(['branch_code'])
  expect(describeProblems(columns.columns, BRANCHES, without)).toEqual([
    '1 required field has no column',
    'Opened on needs a format',
  ])
  expect(missingFields(BRANCHES, chooseValue(without, 'branch_code', '0417'))).toEqual([])
})

test('values that depend on a changed one are chosen again, and empty ones are not added', () => {
  const values = { region: 'Region III', province: 'Tarlac', branch_code: '0417' }
  const below = ['province', 'city']
  expect(chooseValue({ ...start, values }, 'region', 'CARAGA', below).values).toEqual({
    ...{ region: 'CARAGA', province: '', branch_code: '0417' },
  })
  expect(chooseValue({ ...start, values }, 'region', 'Region III', below).values).toEqual(values)
  const { region: _, ...others } = values
  expect(chooseValue({ ...start, values }, 'region', undefined, below).values).toEqual({
    ...others,
    province: '',
  })
})

test('new rows need further fields, rows of an import that only changes need none', () => {
  expect(missingForNewRows(BRANCHES, start, true)).toEqual([
    'establishment_code',
    'region',
    'province',
    'city',
  ])
  expect(missingForNewRows(BRANCHES, start, false)).toEqual([])
})

test('a field with two columns must be solved', () => {
  const doubled = chooseField(start, 3, 'branch_name')
  expect(doubledFields(doubled)).toEqual(['branch_name'])
  expect(describeProblems(columns.columns, BRANCHES, doubled)).toContain('Branch name has two columns')
  const [, , first, second] = columns.columns
  const context = { columns, start, choices: doubled, isInForce: false }
  for (const column of [first, second])
    expect(column && matchState(column, context).text).toBe('Two columns for one field')
})

test('the call names the chosen fields with their formats only', () => {
  const chosen: Choices = {
    ...chooseField(start, 0, ''),
    formats: { opened_on: 'DMY', branch_name: 'COMMA' },
  }
  expect(matchingOf(columns, BRANCHES, chooseValue(chosen, 'company_code', ' NLF '))).toEqual({
    columns: [
      { field: 'branch_code', column: 1 },
      { field: 'branch_name', column: 2 },
      { field: 'opened_on', column: 4 },
      { field: 'closed_on', column: 5 },
      { field: 'company_code', value: 'NLF' },
    ],
    formats: { opened_on: 'DMY', closed_on: 'DMY' },
  })
})

test('a format in which the column cannot be read is chosen again', () => {
  const remembered = sampleColumns({
    matched: {
      fields: [{ field: 'opened_on', column: 4 }],
      formats: { opened_on: 'YMD' },
      ...{ at: '2026-11-12T02:00:00Z', by: null, is_shared: false },
    },
  })
  const choices = startOf(remembered, BRANCHES, false)
  expect(describeProblems(remembered.columns, BRANCHES, choices)).toEqual(['Opened on needs a format'])
  const moved = chooseField({ ...choices, formats: { opened_on: 'DMY' } }, 4, 'closed_on')
  expect(moved.formats).toEqual({})
})

test('a column states where its field comes from', () => {
  const chosen = chooseField(start, 3, 'address')
  const states = columns.columns.map(
    (column) => matchState(column, { columns, start, choices: chosen, isInForce: false }).text,
  )
  expect(states).toEqual([
    'Matched by name',
    'Remembered from 12 Nov',
    'Suggested',
    'Chosen by you',
    'Suggested',
    'Suggested',
  ])
})

test('a matching of a colleague names them', () => {
  const { matched } = columns
  const shared = sampleColumns({ matched: matched && { ...matched, by: 'Maria Reyes', is_shared: true } })
  const [, code] = shared.columns
  const context = { columns: shared, start, choices: start, isInForce: false }
  expect(code && matchState(code, context).text).toBe('Matched by Maria Reyes on 12 Nov')
})

test('a choice that is taken back leaves nothing to lose', () => {
  const there = chooseField(start, 3, 'address')
  expect(isSame(there, start)).toBe(false)
  expect(isSame(chooseField(there, 3, ''), start)).toBe(true)
  expect(isSame(chooseValue(start, 'region', ''), start)).toBe(false)
})

test('columns have the letters of a spreadsheet', () => {
  expect([0, 25, 26, 49].map(columnLetter)).toEqual(['A', 'Z', 'AA', 'AX'])
  expect(describeNames(['A', 'B', 'C'])).toBe('A, B and C')
})

test('a field goes to the column that was chosen last, and columns that are not imported are left out', () => {
  const moved = chooseField(chooseField(start, 3, 'branch_name'), 2, '')
  expect(doubledFields(moved)).toEqual([])
  expect(matchingOf(columns, BRANCHES, chooseField(moved, 5, '')).columns).toEqual([
    { field: 'company_code', column: 0 },
    { field: 'branch_code', column: 1 },
    { field: 'branch_name', column: 3 },
    { field: 'opened_on', column: 4 },
  ])
})

test('numbers with separators need a decimal sign for fields of numbers only', () => {
  const column = aColumn([0, 'Rate', ['1.234', '2.500']], { decimal_signs: ['POINT', 'COMMA'] })
  const layout = {
    ...BRANCHES,
    fields: {
      rate: { label: 'Rate', type: 'decimal', rules: '', max: 9 },
      note: { label: 'Note', type: 'text', rules: '', max: 9 },
    },
    required: [],
  } as const
  const none: Choices = { fields: {}, values: {}, formats: {} }
  expect(describeProblems([column], layout, chooseField(none, 0, 'rate'))).toEqual(['Rate needs a format'])
  expect(describeProblems([column], layout, chooseField(none, 0, 'note'))).toEqual([])
})
