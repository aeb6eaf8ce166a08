import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { propertyRuns } from '@backoffice/contract/testing/property-runs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readParts, readWorkbook, textsOf } from '../../../testing/read-workbook.ts'
import { csvLine } from '../../csv/guarded-cell.ts'
import { type CellFormat, STYLES } from './columns.ts'
import { workbookOf } from './workbook.ts'

/** Columns are named by their kind. */
const kindOf = (name: string) => name.replace(/\d*$/, '') as CellFormat
const make = (csv: string, blockBytes = 64 * 1024, maxRows?: number) =>
  buffer(workbookOf(Readable.from(blocksOf(csv, blockBytes)), kindOf, maxRows))

function* blocksOf(csv: string, bytes: number) {
  const whole = Buffer.from(csv)
  for (let at = 0; at < whole.length; at += bytes) yield whole.subarray(at, at + bytes)
}

const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({
    unit: fc.constantFrom(...'=+-@＝\t\r\n\0\x1f\x7f\ufffe\ufffd\'"<>&_x0000_,; 0é😀•'),
    maxLength: 20,
  }),
  fc.constantFrom('_x0041_', '0021', '9990000000000011', '+639171234567', '', ' ', '1e5', '-1.50', '𝟙'),
  // Half of a character.
  fc.constantFrom('\ud800', 'a\udc00b', '\ud83d'),
)

test('every text comes back unchanged, from blocks of any size', async () => {
  const tables = fc.integer({ min: 1, max: 5 }).chain((columns) =>
    fc.record({
      columns: fc.constant(columns),
      rows: fc.array(fc.array(hostile, { minLength: columns, maxLength: columns }), { maxLength: 6 }),
      block: fc.integer({ min: 1, max: 40 }),
    }),
  )
  await fc.assert(
    fc.asyncProperty(tables, async ({ columns, rows, block }) => {
      const header = Array.from(
        { length: columns },
        (_, index) => `${index % 2 === 0 ? 'text' : 'code'}${index}`,
      )
      const csv = [header, ...rows].map((cells) => csvLine(cells)).join('')
      const [sheet, ...others] = await readWorkbook(await make(csv, block))
      expect(others).toEqual([])
      const read = textsOf(sheet).map((cells) => header.map((_, index) => cells[index] ?? ''))
      // A CSV has no halves of characters.
      expect(read).toEqual([header, ...rows].map((cells) => cells.map((cell) => cell.toWellFormed())))
    }),
    { numRuns: propertyRuns(300) },
  )
})

test('each kind has its type and style, and a value of another kind is text', async () => {
  const csv = `number,date,time,code,text\n${[
    '12,2026-11-27,2026-11-27T08:30:00+08:00,0021,x',
    '1234.50,2026-02-30,2026-11-27 24:00,9990000000000011,',
    '1234567890123456,0026-11-27,2026-11-27 23:59,x,',
    '007,1900-02-28,,,',
    '-0.5,9999-12-31,,,',
    '1e5,,,,',
  ].join('\n')}\n`
  const [sheet = []] = await readWorkbook(await make(csv))
  const text = (value: string, style: number = STYLES.code) => ({ text: value, type: 'inlineStr', style })
  const plain = (value: string, style: number = STYLES.general) => ({ text: value, type: undefined, style })
  expect(sheet.slice(1)).toEqual([
    [
      plain('12'),
      plain('46353', STYLES.date),
      plain('46353.35416666668', STYLES.time),
      text('0021'),
      text('x', STYLES.general),
    ],
    [plain('1234.50', STYLES.money), text('2026-02-30'), text('2026-11-27 24:00'), text('9990000000000011')],
    [text('1234567890123456'), text('0026-11-27'), plain('46353.99930555557', STYLES.time), text('x')],
    [text('007'), text('1900-02-28')],
    [plain('-0.5'), plain('2958465', STYLES.date)],
    [text('1e5')],
  ])
})

test('has a frozen bold header, a filter over all cells, and styled columns', async () => {
  const parts = await readParts(await make('code,number\n0021,5\n'))
  const sheet = parts.get('xl/worksheets/sheet1.xml')
  expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>')
  expect(sheet).toContain('<autoFilter ref="A1:B2"/>')
  expect(sheet).toContain(`<col min="1" max="1" width="20" customWidth="1" style="${STYLES.code}"/>`)
  expect(sheet).toContain(`<c r="A1" s="${STYLES.header}"`)
})

test('a table without rows has its header', async () => {
  expect(textsOf((await readWorkbook(await make('text,code1\n')))[0])).toEqual([['text', 'code1']])
})

test('rows beyond the limit continue on further sheets with the same header', async () => {
  const csv = `number\n${Array.from({ length: 7 }, (_, index) => `${index + 1}\n`).join('')}`
  const sheets = await readWorkbook(await make(csv, 8, 4))
  expect(sheets.map((sheet) => textsOf(sheet).flat())).toEqual([
    ['number', '1', '2', '3'],
    ['number', '4', '5', '6'],
    ['number', '7'],
  ])
  // A full last sheet has no empty sheet after it.
  expect(await readWorkbook(await make('number\n1\n2\n3\n', 8, 4))).toHaveLength(1)
})

test('a long text is cut at the limit of a cell, and a line of any length is read', async () => {
  const [sheet] = await readWorkbook(await make(`text,code\n${'é'.repeat(100_000)},1\n`))
  expect(textsOf(sheet)[1]?.map((cell) => cell.length)).toEqual([32_767, 1])
})

test('the rows of an upload with semicolons are divided by them', async () => {
  const [sheet] = await readWorkbook(await make('code;text\n0021;"a,b"\n', 1))
  expect(textsOf(sheet)).toEqual([
    ['code', 'text'],
    ['0021', 'a,b'],
  ])
})

test('the same CSV gives the same bytes, from any blocks', async () => {
  const csv = `code,number\n${Array.from({ length: 20_000 }, (_, index) => `${index}x,${index}\n`).join('')}`
  const hash = async (block: number) =>
    createHash('sha256')
      .update(await make(csv, block))
      .digest('hex')
  expect(await hash(1_000)).toBe(await hash(64 * 1024))
})

test('an unreadable CSV and a reader that stops end the work', async () => {
  let isClosed = false
  async function* source(fails: boolean) {
    try {
      for (let row = 0; ; row++) {
        if (fails && row > 100) throw new Error('lost')
        yield Buffer.from(`number\n${'1\n'.repeat(10_000)}`)
      }
    } finally {
      isClosed = true
    }
  }
  await expect(buffer(workbookOf(source(true), kindOf))).rejects.toThrow('lost')
  expect(isClosed).toBe(true)
  isClosed = false
  for await (const block of workbookOf(source(false), kindOf)) if (block.length > 0) break
  expect(isClosed).toBe(true)
})
