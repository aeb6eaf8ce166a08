import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@backoffice/contract/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { downloadText, dryRun, waitFor } from '../../testing/file-actions.ts'
import { fixCells } from '../../testing/fixes.ts'
import { addBranches } from '../../testing/terminals.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'
import { type TestCell, type TestWorkbook, writeWorkbook } from '../xlsx/read/testing/write-workbook.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem({ workers: true })
  await system.pool.query(`
    INSERT INTO payment_methods (payment_method_code, name, type, earns_points, requires_reference, settlement_days, sort_order)
    VALUES ('CSH', 'CSH', 'CASH', true, false, 0, 0)`)
  await addBranches(system.pool)
  await system.pool.query(`
    INSERT INTO tenders (source_system, tender_id, tender_name, payment_method_code, company_code)
    VALUES ('FUEL', '0021', 'Fuel fleet account', 'CSH', 'NLF')`)
})
afterAll(() => system.stop())

async function workbook(content: TestWorkbook): Promise<Buffer> {
  const path = join(tmpdir(), `${crypto.randomUUID()}.xlsx`)
  await writeWorkbook(path, content)
  const bytes = await readFile(path)
  await rm(path)
  return bytes
}

const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const as = 'lookup'
const upload = async (content: TestWorkbook, category: string, user = as) =>
  dryRun(system, await workbook(content), user, { file_name: 'list.xlsx', content_type: TYPE, category })

async function match(source_filekey: string, version: number, change: object, user = as) {
  const body = { source_filekey, version, sheet: 0, header_row: 1, ...change }
  await system.call(api.columns.match, { body }, user)
  return waitFor(system, source_filekey, user, ({ state }) => state !== 'VALIDATING')
}

const DATE = { serial: 46_000, format: 14 }

test('an inquiry in a workbook: cards as text, real dates, and its sheets', async () => {
  const rows = [
    ['Cards of the week'],
    [],
    ['Member ID', 'From', 'Until', 'Ticket'],
    ['9990000000000011', DATE, DATE, 'A-1'],
    [9_990_000_000_000_020, DATE, DATE, 'A-2'],
  ]
  const sheets = [
    { name: 'Cards', rows },
    { name: 'Notes', rows: [['Card No.'], ['9990000000000011']] },
    { name: 'Empty', rows: [] },
    { name: 'Old', rows: [['x']], state: 'hidden' },
  ]
  const file = await upload({ sheets }, 'SMAC_INQUIRY', 'agent')
  const { source_filekey, version } = file
  expect(file).toMatchObject({ state: 'MATCHING' })
  const columns = await system.call(api.columns.get, { query: { source_filekey } }, 'agent')
  expect(columns).toMatchObject({
    sheets: [{ name: 'Cards', is_hidden: false }, { name: 'Notes' }, { name: 'Old', is_hidden: true }],
    ...{ sheet: 0, header_row: 3, rows: 2 },
    columns: [
      { name: 'Member ID', suggestion: { field: 'card_number' } },
      { name: 'From', suggestion: { field: 'date_from' }, date_orders: ['YMD'] },
      { suggestion: { field: 'date_to' } },
      { suggestion: { field: 'reference_no' } },
    ],
  })
  const other = await match(source_filekey, version, { sheet: 1 }, 'agent')
  expect(other.state).toBe('MATCHING')
  expect(await system.call(api.columns.get, { query: { source_filekey } }, 'agent')).toMatchObject({
    ...{ sheet: 1, header_row: 1, columns: [{ name: 'Card No.' }] },
  })
  const back = await match(source_filekey, other.version, { sheet: 0 }, 'agent')
  const fields = ['card_number', 'date_from', 'date_to', 'reference_no'].map((field, column) => ({
    field,
    column,
  }))
  const ready = await match(source_filekey, back.version, { header_row: 3, columns: fields }, 'agent')
  expect(ready).toMatchObject({ state: 'AWAITING_CONFIRMATION', counts: { total: 2, valid: 1, error: 1 } })
  const errors = await downloadText(system, source_filekey, 'errors')
  expect(errors).toMatch(/^2,5,card_number,.*,error,E012,/m)
  expect(ready.sha256).toMatch(/^[0-9a-f]{64}$/)
})

