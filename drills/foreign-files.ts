import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MatchedField, UploadColumns } from '@backoffice/contract/columns'
import { isFinalState } from '@backoffice/contract/file-states'
import type { TrackedFile } from '@backoffice/contract/files'
import type { RowsToFix } from '@backoffice/contract/fixes'
import { type TestCell, writeWorkbook } from '../apps/server/src/files/xlsx/read/testing/write-workbook.ts'
import { cardNumber } from '../apps/server/src/ops/demo/demo-cards.ts'
import type { Driver } from './driver.ts'
import { confirm, createSampleFile, digestOf } from './files.ts'
import { DEMO_CARDS } from './product.ts'

const CARDS = 30_000
const TENDERS = 3_000
/** Rejected rows that are corrected. */
const FIXED_ROWS = 12
/** Higher than any tender id of the other drills. */
const FIRST_TENDER = 1_400_000
export const NAME = 'Foreign tender'

/** A workbook with foreign headers below a title. */
export type ForeignFile = {
  category: string
  workbook: Buffer
  columns: readonly MatchedField[]
  /** Corrected cells of a rejected row, by its position among them. */
  corrected: (position: number) => Record<string, string>
  /** Confirms it. */
  start: (driver: Driver, file: TrackedFile) => Promise<unknown>
  artifacts: readonly string[]
}

/** Steps of a file that a process may die in, in their order. */
export const STEPS = ['read', 'match', 'fix', 'run'] as const
export type Step = (typeof STEPS)[number]

const HEADER_ROW = 3

async function workbookOf(name: string, rows: readonly (readonly TestCell[])[]): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'backoffice-drill-'))
  const path = join(folder, 'upload.xlsx')
  await writeWorkbook(path, { sheets: [{ name, rows: [[name], [], ...rows] }] })
  const bytes = await readFile(path)
  await rm(folder, { recursive: true })
  return bytes
}

const DAY_ZERO = Date.UTC(1899, 11, 30)
const DAY_MS = 86_400_000

/** A real date, except for days that do not exist. */
function dateCell(text = ''): TestCell {
  const serial = (Date.parse(text) - DAY_ZERO) / DAY_MS
  return text.endsWith('-02-30') || text === '' ? text : { serial, format: 14 }
}

/** An inquiry with the rows of the sample file, its damaged numbers as number cells. */
export async function foreignInquiry(): Promise<ForeignFile> {
  const lines = createSampleFile(CARDS, DEMO_CARDS).toString().trimEnd().split('\r\n').slice(1)
  const rows = lines.map((line): TestCell[] => {
    if (line === '') return []
    const [card = '', from, to, reference = ''] = line.split(',')
    return [reference, card.includes('E') ? Number(card) : card, dateCell(from), dateCell(to), 'counter 1']
  })
  const header = ['Ticket', 'Member ID', 'From', 'Until', 'Place']
  return {
    category: 'SMAC_INQUIRY',
    workbook: await workbookOf('Cards', [header, ...rows]),
    columns: [
      { field: 'card_number', column: 1 },
      { field: 'date_from', column: 2 },
      { field: 'date_to', column: 3 },
      { field: 'reference_no', column: 0 },
    ],
    // A day that the sample file does not use.
    corrected: (position) => ({
      card_number: cardNumber(position),
      date_from: '2026-10-29',
      date_to: '2026-10-30',
    }),
    start: (driver, { source_filekey, version }) => confirm(driver, source_filekey, { version }),
    artifacts: ['result', 'errors', 'rejected'],
  }
}

