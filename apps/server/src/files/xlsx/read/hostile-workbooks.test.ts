import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { openWorkbook } from './read-workbook.ts'
import { readCsv, rejectionOf } from './testing/read-csv.ts'
import { columnName, contentTypes, sheetXml, writeWorkbook, writeZip } from './testing/write-workbook.ts'
import type { WorkbookLimits } from './workbook-limits.ts'

let folder: string
let path: string
let files = 0
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hostile-'))
})
beforeEach(() => {
  path = join(folder, `${++files}.xlsx`)
})
afterAll(() => rm(folder, { recursive: true }))

const rejection = (limits?: Partial<WorkbookLimits>) => rejectionOf(path, limits)
const writeParts = (parts: Record<string, string | Buffer | null>) =>
  writeWorkbook(path, { sheets: [{ name: 'Sheet1', rows: [['text', 1]] }], parts })
const writeRows = (rows: string) => writeParts({ 'xl/worksheets/sheet1.xml': sheetXml(rows) })

const DAMAGED = /^F004 The workbook .*save it again as \.xlsx/

describe('other formats', () => {
  const OLE = Buffer.from('d0cf11e0a1b11ae1', 'hex')

  test('Excel 97–2003 and workbooks with a password name their remedy', async () => {
    await writeFile(path, Buffer.concat([OLE, Buffer.alloc(4096)]))
    expect(await rejection()).toMatch(/^F005 .*\(\.xls\).*save it as an Excel workbook \(\.xlsx\)/)
    const encrypted = Buffer.concat([
      OLE,
      Buffer.alloc(2_000_000),
      Buffer.from('EncryptedPackage', 'utf16le'),
    ])
    await writeFile(path, encrypted)
    expect(await rejection()).toMatch(
      /^F005 The workbook has a password\. Save it as \.xlsx without a password/,
    )
  })

  test.each([
    [{ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': '<a/>' }, /OpenDocument/],
    [{ 'Index/Document.iwa': 'x' }, /Numbers/],
    [{ 'list.csv': 'a,b' }, /zip file/],
  ])('%o', async (parts, kind) => {
    await writeZip(path, parts)
    const message = await rejection()
    expect(message).toMatch(kind)
    expect(message).toMatch(/^F005 .*save it as an Excel workbook/)
  })

  test('a binary workbook', async () => {
    const type = 'application/vnd.ms-excel.sheet.binary.macroEnabled.main'
    await writeParts({ '[Content_Types].xml': contentTypes(type), 'xl/workbook.bin': 'x' })
    expect(await rejection()).toMatch(/^F005 .*\(\.xlsb\)/)
  })
})

test('macros are left alone', async () => {
  await writeParts({
    '[Content_Types].xml': contentTypes('application/vnd.ms-excel.sheet.macroEnabled.main+xml'),
    'xl/vbaProject.bin': 'not even a project',
  })
  expect(await readCsv(path)).toBe('text,1\n')
})

describe('damaged workbooks', () => {
  test('cut off anywhere', async () => {
    await writeParts({})
    const bytes = await readFile(path)
    for (const share of [0.1, 0.5, 0.9, 0.99]) {
      await writeFile(path, bytes.subarray(0, bytes.length * share))
      expect(await rejection()).toMatch(DAMAGED)
    }
  })

  test('with a changed byte in a part', async () => {
    await writeParts({
      'xl/worksheets/sheet1.xml': sheetXml(`<row><c><v>${'12345'.repeat(3)}</v></c></row>`),
    })
    const bytes = await readFile(path)
    const central = bytes.indexOf(Buffer.from('PK\x01\x02'))
    const checksum = bytes.indexOf('xl/worksheets/sheet1.xml', central) - 46 + 16
    bytes[checksum] = (bytes[checksum] ?? 0) ^ 1
    await writeFile(path, bytes)
    expect(await rejection()).toMatch(DAMAGED)
  })

  test.each([
    '<row r="2"/><row r="1"/>',
    '<row r="0"><c><v>1</v></c></row>',
    '<row r="99999999"><c><v>1</v></c></row>',
    '<row r="1"><c r="ZZZZ9"><v>1</v></c></row>',
    '<row r="1"><c r="A2"><v>1</v></c></row>',
    '<row r="1"><c r="B1"><v>1</v></c><c r="A1"><v>1</v></c></row>',
    '<row><c t="unknown"><v>1</v></c></row>',
    '<row><c t="s"><v>99</v></c></row>',
    '<row><c t="str"><v>&nbsp;</v></c></row>',
    '<row><c></row></c>',
    '<row><c r="A1><v>1</v></c></row>',
  ])('%s', async (rows) => {
    await writeRows(rows)
    expect(await rejection()).toMatch(DAMAGED)
  })

  test('in another encoding', async () => {
    const xml = sheetXml('<row><c><v>1</v></c></row>')
    for (const part of [
      Buffer.from(`\ufeff${xml}`, 'utf16le'),
      Buffer.from(xml.replace('UTF-8', 'ISO-8859-1')),
      Buffer.from(sheetXml('<row><c t="str"><v>Nu\xf1ez</v></c></row>'), 'latin1'),
    ]) {
      await writeParts({ 'xl/worksheets/sheet1.xml': part })
      expect(await rejection()).toMatch(/^F004 .*not text in UTF-8.*save it again/)
    }
  })

  test('with two parts of one name, or names that lead out of the folder', async () => {
    await writeParts({ 'XL/Workbook.xml': '<workbook/>' })
    expect(await rejection()).toMatch(DAMAGED)
    await writeParts({ 'xx/xx/xx/outside.xml': 'x' })
    const bytes = (await readFile(path)).toString('latin1').replaceAll('xx/xx/xx/', '../../../')
    await writeFile(path, bytes, 'latin1')
    expect(await rejection()).toMatch(DAMAGED)
  })
})

describe('expansion', () => {
  const blank = '<row><c s="1"/></row>'.repeat(600_000)

  test('a part of 1:1000', async () => {
    await writeParts({ 'xl/worksheets/sheet1.xml': sheetXml(blank) })
    expect(await rejection()).toMatch(/^F003 .*100 times its size/)
  })

  test('a part that claims to be small', async () => {
    await writeParts({ 'xl/worksheets/sheet1.xml': sheetXml(blank) })
    const bytes = await readFile(path)
    const central = bytes.indexOf(Buffer.from('PK\x01\x02'))
    const entry = bytes.indexOf('xl/worksheets/sheet1.xml', central) - 46
    bytes.writeUInt32LE(1000, entry + 24)
    await writeFile(path, bytes)
    expect(await rejection()).toMatch(/^F003 .*100 times its size/)
  })

  test('a part over the limit, and too many parts', async () => {
    await writeRows('<row><c t="str"><v>text</v></c></row>')
    expect(await rejection({ maxPartBytes: 200 })).toMatch(/^F003 .*unpacks to more than/)
    expect(await rejection({ maxParts: 3 })).toMatch(/^F003 .*more than 3 parts/)
  })

  test.each(['xl/worksheets/sheet1.xml', 'xl/sharedStrings.xml', 'xl/workbook.xml', 'xl/styles.xml'])(
    'entities in %s',
    async (part) => {
      await writeParts({
        [part]:
          '<!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]><a>&b;&c;</a>',
      })
      expect(await rejection()).toMatch(/^F004 .*declares entities.*save it again/)
    },
  )

  test('one long string in many cells', async () => {
    const strings = `<sst><si><t>${'x'.repeat(30_000)}</t></si></sst>`
    const row = `<row>${'<c t="s"><v>0</v></c>'.repeat(50)}</row>`
    const parts = { 'xl/sharedStrings.xml': strings, 'xl/worksheets/sheet1.xml': sheetXml(row.repeat(10)) }
    await writeParts(parts)
    expect(await rejection({ maxCsvBytes: 5_000_000 })).toMatch(/^F003 The sheet has more than 4 MB of text/)
  })

  test('16,384 columns, and a value in the last one', async () => {
    const cell = (column: number, value: string) => `<c r="${columnName(column)}1">${value}</c>`
    const empty = Array.from({ length: 16_384 }, (_, i) => cell(i, '')).join('')
    await writeRows(`<row r="1">${empty}</row><row r="2"><c r="A2"><v>1</v></c></row>`)
    expect(await readCsv(path)).toBe('\n1\n')
    await writeRows(`<row r="1">${cell(16_383, '<v>1</v>')}</row>`)
    expect(await rejection()).toMatch(/^F003 Row 1 has a value beyond column 50/)
    await writeRows(`<row r="1">${cell(16_384, '')}</row>`)
    expect(await rejection()).toMatch(DAMAGED)
  })

  test('1,048,576 rows', async () => {
    const rows = '<row><c s="1"/></row>'.repeat(1_048_575)
    await writeRows(`${rows}<row><c><v>7</v></c></row>`)
    const csv = await readCsv(path, 0, { maxRatio: 1_000 })
    expect(csv.length).toBe(1_048_577)
    expect(csv.endsWith('\n7\n')).toBe(true)
    await writeRows(`${rows}<row/><row/>`)
    expect(await rejection({ maxRatio: 1_000 })).toMatch(DAMAGED)
  })

  test('more rows with a value than allowed', async () => {
    await writeRows('<row><c><v>1</v></c></row>'.repeat(4))
    expect(await rejection({ maxRows: 4 })).toBe('read')
    expect(await rejection({ maxRows: 3 })).toMatch(/^F003 The sheet has more than 3 rows/)
  })

  test('elements within elements', async () => {
    await writeRows(`${'<a>'.repeat(1000)}${'</a>'.repeat(1000)}`)
    expect(await rejection()).toMatch(DAMAGED)
  })
})

test('links to other workbooks', async () => {
  await writeParts({ 'xl/externalLinks/externalLink1.xml': '<externalLink/>' })
  expect(await rejection()).toMatch(/^F004 .*other workbooks.*paste the cells as values/)
})

test('strings beyond the memory limit spill to a file that is gone before it is read', async () => {
  const texts = Array.from({ length: 5_000 }, (_, i) => `text ${i} `.repeat(1 + (i % 50)))
  const rows = [...texts, ...[...texts].reverse()].map((text) => [text, text])
  await writeWorkbook(path, { sheets: [{ name: 'Sheet1', rows }] })
  const scratch = await mkdtemp(join(folder, 'scratch-'))
  vi.stubEnv('TMPDIR', scratch)
  onTestFinished(() => void vi.unstubAllEnvs())
  const workbook = await openWorkbook(path, { maxStringBytesInMemory: 64 * 1024 })
  const chunks = []
  for await (const chunk of workbook.readSheet(0).bytes) {
    if (chunks.length === 0) expect(await readdir(scratch)).toEqual([])
    expect(chunk.length).toBeLessThanOrEqual(64 * 1024)
    chunks.push(chunk)
  }
  await workbook.close()
  expect(Buffer.concat(chunks).toString()).toBe(rows.map((row) => `${row.join(',')}\n`).join(''))
})

test('closing ends a reading that was left', async () => {
  await writeRows('<row><c t="str"><v>some text</v></c></row>'.repeat(50_000))
  const workbook = await openWorkbook(path)
  const blocks = workbook.readSheet(0).bytes[Symbol.asyncIterator]()
  expect((await blocks.next()).value.length).toBeGreaterThan(0)
  await workbook.close()
  await expect(readToEnd(blocks)).rejects.toThrow()
})

async function readToEnd(blocks: AsyncIterator<Uint8Array>): Promise<void> {
  while (!(await blocks.next()).done);
}

test('a workbook without worksheets', async () => {
  await writeWorkbook(path, { sheets: [] })
  expect(await rejection()).toMatch(/^F001 .*no sheet with cells/)
})

test('an abort ends the reading, and closing works after it', async () => {
  await writeWorkbook(path, { sheets: [{ name: 'Sheet1', rows: [['a']] }] })
  const workbook = await openWorkbook(path)
  const reason = new Error('cancelled')
  const read = async () => {
    for await (const _ of workbook.readSheet(0, { signal: AbortSignal.abort(reason) }).bytes);
  }
  await expect(read()).rejects.toBe(reason)
  await workbook.close()
})
