import { INQUIRY_LAYOUT, type MatchedField } from '@backoffice/contract/columns'
import { propertyRuns } from '@backoffice/contract/testing/property-runs'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ColumnMatching } from '../../db/schema.ts'
import { createDryRunDatabase } from '../../testing/dry-run-database.ts'
import { convertColumns } from './convert-columns.ts'

const CARD = '9990000000000011'
const OTHER = '9990000000000029'

async function* pieces(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function convert(
  content: string | Buffer,
  matching: ColumnMatching & { header_row?: number },
  size = 64 * 1024,
): Promise<string> {
  const parts: Uint8Array[] = []
  const conversion = { header_row: 1, ...matching }
  for await (const part of convertColumns(pieces(Buffer.from(content), size), conversion, INQUIRY_LAYOUT))
    parts.push(part)
  return Buffer.concat(parts).toString()
}

const BOTH: MatchedField[] = [
  { field: 'reference_no', column: 0 },
  { field: 'card_number', column: 2 },
]
const all = { fields: BOTH, formats: {} }

test('columns in the order of the template, without the others', async () => {
  const content = `Ref;Name;Card\r\nA;x;${CARD}\r\n"B;""1"""; ;${OTHER}\r\n`
  expect(await convert(content, all)).toBe(`card_number,reference_no\n${CARD},A\n${OTHER},"B;""1"""\n`)
})

test('rows keep their lines, blank ones are no rows, and rows with other values are', async () => {
  const content = `Title; of the list\n\nRef,Name,Card\n\nA,"x\ny",${CARD}\n, ,\n,z,\n`
  const converted = await convert(content, { ...all, header_row: 3 })
  expect(converted).toBe(`\n\ncard_number,reference_no\n\n${CARD},A\n\n\n,\n`)
  const card = await convert(content, { fields: BOTH.slice(1), formats: {}, header_row: 3 })
  expect(card).toBe(`\n\ncard_number\n\n${CARD}\n\n\n""\n`)
})

test('one value for all rows', async () => {
  const fields: MatchedField[] = [...BOTH.slice(1), { field: 'reference_no', value: 'A, "B"' }]
  expect(await convert(`a,b,c\n1,2,${CARD}\n,,\n`, { fields, formats: {} })).toBe(
    `card_number,reference_no\n${CARD},"A, ""B"""\n`,
  )
})

test('dates of the chosen order; others stay', async () => {
  const fields: MatchedField[] = [{ field: 'date_from', column: 0 }]
  const content = 'd\n31/12/2026\n12/31/2026\n1-Feb-26\n="01/02/26"\n"31/12/2026"\nsoon\n'
  expect(await convert(content, { fields, formats: { date_from: 'DMY' } })).toBe(
    'date_from\n2026-12-31\n12/31/2026\n2026-02-01\n"=""2026-02-01"""\n2026-12-31\nsoon\n',
  )
})

test('a separator line before the header names the delimiter', async () => {
  expect(await convert(`\uFEFFsep=;\r\nRef;N,a,m,e;Card\r\nA;;${CARD}\r\n`, { ...all, header_row: 2 })).toBe(
    `\ncard_number,reference_no\n${CARD},A\n`,
  )
  expect(await convert(`sep=;\nx\nRef;N,a,m,e;Card\nA;;${CARD}\n`, { ...all, header_row: 3 })).toBe(
    `\n\ncard_number,reference_no\n${CARD},A\n`,
  )
})

describe('the checks behind it', () => {
  let dryRuns: Awaited<ReturnType<typeof createDryRunDatabase>>
  beforeAll(async () => {
    dryRuns = await createDryRunDatabase()
  })
  afterAll(() => dryRuns.close())

  /** Problems as row, line, code and message. */
  async function problemsOf(content: string) {
    const { ready } = await dryRuns.validate(await convert(content, all))
    return ready.firstErrors.map(
      ({ row_number, line_number, code, message }) => `${row_number} ${line_number} ${code} ${message}`,
    )
  }

  test.each([
    ['a quote in a used cell', `A12"3,x,${CARD}`],
    ['an open quote in a used cell', `"A,x,${CARD}`],
    ['a quote in an unused cell', `A,x"y,${CARD}`],
    ['a formula with a quote', `="A"b",x,${CARD}`],
    ['a formula next to a malformed cell', `="A",x"y,${CARD}`],
    ['text after a quote', `A,x,"${CARD}"x`],
  ])('%s is E004', async (_, line) => {
    const content = `Ref,Name,Card\n\n${line}\nB,"x, ""y""",${OTHER}\n`
    expect(await problemsOf(content)).toEqual([expect.stringMatching(/^1 3 E004 Has a quote in the middle/)])
  })

  test.each([
    ['in a used cell', `${'x'.repeat(100_000)},x,${CARD}`],
    ['in an unused cell', `A,${'é,'.repeat(70_000)}`],
  ])('a line that is too long %s is E004', async (_, line) => {
    expect(await problemsOf(`Ref,Name,Card\n${line}\nB,x,${OTHER}\n`)).toEqual([
      expect.stringMatching(/^1 2 E004 The line is longer than 64 KB/),
    ])
  })

  test('a surplus cell is E004, an unwrapped one W002, a row without used values E001', async () => {
    const content = `Ref,Name,Card,,\nA,x,${CARD},,y\n="1",x,${OTHER},,\n,x,\n`
    expect(await problemsOf(content)).toEqual([
      '1 2 E004 There is no column for this cell. Does the line have an extra delimiter?',
      '2 3 W002 Cleaned up: the surrounding ="…" removed',
      '3 4 E001 A required value is missing',
    ])
  })
})

const cellOf = (...units: string[]) => fc.string({ unit: fc.constantFrom(...units), maxLength: 6 })
const rowOf = (...units: string[]) => fc.array(cellOf(...units), { minLength: 4, maxLength: 4 })
/** A line inside a record that is a whole row on its own would be read as one, because the quote was left open. */
const row = fc.oneof(rowOf('a', 'é', '1', ' ', ',', ';', '"', '€'), rowOf('a', '€', ' ', ',', '\n'))
const quoted = (cell: string) => (/[;"\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

test('equals a naive conversion by another reader, split at every byte', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { minLength: 1, maxLength: 6 }),
      fc.shuffledSubarray([0, 1, 2, 3], { minLength: 1 }),
      fc.integer({ min: 1, max: 9 }),
      async (rows, columns, size) => {
        const content = [['h1', 'h2', 'h1', 'x'], ...rows].map((row) => row.map(quoted).join(';')).join('\n')
        const names = ['card_number', 'date_from', 'date_to', 'reference_no']
        const fields = columns.map((column, index) => ({ field: names[index] ?? '', column }))
        const converted = await convert(`${content}\n`, { fields, formats: {} }, size)
        const used = names.filter((name) => fields.some(({ field }) => field === name))
        const records: string[][] = parse(`${content}\n`, { delimiter: ';', relax_column_count: true })
        const expected = records
          .slice(1)
          .filter((row) => row.some((cell) => !/^ *$/.test(cell)))
          .map((row) =>
            used.map((name) => row[fields.find(({ field }) => field === name)?.column ?? -1] ?? ''),
          )
        const read: string[][] = parse(converted, { skip_empty_lines: true, relax_column_count: true })
        expect(read).toEqual([used, ...expected])
      },
    ),
    { numRuns: propertyRuns(500) },
  )
})
