import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rejectionOf } from './testing/read-csv.ts'
import { writeWorkbook } from './testing/write-workbook.ts'

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
