import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import type { CellFormat } from '../apps/server/src/files/xlsx/write/columns.ts'
import { workbookOf } from '../apps/server/src/files/xlsx/write/workbook.ts'
import { type Drill, runDrill } from './drill.ts'

const run = promisify(execFile)

const KINDS = {
  row: 'number',
  card: 'code',
  code: 'code',
  day: 'date',
  at: 'time',
  amount: 'number',
  phone: 'code',
  note: 'text',
} as const satisfies Record<string, CellFormat>

const kindOf = (name: string): CellFormat =>
  new Map<string, CellFormat>(Object.entries(KINDS)).get(name) ?? 'text'

const NOTES = [
  '=1+1',
  '+A1',
  "'quoted",
  'a "b"; c, d',
  'línea\ndos',
  '😀 • ＝',
  ' spaced ',
  '_x0041_',
  '<b>&amp;</b>',
  '1E5',
]

/** Different rows, the same each time. */
function sampleRows(count: number): string[][] {
  return Array.from({ length: count }, (_, index) => {
    // 7919 is coprime to each length, so that the digits of every place change.
    const digits = String((index + 1) * 7_919_000_003).padStart(16, '0')
    const day = new Date(Date.UTC(1900, 2, 1) + index * 11 * 86_400_000).toISOString().slice(0, 10)
    const time = new Date(index * 8_641_000).toISOString().slice(11, 19)
    return [
      String(index + 1),
      digits.slice(-16),
      String(index % 10_000).padStart(4 + (index % 5), '0'),
      day,
      `${day} ${time}`,
      `${index % 3 === 0 ? '-' : ''}${((index + 1) * 99_999_931) % 10_000_000_000}.${String(index % 100).padStart(2, '0')}`,
      `+639${digits.slice(-9)}`,
      NOTES[index % NOTES.length] ?? '',
    ]
  })
}

/** LibreOffice shows numbers with separators of thousands. */
const same = (kind: CellFormat, text: string) => (kind === 'number' ? text.replaceAll(',', '') : text)

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

async function convert({ folder }: Drill, workbook: string): Promise<string[][]> {
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`
  await run('soffice', [
    profile,
    '--headless',
    '--convert-to',
    'csv:Text - txt - csv (StarCalc):44,34,76',
    '--outdir',
    folder,
    workbook,
  ])
  const text = await readFile(join(folder, 'rows.csv'), 'utf8')
  const rows: string[][] = [[]]
  for (const [, cell = '', end] of text.matchAll(/("(?:[^"]|"")*"|[^,\n]*)(,|\n)/g)) {
    rows.at(-1)?.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell)
    if (end === '\n') rows.push([])
  }
  return rows.slice(0, -1)
}

/**
 * `npm run drill:excel`: LibreOffice reads a workbook of the product, and every digit, date and text is the one that was
 * written.
 */
await runDrill('excel', async (drill) => {
  const version = await run('soffice', ['--version']).catch(() => undefined)
  if (!version) return console.log('LibreOffice is not installed (soffice): nothing was checked.')
  console.log(version.stdout.trim())
  const rows = sampleRows(10_000)
  const lines = [Object.keys(KINDS), ...rows].map((cells) => `${cells.map(quoted).join(',')}\n`)
  const workbook = join(drill.folder, 'rows.xlsx')
  const source = Readable.from([Buffer.from(lines.join(''))])
  await writeFile(workbook, workbookOf(source, kindOf))
  const read = await convert(drill, workbook)
  drill.check('rows', read.length === rows.length + 1, String(read.length - 1))
  for (const [column, [name, kind]] of Object.entries(KINDS).entries()) {
    const wrong = rows.filter(
      (row, index) => same(kind, row[column] ?? '') !== same(kind, read[index + 1]?.[column] ?? ''),
    )
    const [first] = wrong
    drill.check(
      `${name} as ${kind}`,
      wrong.length === 0,
      `${wrong.length} differ${first ? `, ${first[column]}` : ''}`,
    )
  }
})
