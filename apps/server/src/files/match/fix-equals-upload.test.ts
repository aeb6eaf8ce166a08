import { Buffer } from 'node:buffer'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@backoffice/contract/api'
import { elementAt } from '@backoffice/contract/objects'
import type { TableDeclaration } from '@backoffice/contract/table'
import { unmaskedColumns, writtenFields } from '@backoffice/contract/table'
import { branches } from '@backoffice/contract/tables/branches'
import { tenders } from '@backoffice/contract/tables/tenders'
import { transactionCodes } from '@backoffice/contract/tables/transaction-codes'
import { propertyRuns } from '@backoffice/contract/testing/property-runs'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { objectKey } from '../../adapters/storage/object-keys.ts'
import { stagingTable } from '../../db/staging-table.ts'
import { uploadFile } from '../../testing/file-actions.ts'
import { checkFile, sendFixes } from '../../testing/fixes.ts'
import { addMasters, IN_FORCE, validRow } from '../../testing/table-rows.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'
import { REPORTS } from '../check/write-reports.ts'
import { writeWorkbook } from '../xlsx/read/testing/write-workbook.ts'

// Checks run when a test calls them.
let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem({ limits: { uploadsAtOnce: 10_000 } })
  await addMasters(system.pool)
  await system.pool.query(`
    INSERT INTO tenders (source_system, tender_id, tender_name, payment_method_code, bin_from, bin_to, company_code)
    VALUES ('FUEL', '0001', 'One', 'CSH', '900000', '900099', 'NLF'), ('FUEL', '0002', 'Two', 'CSH', '900200', '900299', 'NLF')`)
})
afterAll(() => system.stop())

type Subject = {
  category: string
  as: string
  header: readonly string[]
  /** Cells that a column can have. */
  cells: (field: string) => readonly string[]
  /** Foreign column names; the last column is not matched. */
  titles?: readonly string[]
  isWorkbook?: boolean
}

const CODES = ['0001', '0002', '0003', '1000', '1900', '2001', ' 0003', 'é']
const DATES = ['2026-01-31', '31/01/2026', '02/03/2026', '', '2026-13-01', ' 2026-02-01']

/** Few values, so that rows have the same keys, overlapping ranges and references to each other. */
function tableSubject(table: TableDeclaration): Subject {
  const fields = writtenFields(table)
  const valid = validRow(table)
  const cells = (name: string) => {
    const { type, key, options, reference, max } = fields[name] ?? { max: 0 }
    const own = valid[name] ?? ''
    if (name.startsWith('bin_')) return ['', '900000', '900050', '900099', '900250', '9000', '"900300"']
    if (reference && `/${reference.table}` === table.path) return ['', '', ...CODES]
    if (reference) return [IN_FORCE[reference.table], own, 'NFL', 'OLD', '']
    if (options) return [own, own, ...Object.keys(options).slice(0, 2), 'None', own.toLowerCase()]
    if (type === 'date') return DATES
    if (key) return CODES.filter((code) => code.trim().length <= max)
    return [own, own, own, '', ` ${own} `, '=1+1', 'a, "b"']
  }
  const { category } = table
  return { category, as: 'admin', header: unmaskedColumns(table), cells }
}

const INQUIRY: Subject = {
  category: 'SMAC_INQUIRY',
  as: 'agent',
  header: ['card_number', 'date_from', 'date_to', 'reference_no', 'note'],
  cells: (field) =>
    field === 'card_number'
      ? [
          '9990000000000011',
          '9990000000000029',
          '9990 0000 0000 0011',
          '9990000000000012',
          '',
          '1',
          '9.99E+15',
        ]
      : field.startsWith('date')
        ? ['2026-10-01', '2026-10-02', '2026-09-01', '02/10/2026', '', ' 2026-10-01']
        : ['A', '', 'a, "b"', "'=1", 'é'],
}