/** An import of new tenders, some without a name, with unknown payment methods, or both. */
export async function foreignTenders(): Promise<ForeignFile> {
  const rows = Array.from({ length: TENDERS }, (_, index): TestCell[] => {
    const id = (FIRST_TENDER + index).toString(36).toUpperCase()
    return [
      id,
      index % 100 === 7 ? '' : `${NAME} ${index}`,
      index % 70 === 7 ? 'ZZZ' : 'CSH',
      { serial: 46_000, format: 14 },
    ]
  })
  const header = ['Tender No', 'Caption', 'Pay method', 'Since']
  return {
    category: 'TENDERS',
    workbook: await workbookOf('Tenders', [header, ...rows]),
    columns: [
      { field: 'source_system', value: 'KIOSK' },
      { field: 'tender_id', column: 0 },
      { field: 'tender_name', column: 1 },
      { field: 'payment_method_code', column: 2 },
      { field: 'company_code', value: '*' },
    ],
    corrected: (position) => ({ tender_name: `${NAME} fixed ${position}`, payment_method_code: 'CSH' }),
    start: (driver, { source_filekey, version }) =>
      driver.expect(202, '/lookup/tenders/import', { source_filekey, version, partial: true }),
    artifacts: ['errors', 'rejected'],
  }
}

/** Uploads, matches, corrects and runs the file. `onStep`: called before each step. */
export async function runForeign(
  driver: Driver,
  file: ForeignFile,
  onStep: (step: Step) => void,
): Promise<{ filekey: string; digests: string[] }> {
  const { category, workbook, columns, corrected, start, artifacts } = file
  const settled = (filekey: string) =>
    driver.until(filekey, ({ state }) => state !== 'UPLOADED' && state !== 'VALIDATING')
  onStep('read')
  const filekey = await driver.upload(workbook, category, { format: 'xlsx' })
  requireState(await settled(filekey), 'MATCHING')
  const query = `?source_filekey=${filekey}`
  const read = await driver.call<UploadColumns>(`/file_tracker/columns${query}`)
  const { version, sheet, header_row } = read.body.resource
  if (header_row !== HEADER_ROW) throw new Error(`header in row ${header_row}`)
  onStep('match')
  await callTwice(driver, '/file_tracker/match', {
    ...{ source_filekey: filekey, version, sheet, header_row, columns },
    formats: {},
  })
  requireState(await settled(filekey), 'AWAITING_CONFIRMATION')
  const { resource: found } = await driver.expect<RowsToFix>(200, `/file_tracker/rows_to_fix${query}`)
  const items = found.rows
    .filter(({ outcome }) => outcome === 'rejected')
    .slice(0, FIXED_ROWS)
    .map(({ row_number }, position) => ({ row: row_number, values: corrected(position) }))
  onStep('fix')
  await callTwice(driver, '/file_tracker/fix', { source_filekey: filekey, version: found.version, items })
  const checked = await settled(filekey)
  requireState(checked, 'AWAITING_CONFIRMATION')
  if (checked.counts.error !== found.total_rejected - FIXED_ROWS)
    throw new Error(`${checked.counts.error} of ${found.total_rejected} rows are still rejected`)
  onStep('run')
  await start(driver, checked)
  requireState(await driver.until(filekey, ({ state }) => isFinalState(state)), 'COMPLETED_WITH_ERRORS')
  const digests: string[] = []
  for (const artifact of artifacts)
    digests.push(`${artifact} ${digestOf(await driver.download(filekey, artifact))}`)
  return { filekey, digests }
}

function requireState({ state, failure }: TrackedFile, expected: string): void {
  if (state !== expected) throw new Error(`${state} instead of ${expected}: ${JSON.stringify(failure)}`)
}

/** Repeats an acknowledged write with its key. Both replies must be the same. */
async function callTwice(driver: Driver, path: string, body: object): Promise<void> {
  const request = { method: 'POST', body, headers: { 'idempotency-key': crypto.randomUUID() } }
  const first = await driver.request<object>(`/api/operations${path}`, request)
  if (first.status !== 200) throw new Error(`${path} replied ${first.status}: ${JSON.stringify(first.body)}`)
  const second = await driver.request<object>(`/api/operations${path}`, request)
  if (digestOf(JSON.stringify(first)) !== digestOf(JSON.stringify(second)))
    throw new Error(`${path} replied differently: ${JSON.stringify([first.body, second.body])}`)
}
