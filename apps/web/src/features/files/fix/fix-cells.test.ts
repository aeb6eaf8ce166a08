import type { RowToFix } from '@backoffice/contract/fixes'
import { CARD_ROWS, MALFORMED, ROWS_TO_FIX } from '@backoffice/contract/testing/sample-rows-to-fix'
import { expect, test } from 'vitest'
import {
  alikeChanges,
  type CellMessages,
  countFixed,
  isOpen,
  nextPlace,
  openPlaces,
  pastedChanges,
  problemAt,
  shownText,
} from './fix-cells.ts'
import { cellRules, checkChanges } from './fix-checks.ts'
import { type CellChange, draftReducer, EMPTY_DRAFT } from './fix-draft.ts'
import { placeName } from './problem-banner.tsx'
import { reasonOf } from './problem-words.ts'

const data = { rows: ROWS_TO_FIX.rows, fields: ROWS_TO_FIX.fields }
const CODE = 2
const OPENED = 6

function after(cells: readonly CellChange[] = [], messages: CellMessages = new Map()) {
  return { draft: draftReducer(EMPTY_DRAFT, { type: 'change', cells }), messages }
}

const rowsOf = (places: readonly { index: number }[]) =>
  places.map(({ index }) => data.rows[index]?.row_number)

test('problems are visited in reading order, around the end, and not after they are corrected', () => {
  const open = openPlaces(data, after())
  expect(rowsOf(open)).toEqual([5, 52, 101, 102, 224, 224, 303, 446])
  expect(open.filter(({ index }) => index === 4).map(({ column }) => column)).toEqual([CODE, OPENED])
  expect(nextPlace(open, { index: 4, column: CODE }, 1)).toEqual({ index: 4, column: OPENED })
  expect(nextPlace(open, { index: 4, column: CODE }, -1)).toEqual({ index: 3, column: CODE })
  expect(nextPlace(open, { index: 6, column: 5 }, 1)).toEqual(open[0])
  expect(nextPlace(open, { index: 0, column: 0 }, -1)).toEqual(open.at(-1))
  expect(nextPlace([], { index: 0, column: 0 }, 1)).toBeUndefined()
  const corrected = openPlaces(data, after([{ row: 5, field: 'company_code', value: 'NLF' }]))
  expect(rowsOf(corrected)).not.toContain(5)
})

test('a correction that breaks a rule, and one that is taken back, stay open', () => {
  const place = { index: 0, column: 1 }
  const cells = [{ row: 5, field: 'company_code', value: '' }]
  const broken = after(cells, new Map([[5, { company_code: 'Select Company' }]]))
  expect(isOpen(data, place, broken)).toBe(true)
  expect(isOpen(data, place, after(cells))).toBe(false)
  expect(isOpen(data, place, after([{ row: 5, field: 'company_code', value: null }]))).toBe(true)
  expect(countFixed(data, broken)).toEqual({ changed: 1, fixed: 0 })
})

test('alike problems have the same field, code and kind, and each row its own value', () => {
  const place = { index: 2, column: CODE }
  const alike = (cells: CellChange[] = []) =>
    alikeChanges(data, place, after(cells)).map(({ row, value }) => [row, value])
  expect(alike()).toEqual([
    [101, '0417'],
    [102, '0420'],
    [224, '0118'],
    [303, '0102'],
  ])
  expect(alike([{ row: 102, field: 'branch_code', value: '0999' }])).toHaveLength(3)
  expect(alikeChanges(data, { index: 1, column: 3 }, after())).toEqual([])
})

test('a row is fixed only without open problems', () => {
  const code = { row: 224, field: 'branch_code', value: '0118' }
  expect(countFixed(data, after([code]))).toEqual({ changed: 1, fixed: 0 })
  expect(countFixed(data, after([code, { row: 224, field: 'opened_on', value: '2026-02-28' }]))).toEqual({
    changed: 1,
    fixed: 1,
  })
})

test('a pasted block fills the shown rows, and leaves out what is outside and malformed lines', () => {
  const rows = [...data.rows.slice(0, 1), MALFORMED, ...data.rows.slice(1, 2)]
  const block = [
    ['2026-01-01', 'beyond the last column'],
    ['of the malformed line'],
    ['2026-03-01'],
    ['beyond the last row'],
  ]
  expect(pastedChanges({ ...data, rows }, { index: 0, column: OPENED }, block)).toEqual([
    { row: 5, field: 'opened_on', value: '2026-01-01' },
    { row: 52, field: 'opened_on', value: '2026-03-01' },
  ])
})

test('the problem of a whole line is at its row number', () => {
  expect(problemAt({ ...data, rows: [MALFORMED] }, { index: 0, column: 0 })?.code).toBe('E004')
  expect(openPlaces({ ...data, rows: [MALFORMED] }, after())).toEqual([])
})

test.each([
  ['417', false, '417'],
  ['9990000000000011', false, '••••0011'],
  ['9990000000000012', true, '•••• 0012'],
  ['•••• 0011', true, '•••• 0011'],
  ['', true, ''],
])('%s is shown as %s %s', (value, isCard, shown) => {
  expect(shownText(value, isCard)).toBe(shown)
})