/** Dates need no conversion, and no row is empty, because a file has no lines for empty rows of other systems. */
const FOREIGN: Subject = {
  ...INQUIRY,
  titles: ['Card No.', 'Start', 'End', 'Ticket', 'Till'],
  cells: (field) =>
    field === 'note'
      ? ['x']
      : INQUIRY.cells(field).filter((cell) => !field.startsWith('date') || /^[\d-]*$/.test(cell)),
}

type Cells = readonly string[]
type Line = { cells: Cells } | { raw: string }

function fileOf({ header, cells }: Subject) {
  const row = fc.tuple(...header.map((field) => fc.constantFrom(...cells(field))))
  const line: fc.Arbitrary<Line> = fc.oneof(
    { weight: 12, arbitrary: row.map((each) => ({ cells: each })) },
    { weight: 1, arbitrary: fc.constantFrom({ raw: 'a"b' }, { raw: 'x,"a"b,y' }) },
  )
  return fc.record({
    lines: fc.array(line, { minLength: 2, maxLength: 14 }),
    bom: fc.boolean(),
    end: fc.constantFrom('\n', '\r\n', '\r\n\n'),
    quoted: fc.boolean(),
    picks: fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat()), { minLength: 1, maxLength: 12 }),
  })
}

const quote = (text: string) => `"${text.replaceAll('"', '""')}"`
type Format = { bom: boolean; end: string; quoted: boolean }
function textOf(header: Cells, lines: readonly Line[], { bom, end, quoted }: Format): string {
  const cell = (text: string) => (quoted || /[",]/.test(text) ? quote(text) : text)
  const rows = lines.map((line) => ('raw' in line ? line.raw : line.cells.map(cell).join()))
  return (bom ? '\uFEFF' : '') + [header.join(), ...rows].map((row) => row + end).join('')
}

/** The file in the writing of the subject. */
async function contentOf(
  { header, titles = header, isWorkbook }: Subject,
  lines: readonly Line[],
  format: Format,
) {
  if (!isWorkbook) return textOf(titles, lines, format)
  const path = join(tmpdir(), `${crypto.randomUUID()}.xlsx`)
  const rows = lines.map((line) => ('raw' in line ? [] : line.cells))
  await writeWorkbook(path, { sheets: [{ name: 'Sheet1', rows: [titles, ...rows] }] })
  const bytes = await readFile(path)
  await rm(path)
  return bytes
}

async function check({ category, as, header, titles }: Subject, content: string | Buffer): Promise<string> {
  const { source_filekey } = await uploadFile(system, content, as, { category })
  await checkFile(system, source_filekey)
  const query = { source_filekey }
  const { state } = await system.call(api.files.get, { query }, as)
  if (!titles || state !== 'MATCHING') return source_filekey
  const { sheet, header_row, version, columns } = await system.call(api.columns.get, { query }, as)
  const matched = header.slice(0, -1).map((field, column) => ({ field, column }))
  const formats = Object.fromEntries(
    matched.flatMap(({ field, column }) => {
      const [order] = columns[column]?.date_orders ?? []
      return order ? [[field, order] as const] : []
    }),
  )
  const body = { source_filekey, version, sheet, header_row, columns: matched, formats }
  await system.call(api.columns.match, { body }, as)
  await checkFile(system, source_filekey)
  return source_filekey
}

/** Without the uploaded text of corrected cells. */
const ROWS_TO_FIX = (filekey: string) => `(SELECT source_filekey, row_no, line_no, outcome, is_malformed,
  problems, (SELECT jsonb_agg(cell - 3 ORDER BY at) FROM jsonb_array_elements(cells) WITH ORDINALITY AS c(cell, at)) AS cells
  FROM rows_to_fix WHERE source_filekey = '${filekey}')`

const isUnchanged = (body: unknown) => JSON.stringify(body).includes('"unchanged"')

/** Everything that a check leaves. */
async function outcomeOf(filekey: string) {
  const { rows: files } = await system.pool.query(
    `SELECT state, total, valid, warning, error, duplicate, skipped, rows_without_dates, errors_total, error_codes, has_rejected,
       report_bytes, failure_code, preview - 'compared_at' AS preview FROM files WHERE source_filekey = $1`,
    [filekey],
  )
  const { kind, staged_run: run } = await system.db
    .selectFrom('files')
    .select(['kind', 'staged_run'])
    .where('source_filekey', '=', filekey)
    .executeTakeFirstOrThrow()
  const staging = kind === 'inquiry' ? system.ledger.pool : system.pool
  const ordered = async (pool: typeof staging, table: string, without: string) => {
    const { rows } = await pool.query(
      `SELECT (to_jsonb(t) - '${without}')::text AS row FROM ${table} AS t ORDER BY row_no`,
    )
    return rows
  }
  const reports = await Promise.all(
    REPORTS.map(async (artifact) => {
      const key = objectKey[artifact](filekey)
      if ((await system.storage.size(key)) === null) return [artifact, null]
      const parts: Uint8Array[] = []
      for await (const part of system.storage.read(key)) parts.push(part)
      return [artifact, Buffer.concat(parts).toString()]
    }),
  )
  const { rows: errors } = await system.pool.query(
    'SELECT seq, row_number, line_number, column_name, value, code, message FROM file_errors WHERE source_filekey = $1 ORDER BY seq',
    [filekey],
  )
  const isStaged = files[0].state === 'AWAITING_CONFIRMATION'
  return {
    file: files[0],
    staged: isStaged ? await ordered(staging, stagingTable(filekey, run), '') : null,
    toFix: await ordered(system.pool, ROWS_TO_FIX(filekey), 'source_filekey'),
    reports,
    errors,
  }
}

const SUBJECTS: readonly (readonly [string, () => Subject, number])[] = [
  ['inquiries', () => INQUIRY, 40],
  ['inquiries with foreign headers', () => FOREIGN, 20],
  ['workbooks', () => ({ ...FOREIGN, isWorkbook: true }), 20],
  ['tenders with overlapping ranges', () => tableSubject(tenders), 40],
  ['transaction codes that refer to each other', () => tableSubject(transactionCodes), 40],
  ['branches', () => tableSubject(branches), 30],
]

test.each(SUBJECTS)(
  'corrected cells of %s have the outcome of the corrected file',
  async (_, make, runs) => {
    const subject = make()
    const { header, cells, as } = subject
    await fc.assert(
      fc.asyncProperty(fileOf(subject), async ({ lines: drawn, picks, ...format }) => {
        // A workbook has no malformed lines.
        const lines = subject.isWorkbook ? drawn.filter((line) => 'cells' in line) : drawn
        fc.pre(lines.length > 0)
        const filekey = await check(subject, await contentOf(subject, lines, format))
        const found = await system.call(api.fixes.rows, { query: { source_filekey: filekey } }, as)
        const fixable = found.rows.filter(({ is_fixable }) => is_fixable)
        fc.pre(fixable.length > 0)
        const corrected = new Map<number, Map<string, string>>()
        for (const [row, column, cell] of picks) {
          const { row_number } = elementAt(fixable, row % fixable.length)
          const field = elementAt(found.fields, column % found.fields.length)
          const values = corrected.get(row_number) ?? new Map<string, string>()
          const choices = cells(field)
          corrected.set(row_number, values.set(field, elementAt(choices, cell % choices.length)))
        }
        const items = [...corrected].map(([row, values]) => ({ row, values: Object.fromEntries(values) }))
        const reply = await sendFixes(system, filekey, items, as)
        fc.pre(!isUnchanged(reply.body))
        expect(reply).toMatchObject({ status: 200 })
        await checkFile(system, filekey)
        const after = lines.map((line, index) =>
          'raw' in line
            ? line
            : {
                cells: line.cells.map(
                  (text, column) => corrected.get(index + 1)?.get(elementAt(header, column)) ?? text,
                ),
              },
        )
        const other = { ...format, quoted: !format.quoted }
        const uploaded = await check(subject, await contentOf(subject, after, other))
        expect(await outcomeOf(filekey)).toEqual(await outcomeOf(uploaded))
      }),
      { numRuns: propertyRuns(runs) },
    )
  },
  300_000,
)