test('the sheet with known headers is chosen, and notes next to it need no choice the next time', async () => {
  const notes = { name: 'Read me', rows: [['Exported by the till system']] }
  const header = ['Company code', 'Till tender', 'Description', 'Pay type', 'Channel']
  const list = (id: string) => ({ name: 'List', rows: [header, ['NLF', id, 'Till', 'CSH', 'KIOSK']] })
  const file = await upload({ sheets: [notes, list('T1')] }, 'TENDERS')
  const { source_filekey, version } = file
  expect(file.state).toBe('MATCHING')
  const query = { source_filekey }
  const columns = await system.call(api.columns.get, { query }, as)
  expect(columns).toMatchObject({ sheet: 1, header_row: 1, rows: 1 })
  const empty = await match(source_filekey, version, { sheet: 0 })
  expect(empty.state).toBe('MATCHING')
  expect(await system.call(api.columns.get, { query }, as)).toMatchObject({ sheet: 0, rows: 0 })
  const back = await match(source_filekey, empty.version, { sheet: 1 })
  const fields = ['company_code', 'tender_id', 'tender_name', 'payment_method_code', 'source_system']
  const matched = fields.map((field, column) => ({ field, column }))
  await match(source_filekey, back.version, { sheet: 1, columns: matched })
  const next = await upload({ sheets: [notes, list('T2')] }, 'TENDERS')
  expect(next).toMatchObject({ state: 'AWAITING_CONFIRMATION', matching: { is_remembered: true } })
})

test('an unreadable sheet rejects the workbook only if there is no other', async () => {
  const wide = { name: 'Wide', rows: [Array.from({ length: 60 }, (_, index) => `Column ${index}`)] }
  const list = {
    name: 'List',
    rows: [
      ['Till tender', 'Description'],
      ['T1', 'Till'],
    ],
  }
  const deep = {
    name: 'Deep',
    rows: [['x'], ...Array.from({ length: 30_000 }, () => ['below the head']), wide.rows[0] ?? []],
  }
  const problem = /^Row 1 has a value beyond column 50/
  const file = await upload({ sheets: [wide, { ...wide, state: 'hidden' }, list, deep] }, 'TENDERS')
  const { source_filekey } = file
  expect(file.state).toBe('MATCHING')
  const query = { source_filekey }
  const columns = await system.call(api.columns.get, { query }, as)
  expect(columns.sheet).toBe(2)
  expect(columns.sheets).toMatchObject([
    ...[{ problem: expect.stringMatching(problem) }, { problem: expect.stringMatching(problem) }],
    ...[{ problem: null }, { problem: null }],
  ])
  const body = { source_filekey, version: file.version, sheet: 0, header_row: 1 }
  expect(await system.send(api.columns.match, { body }, as)).toMatchObject({
    status: 422,
    body: { errors: [{ field: 'sheet', code: 'unreadable_sheet' }] },
  })
  expect(await match(source_filekey, file.version, { sheet: 3 })).toMatchObject({ state: 'MATCHING' })
  const again = await system.call(api.columns.get, { query }, as)
  expect(again).toMatchObject({ sheet: 2 })
  expect(again.sheets[3]?.problem).toMatch(/^Row 30002 has a value beyond column 50/)
  expect(await upload({ sheets: [wide] }, 'TENDERS')).toMatchObject({
    ...{ state: 'REJECTED', failure: { code: 'F003' } },
  })
})

const TENDERS = ['source_system', 'tender_id', 'tender_name', 'payment_method_code', 'company_code']

test('a workbook with exactly the columns of the template is checked at once', async () => {
  const rows = [TENDERS, ['FUEL', '0021', 'Fleet', 'CSH', 'NLF']]
  const file = await upload({ sheets: [{ name: 'Sheet1', rows }] }, 'TENDERS')
  expect(file).toMatchObject({
    ...{ state: 'AWAITING_CONFIRMATION', matching: null, may: { match: false } },
    preview: { changed: 1, rejected: 0 },
  })
  const several = {
    sheets: [
      { name: 'Sheet1', rows },
      { name: 'Sheet2', rows: [['x']] },
    ],
  }
  expect(await upload(several, 'TENDERS')).toMatchObject({ state: 'MATCHING' })
  const more = rows.map((row) => [...row, 'Note'])
  expect(await upload({ sheets: [{ name: 'Sheet1', rows: more }] }, 'TENDERS')).toMatchObject({
    state: 'MATCHING',
  })
})

test('a number that exists only with leading zeros is E012, text and other numbers are codes', async () => {
  const rows = [
    TENDERS,
    ['FUEL', 21, 'Fleet', 'CSH', 'NLF'],
    ['FUEL', '36', 'Text', 'CSH', 'NLF'],
    ['FUEL', 7777, 'New', 'CSH', 'NLF'],
    // Other keys of the rows that have 0021.
    ['POS', 21, 'Other source', 'CSH', 'NLF'],
    ['FUEL', 21, 'Other company', 'CSH', '*'],
  ]
  const file = await upload({ sheets: [{ name: 'Sheet1', rows }] }, 'TENDERS')
  expect(file).toMatchObject({ preview: { rejected: 1, new: 4 } })
  const { items } = await system.call(
    api.files.errors,
    { query: { source_filekey: file.source_filekey } },
    as,
  )
  expect(items).toMatchObject([
    { row_number: 1, line_number: 2, column: 'tender_id', value: '21', code: 'E012' },
  ])
  expect(items[0]?.message).toBe('21 may have lost a leading zero: 0021 exists')
  const found = await system.call(api.fixes.rows, { query: { source_filekey: file.source_filekey } }, as)
  expect(found.rows[0]?.problems).toMatchObject([
    { field: 'tender_id', code: 'E012', suggestion: { value: '0021', kind: 'zeros' } },
  ])
})

