import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorkbook, type ReadSheet, type Workbook } from './read-workbook.ts'
import { rejectionOf } from './testing/read-csv.ts'
import { sheetXml, writeWorkbook } from './testing/write-workbook.ts'

let folder: string
let path: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hostile-'))
  path = join(folder, 'upload.xlsx')
})
afterAll(() => rm(folder, { recursive: true }))

const MB = 1024 * 1024
const sheets = [{ name: 'Sheet1', rows: [['text']] }]

describe('styles', () => {
  const rejection = async (styles: string) => {
    await writeWorkbook(path, { sheets, parts: { 'xl/styles.xml': styles } })
    return rejectionOf(path)
  }

  test('with elements within elements', async () => {
    const nested = (depth: number) => `${'<a>'.repeat(depth)}${'</a>'.repeat(depth)}`
    expect(await rejection(nested(128))).toBe('read')
    expect(await rejection(nested(129))).toMatch(/^F004 .*nested too deeply/)
    expect(await rejection('<a>'.repeat(3 * MB))).toMatch(/^F004 .*nested too deeply/)
  })

  test('with an element of many attributes', async () => {
    const attributes = Array.from({ length: 100_000 }, (_, i) => `a${i}=""`).join(' ')
    expect(await rejection(`<a ${attributes}/>`)).toMatch(/^F004 .*too many attributes/)
  })

  test('that unpack to 100 times their size, or to more than 8 MB', async () => {
    expect(await rejection(`<a>${'<xf/>'.repeat(300_000)}</a>`)).toMatch(/^F003 .*100 times its size/)
    const random = Array.from({ length: 400_000 }, () => `<a b="${Math.random()}"/>`).join('')
    expect(await rejection(`<a>${random}</a>`)).toMatch(/^F003 A part of the workbook .*more than 8 MB/)
  })
})

describe('sheets', () => {
  const named = (count: number) =>
    Array.from({ length: count }, (_, i) => ({ name: `Sheet${i + 1}`, rows: [['text']] }))

  test('more than 200, and two with one part', async () => {
    await writeWorkbook(path, { sheets: named(200) })
    expect(await rejectionOf(path)).toBe('read')
    await writeWorkbook(path, { sheets: named(201) })
    expect(await rejectionOf(path)).toMatch(/^F003 .*more than 200 sheets.*Copy the rows/)
    const relations =
      '<Relationships><Relationship Id="rId1" Type="a/worksheet" Target="worksheets/sheet1.xml"/>'
    const second =
      '<Relationship Id="rId2" Type="a/worksheet" Target="/xl/worksheets/SHEET1.xml"/></Relationships>'
    const parts = { 'xl/_rels/workbook.xml.rels': relations + second }
    await writeWorkbook(path, { sheets: named(2), parts })
    expect(await rejectionOf(path)).toMatch(/^F004 .*two sheets with the same content/)
  })

  test('long ones without values: their first rows are a bounded part of them', async () => {
    const blank = '<row><c s="1"/></row>'.repeat(50_000)
    const value = (text: string) => `<row><c t="str"><v>${text}</v></c></row>`
    const parts = { 'xl/worksheets/sheet1.xml': sheetXml(`${value('first')}${blank}${value('last')}`) }
    await writeWorkbook(path, { sheets, parts })
    const limits = { maxHeadBytes: 100_000, maxHeadsBytes: 500_000 }
    const workbook = await openWorkbook(path, limits)
    for (let i = 0; i < 3; i++) expect(await textOf(workbook, { isHead: true })).toBe('first\n')
    expect(await textOf(workbook)).toMatch(/^first\n+last\n$/)
    await expect(textOf(workbook, { isHead: true })).rejects.toMatchObject({ code: 'F003' })
    const reason = new Error('cancelled')
    const signal = AbortSignal.abort(reason)
    await expect(textOf(workbook, { isHead: true, signal })).rejects.toBe(reason)
    await workbook.close()
  })

  test('too many shared strings, also if they are empty', async () => {
    const parts = (item: string) => ({ 'xl/sharedStrings.xml': `<sst>${item.repeat(9)}</sst>` })
    for (const item of ['<si/>', '<si></si>', '<si><t>a</t></si>']) {
      await writeWorkbook(path, { sheets, parts: parts(item) })
      expect(await rejectionOf(path, { maxStrings: 9 })).toBe('read')
      expect(await rejectionOf(path, { maxStrings: 8 })).toMatch(/^F003 .*more than 8 different texts/)
    }
  })

  test('shared strings that are rejected are read once', async () => {
    await writeWorkbook(path, { sheets, parts: { 'xl/sharedStrings.xml': '<sst><si>' } })
    const workbook = await openWorkbook(path)
    const error = await textOf(workbook).catch((each: unknown) => each)
    expect(error).toMatchObject({ code: 'F004' })
    await expect(textOf(workbook)).rejects.toBe(error)
    await workbook.close()
  })
})

const textOf = (workbook: Workbook, options?: ReadSheet) => text(workbook.readSheet(0, options).bytes)
