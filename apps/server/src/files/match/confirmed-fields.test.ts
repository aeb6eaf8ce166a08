import { INQUIRY_LAYOUT, type MatchedField } from '@backoffice/contract/columns'
import { propertyRuns } from '@backoffice/contract/testing/property-runs'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDryRunDatabase } from '../../testing/dry-run-database.ts'
import { FileRejected } from '../csv/file-rejected.ts'
import { analyseColumns } from './analyse.ts'
import { convertColumns } from './convert-columns.ts'
import { suggestFields } from './suggest.ts'

let dryRuns: Awaited<ReturnType<typeof createDryRunDatabase>>
beforeAll(async () => {
  dryRuns = await createDryRunDatabase()
})
afterAll(() => dryRuns.close())

const CARDS = ['9990000000000011', '9990000000000029', '9999000000004568', 'no card', '']
const NAMES = [
  'card_number',
  'Card No.',
  'Member ID',
  'date_from',
  'Start',
  'Ref',
  'reference_no',
  '',
  'Colour',
  'x',
]

const file = fc.integer({ min: 2, max: 6 }).chain((width) =>
  fc.record({
    // Renamed, doubled, empty and foreign headers in any order; the last has a name.
    names: fc
      .array(fc.constantFrom(...NAMES), { minLength: width - 1, maxLength: width - 1 })
      .map((names) => [...names, 'last']),
    rows: fc.array(
      fc.array(fc.constantFrom(...CARDS, 'A-1', 'é; "x"', '31/10/2026'), {
        minLength: width,
        maxLength: width,
      }),
      { minLength: 1, maxLength: 6 },
    ),
    columns: fc.shuffledSubarray([...Array(width).keys()], { minLength: 1, maxLength: 2 }),
  }),
)

const quoted = (cell: string) => (/[;"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

async function* source(content: string) {
  yield Buffer.from(content)
}

test('a field has only values of the column that was confirmed for it', async () => {
  await fc.assert(
    fc.asyncProperty(file, async ({ names, rows, columns }) => {
      const content = `${[names, ...rows].map((row) => row.map(quoted).join(';')).join('\r\n')}\r\n`
      const [card = 0, reference] = columns
      const fields: MatchedField[] = [{ field: 'card_number', column: card }]
      if (reference !== undefined) fields.push({ field: 'reference_no', column: reference })
      const converted = convertColumns(
        source(content),
        { fields, formats: {}, header_row: 1 },
        INQUIRY_LAYOUT,
      )
      const parts: Uint8Array[] = []
      for await (const part of converted) parts.push(part)
      const { rows: staged } = await dryRuns.validate(Buffer.concat(parts))
      const records: string[][] = parse(content, { delimiter: ';', from_line: 2 })
      const filled = records.filter((row) => row.some((cell) => cell !== ''))
      const shown = (cell: string | undefined) => (cell ? cell : null)
      expect(staged.map(({ card_text, reference_no }) => [card_text || null, reference_no || null])).toEqual(
        filled.map((row) => [shown(row[card]), reference === undefined ? null : shown(row[reference])]),
      )
    }),
    { numRuns: propertyRuns(60) },
  )
})

test('each field and each column is suggested at most once', async () => {
  await fc.assert(
    fc.asyncProperty(file, fc.integer({ min: -1, max: 5 }), async ({ names, rows }, remembered) => {
      const bytes = Buffer.from(`${[names, ...rows].map((row) => row.map(quoted).join(';')).join('\n')}\n`)
      const input = {
        head: { bytes, isWhole: true },
        source: source(bytes.toString()),
        layout: INQUIRY_LAYOUT,
        maxRows: 1_000,
      }
      const analysis = await analyseColumns({ ...input, headerLine: 1 }).catch((error: unknown) => {
        if (!(error instanceof FileRejected)) throw error
      })
      fc.pre(analysis !== undefined)
      if (!analysis) return
      const suggestions = suggestFields({
        ...analysis,
        layout: INQUIRY_LAYOUT,
        existing: new Map(),
        remembered: new Map([['reference_no', remembered]]),
      })
      expect(suggestions).toHaveLength(analysis.names.length)
      const fields = suggestions.flatMap((each) => (each ? [each.field] : []))
      expect(new Set(fields).size).toBe(fields.length)
      if (remembered >= 0 && remembered < analysis.names.length)
        expect(suggestions[remembered]).toEqual({ field: 'reference_no', by: 'memory' })
    }),
    { numRuns: propertyRuns(200) },
  )
})
