import { api } from '@backoffice/contract/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dryRun, uploadFile, waitFor } from '../../testing/file-actions.ts'
import { foreignFile, matchColumns, matchedOrOpen } from '../../testing/foreign-files.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem({ workers: true })
})
afterAll(() => system.stop())

const columnsOf = (source_filekey: string) =>
  system.call(api.columns.get, { query: { source_filekey } }, 'agent')

test('a header below titles is found, with the delimiter of its row', async () => {
  const content = `Cards, of the week\nMade by: A, B\n\n${foreignFile()}`
  const file = await dryRun(system, content)
  expect(file.state).toBe('MATCHING')
  const { header_row, columns, rows } = await columnsOf(file.source_filekey)
  expect([header_row, columns.length, rows]).toEqual([4, 4, 2])
  expect(await matchColumns(system, file, { header_row: 4 })).toMatchObject({ counts: { valid: 2 } })
})

test.each([
  ['a stray quote', 'Cards of "week 40\nby: 6" desk\n'],
  ['a quote that stays open', '"Cards of week 40\n\n'],
])('a header below a title with %s is found', async (_, title) => {
  const file = await dryRun(system, `${title}${foreignFile()}`)
  expect(file).toMatchObject({ state: 'MATCHING', failure: null })
  const { header_row, rows } = await columnsOf(file.source_filekey)
  expect([header_row, rows]).toEqual([3, 2])
  expect(await matchColumns(system, file, { header_row: 3 })).toMatchObject({
    counts: { total: 2, valid: 2 },
  })
})

test('a header of the template with a stray quote is named by its line', async () => {
  const file = await dryRun(system, 'card_number,"date_from,date_to\n9990000000000011,,\n')
  expect(file).toMatchObject({ state: 'REJECTED', failure: { code: 'F004' } })
  expect(file.failure?.detail).toMatch(/^Line 1 /)
})

test('the header can be another row', async () => {
  const file = await dryRun(system, `x;y;z;u\n${foreignFile()}`)
  const { header_row } = await columnsOf(file.source_filekey)
  expect(header_row).toBe(2)
  const { source_filekey, version } = file
  const body = { source_filekey, version, sheet: null, header_row: 1 }
  const wrong = { ...body, header_row: 90 }
  expect(await system.expectProblem(api.columns.match, { body: wrong }, 'agent')).toMatchObject({
    status: 422,
  })
  await system.call(api.columns.match, { body }, 'agent')
  const again = await matchedOrOpen(system, source_filekey, 'agent')
  expect(again.state).toBe('MATCHING')
  expect(await columnsOf(source_filekey)).toMatchObject({
    header_row: 1,
    rows: 3,
    columns: [{ name: 'x' }, {}, {}, {}],
  })
})

test.each([
  ['without any known column', 'a;b\n1;2\n', 'F002'],
  [
    'with too many columns',
    `${Array.from({ length: 51 }, (_, index) => `c${index}`).join(';')}\n1\n`,
    'F003',
  ],
  ['without rows', 'Card No.;b\n', 'F001'],
  ['in a file that is cut off', foreignFile(), 'F006'],
])('a header %s is %s', async (_, content, code) => {
  const extra = code === 'F006' ? { sha256: 'a'.repeat(64) } : {}
  const { source_filekey } = await uploadFile(system, content, 'agent', extra)
  const file = await waitFor(system, source_filekey, 'agent', ({ state }) => state === 'REJECTED')
  expect(file.failure?.code).toBe(code)
})

test('a header of another template is named', async () => {
  const file = await dryRun(system, 'terminal_id,company_code,branch_code\n00000001,NLF,0001\n')
  expect(file.state).toBe('MATCHING')
  expect(await columnsOf(file.source_filekey)).toMatchObject({ looks_like: 'TERMINALS' })
})
