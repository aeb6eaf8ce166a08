import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDryRunDatabase } from '../../testing/dry-run-database.ts'
import type { ValidateInquiryFile } from './validate-inquiry-file.ts'

const CARD = '9990000000000011'
const OTHER = '9990000000000029'

let dryRuns: Awaited<ReturnType<typeof createDryRunDatabase>>
let validate: typeof dryRuns.validate
beforeAll(async () => {
  dryRuns = await createDryRunDatabase()
  validate = dryRuns.validate
})
afterAll(() => dryRuns.close())

describe('rejected files', () => {
  test.each([
    ['nothing', '', 'F001'],
    ['blank lines', '\n\r\n', 'F001'],
    ['a header only', 'card_number,reference_no\n', 'F001'],
    ['no card_number', 'card,reference_no\n1,2\n', 'F002'],
    ['51 columns', `card_number${',x'.repeat(50)}\n`, 'F003'],
    ['1,000 columns', `card_number${',x'.repeat(999)}\n`, 'F003'],
    ['a row of 32,001 cells', `card_number\n${'a,'.repeat(32_000)}a\n`, 'F003'],
    ['a line break in a column name', `card_number,"a,,,,,,,,,,\nb"\n${CARD},x\n`, 'F004'],
    ['an endless column name', `card_number,${'h'.repeat(60_000)}\n1,\u0001\n`, 'F004'],
    ['a column twice', `card_number,Card_Number\n${CARD},\n`, 'F004'],
    ['a spreadsheet', Buffer.from('PK\u0003\u0004....................'), 'F005'],
    ['UTF-16', Buffer.from(`\uFEFFcard_number\n${CARD}\n`, 'utf16le'), 'F004'],
    ['a NUL after good rows', `card_number\n${`${CARD}\n`.repeat(9_000)}\0\n`, 'F004'],
    [
      'bad UTF-8 after good rows',
      Buffer.from(`card_number\n${`${CARD}\n`.repeat(9_000)}\xff\n`, 'latin1'),
      'F004',
    ],
    ['an open quote in the header', `card_number,"x\n${CARD}\n`, 'F004'],
    ['a header of 10 MB', `card_number${'x'.repeat(10_000_000)}\n`, 'F004'],
  ])('rejects %s', async (_, content, code) => {
    const { rejected, rows, reports } = await validate(content)
    expect(rejected).toMatchObject({ outcome: 'rejected', code })
    expect(rejected.detail).toMatch(/\.$/)
    expect(rows).toEqual([])
    expect(reports).toEqual({})
  })

  test('rejects too many rows, too many bytes and a file other than announced', async () => {
    const text = `card_number\n${CARD}\n${OTHER}\n`
    const sha256 = createHash('sha256').update(text).digest('hex')
    const outcome = async (more: Partial<ValidateInquiryFile>) => {
      const { result } = await validate(text, more)
      return result.outcome === 'rejected' ? result.code : 'ready'
    }
    expect(await outcome({ limits: { maxRows: 1 } })).toBe('F003')
    expect(await outcome({ limits: { maxRows: 2 } })).toBe('ready')
    expect(await outcome({ limits: { maxBytes: text.length - 1 } })).toBe('F003')
    expect(await outcome({ expected: { size: text.length - 1 } })).toBe('F006')
    expect(await outcome({ expected: { sha256: 'a'.repeat(64) } })).toBe('F006')
    expect(await outcome({ expected: { size: text.length, sha256 } })).toBe('ready')
  })

  test('shows no card number of a file without a header', async () => {
    const { rejected } = await validate(`${CARD}\n${OTHER}\n`)
    expect(rejected.detail).toContain('•••• 0011')
    expect(rejected.detail).not.toContain('999000')
  })
})