test('reasons fit a cell', () => {
  const [, , zero, , date, , city] = data.rows
  const none = { value: '', declaration: undefined, above: [] }
  const reason = (row: typeof zero, index: number, cell = {}) => {
    const problem = row?.problems[index]
    return problem && reasonOf(problem, { ...none, ...cell })
  }
  const place = { label: 'City', type: 'choice', rules: '', max: 80, place: ['region', 'province'] }
  expect(reason(zero, 0)).toBe('Zero missing?')
  expect(reason(date, 1, { value: '31/02/2026' })).toBe('No such date')
  expect(reason(date, 1, { value: 'soon' })).toBe('Not a date')
  const range = (message: string) =>
    reasonOf({ field: 'date_to', severity: 'error', code: 'E006', message, suggestion: null }, none)
  expect(range('date_to is before date_from')).toBe('Range is reversed')
  expect(range('The range has 81 days; the maximum is 31')).toBe('Range is too long')
  expect(range('The date is in the future')).toBe('In the future')
  expect(range('Is after today, 28 Nov 2026')).toBe('In the future')
  expect(reason(city, 0, { value: 'Atlantis', declaration: place, above: ['III', 'Tarlac'] })).toBe(
    'Not in Tarlac',
  )
})

test('a row is named as the grid shows its number', () => {
  const rows = data.rows.map((row) => ({ ...row, row_number: row.row_number + 4_000 }))
  const name = placeName({ data: { ...data, rows }, columns: [], place: { index: 0, column: 0 } })
  expect(name).toBe('Row 4,005')
})

test('changed cells are checked by the rules of their fields', async () => {
  const [row] = data.rows
  const [card] = CARD_ROWS.rows
  if (!row || !card) throw new Error('The sample has no rows.')
  const dates = new Set(['opened_on'])
  const changes = new Map([
    ['branch_code', '1'],
    ['opened_on', '31/02/2026'],
    ['branch_name', 'Gerona'],
  ])
  const found = await checkChanges(row, changes, cellRules('BRANCHES'), dates)
  expect(Object.keys(found).sort()).toEqual(['branch_code', 'opened_on'])
  const rules = cellRules('SMAC_INQUIRY')
  const wrong = await checkChanges(card, new Map([['card_number', '9990000000000012']]), rules, dates)
  expect(wrong).toEqual({ card_number: 'Check digit is wrong: compare with the card' })
  expect(await checkChanges(card, new Map([['card_number', '9990000000000011']]), rules, dates)).toEqual({})
})

const DATES: RowToFix = {
  ...{ row_number: 7, line_number: 8, outcome: 'rejected', masked: [], was: {}, is_fixable: true },
  cells: { card_number: '•••• 0011', date_from: '2025-09-01', date_to: '2025-11-20' },
  problems: [
    {
      ...{ field: 'date_to', severity: 'error', code: 'E006', suggestion: null },
      message: 'The range has 81 days; the maximum is 31',
    },
  ],
}

test.each([
  ['a range that fits', { date_from: '2025-11-01' }, { date_to: null }],
  ['a range that is still too long', { date_from: '2025-09-02' }, {}],
  ['a start after the end', { date_from: '2025-12-01' }, { date_to: 'Ends before it starts' }],
  ['a start that is not a date', { date_from: 'soon' }, { date_from: /^Enter a date/, date_to: null }],
  ['an end without a start', { date_from: '' }, { date_from: 'Enter Date from', date_to: null }],
  ['an end that fits', { date_to: '2025-09-30' }, {}],
  ['an end that is too late', { date_to: '2025-10-02' }, { date_to: /^Longer than 31 days/ }],
  ['another field', { card_number: '9990000000000011' }, {}],
])('a date checks the other date of its range: %s', async (_, values, expected) => {
  const changes = new Map<string, string | null>(Object.entries(values))
  const found = await checkChanges(
    DATES,
    changes,
    cellRules('SMAC_INQUIRY'),
    new Set(['date_from', 'date_to']),
  )
  expect(Object.keys(found).sort()).toEqual(Object.keys(expected).sort())
  for (const [field, message] of Object.entries(expected)) {
    if (message === null) expect(found[field]).toBeNull()
    else expect(found[field]).toMatch(message)
  }
})

test('a problem that another cell has solved is not open', () => {
  const place = { index: 0, column: 3 }
  const dates = { rows: [DATES], fields: ['card_number', 'date_from', 'date_to'] }
  const cells = [{ row: 7, field: 'date_from', value: '2025-11-01' }]
  const solved = after(cells, new Map([[7, { date_to: null }]]))
  expect(isOpen(dates, place, after())).toBe(true)
  expect(isOpen(dates, place, solved)).toBe(false)
  expect(countFixed(dates, solved)).toEqual({ changed: 1, fixed: 1 })
})

test('the end of a period of a table is checked with its start', async () => {
  const [row] = data.rows
  if (!row) throw new Error('The sample has no rows.')
  const found = (before: string, after: string) =>
    checkChanges(
      { ...row, cells: { ...row.cells, effective_from: before, effective_to: '2026-04-01' } },
      new Map([['effective_from', after]]),
      cellRules('BRANCHES'),
      new Set(['effective_from', 'effective_to']),
    )
  expect(await found('2026-05-01', '2026-04-01')).toEqual({ effective_to: null })
  expect(await found('2026-03-01', '2026-04-02')).toEqual({
    effective_to: expect.stringMatching(/is before/),
  })
})