test('a reference counts as damaged only within its scope', async () => {
  const rows = [
    ['terminal_id', 'company_code', 'branch_code'],
    ['00000001', 'NLF', 417],
    ['00000002', 'MBR', 417],
  ]
  const file = await upload({ sheets: [{ name: 'Sheet1', rows }] }, 'TERMINALS')
  const query = { source_filekey: file.source_filekey }
  const { items } = await system.call(api.files.errors, { query }, as)
  const problems = items.map(({ row_number, column, code }) => [row_number, column, code])
  expect(problems).toContainEqual([1, 'branch_code', 'E012'])
  expect(problems).toContainEqual([2, 'branch_code', 'E007'])
})

test('stored numbers have a decimal point, whatever the texts next to them use', async () => {
  const uploadRates = (name: string, cells: TestCell[]) => {
    const rows = [
      ['Establishment', 'Pesos per pt', name],
      ...cells.map((cell, index) => [index === 0 ? 'FUELSTN' : `X${index}`, cell]),
    ]
    return upload({ sheets: [{ name: 'Sheet1', rows }] }, 'ESTABLISHMENTS', 'admin')
  }
  const columns = ['establishment_code', 'earn_rate_pesos_per_point'].map((field, column) => ({
    field,
    column,
  }))
  const check = async (name: string, cells: TestCell[], decimal_signs: string[] | null) => {
    const { source_filekey, version } = await uploadRates(name, cells)
    const query = { source_filekey }
    expect((await system.call(api.columns.get, { query }, 'admin')).columns[1]).toMatchObject({
      decimal_signs,
    })
    await match(source_filekey, version, { columns }, 'admin')
    const body = { source_filekey, outcome: 'changed' } as const
    return (await system.call(api.files.preview, { body }, 'admin')).items[0]?.changes[0]?.to
  }
  expect(await check('A', [12.5, '1.234,50'], ['COMMA'])).toBe('12.50')
  expect(await check('B', ['1.234,50', 12.5], ['COMMA'])).toBe('1234.50')
  // Three decimals are an error, not thousands.
  expect(await check('C', [1.234], null)).toBeUndefined()
})

test('a corrected cell is text, as in a corrected upload', async () => {
  await system.pool.query(`
    INSERT INTO tenders (source_system, tender_id, tender_name, payment_method_code, company_code)
    VALUES ('FUEL', '0555', 'Other', 'CSH', 'NLF')`)
  const rows = [TENDERS, ['FUEL', 21, 'Fleet', 'CSH', 'NLF'], ['FUEL', 21, 'Left', 'CSH', 'NLF']]
  const { source_filekey } = await upload({ sheets: [{ name: 'Sheet1', rows }] }, 'TENDERS')
  const fixed = await fixCells(system, source_filekey, [{ row: 1, values: { tender_id: '555' } }], as)
  expect(fixed).toMatchObject({ preview: { new: 1, rejected: 1 } })
  const { items } = await system.call(api.files.errors, { query: { source_filekey } }, as)
  expect(items).toMatchObject([{ row_number: 2, code: 'E012' }])
})

test('the second workbook with the same headers continues by itself', async () => {
  const rows = [
    ['Source', 'Tender no.', 'Tender desc', 'MOP', 'Comp', 'Since'],
    ['FUEL', '0021', 'Fleet', 'CSH', 'NLF', '31/12/2026'],
  ]
  const file = await upload({ sheets: [{ name: 'Sheet1', rows }] }, 'TENDERS')
  const columns = [...TENDERS, 'effective_from'].map((field, column) => ({ field, column }))
  const ready = await match(file.source_filekey, file.version, { columns })
  expect(ready).toMatchObject({ state: 'AWAITING_CONFIRMATION', preview: { changed: 1 } })
  const second = await upload({ sheets: [{ name: 'Other', rows: [...rows, [null, null, 'x']] }] }, 'TENDERS')
  expect(second).toMatchObject({ state: 'AWAITING_CONFIRMATION', matching: { is_remembered: true } })
})

test('a damaged workbook is rejected with the remedy', async () => {
  const whole = await workbook({ sheets: [{ name: 'A', rows: [['card_number']] }] })
  const file = await dryRun(system, whole.subarray(0, whole.length - 60), 'agent', { file_name: 'a.xlsx' })
  expect(file).toMatchObject({ state: 'REJECTED', failure: { code: 'F004' } })
  expect(file.failure?.detail).toMatch(/save it again as .xlsx/)
})
