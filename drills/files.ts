import { createHash } from 'node:crypto'
import { passesLuhn } from '@backoffice/contract/card-number'
import { isFinalState } from '@backoffice/contract/file-states'
import type { TrackedFile } from '@backoffice/contract/files'
import { cardNumber } from '../apps/server/src/ops/demo/demo-cards.ts'
import type { Driver } from './driver.ts'
import { DEMO_CARDS } from './product.ts'

const INQUIRY_ROWS = 200_000
const TABLE_ROWS = 30_000
/** Short enough to see a file in validation. */
const POLL_MS = 30
/** Higher than any tender id of the demo. */
const FIRST_TENDER = 40 * 36 ** 2

/** A moment in the life of a file, reported once to `onMoment`. */
export type Moment = 'VALIDATING' | 'PROCESSING' | 'importing' | 'exporting'
export type OnMoment = (moment: Moment) => void
/** `ms`: from the upload to the end. */
export type FileRun = { key: string; final: TrackedFile; content: Buffer; ms: number }

const isDone = ({ state }: TrackedFile) => isFinalState(state)
const isValidated = ({ validated_at }: TrackedFile) => validated_at !== null
const samples = new Map<number, Buffer>()

export async function runInquiry(driver: Driver, rows: number, onMoment?: OnMoment): Promise<FileRun> {
  const began = Date.now()
  const sample = samples.get(rows) ?? createSampleFile(rows, DEMO_CARDS)
  samples.set(rows, sample)
  const key = await driver.upload(sample)
  const dry = await follow(driver, key, 'VALIDATING', onMoment, isValidated)
  if (dry.counts.total !== rows) throw new Error(`${key}: ${dry.counts.total} rows were read, not ${rows}`)
  await confirm(driver, key)
  const final = await follow(driver, key, 'PROCESSING', onMoment)
  if (final.state !== 'COMPLETED_WITH_ERRORS' || final.counts.processed !== rows)
    throw new Error(`${key}: ended ${final.state} with ${final.counts.processed} rows`)
  return { key, final, content: await driver.download(key), ms: Date.now() - began }
}

export async function confirm(
  driver: Driver,
  source_filekey: string,
  more: { date_from?: string; date_to?: string; version?: number } = {},
): Promise<void> {
  const dates = { date_from: '2026-10-01', date_to: '2026-10-31' }
  const request = { mode: 'FILE', source_filekey, purpose: 'OTHER', ticket_no: 'OPS-1', ...dates, ...more }
  await driver.expect(202, '/smac_inquiry', { ...request, duplicate_reason: 'drill' })
}

let imported = 0

/** Imports new tenders with names that begin with `prefix`; `content` is empty. */
export function runImport(
  driver: Driver,
  rows: number,
  prefix: string,
  onMoment?: OnMoment,
): Promise<FileRun> {
  const first = FIRST_TENDER + imported
  imported += rows
  const lines = Array.from({ length: rows }, (_, row) => {
    const id = (first + row).toString(36).toUpperCase().padStart(4, '0')
    return `KIOSK,${id},${prefix} ${row},CSH,*\n`
  })
  const header = 'source_system,tender_id,tender_name,payment_method_code,company_code\n'
  return runTableFile(driver, 'TENDERS', '/lookup/tenders/import', header + lines.join(''), onMoment)
}

/** Imports a posting reply that resolves these cases as not owed. */
export function runPostingReply(
  driver: Driver,
  caseNumbers: readonly string[],
  onMoment?: OnMoment,
): Promise<FileRun> {
  const lines = caseNumbers.map((number) => `${number},NOT_OWED\n`)
  return runTableFile(driver, 'CASES', '/cases/import', `case_no,result\n${lines.join('')}`, onMoment)
}

async function runTableFile(
  driver: Driver,
  category: string,
  path: string,
  text: string,
  onMoment?: OnMoment,
): Promise<FileRun> {
  const began = Date.now()
  const key = await driver.upload(Buffer.from(text), category)
  await driver.until(key, isValidated)
  await driver.expect(202, path, { source_filekey: key })
  const final = await follow(driver, key, 'importing', onMoment)
  return { key, final, content: Buffer.alloc(0), ms: Date.now() - began }
}

export async function runExport(
  driver: Driver,
  table: string,
  filters: object,
  onMoment?: OnMoment,
): Promise<FileRun> {
  const began = Date.now()
  const { resource } = await driver.expect(202, `/lookup/${table}/export`, { form: 'template', filters })
  const key = resource.source_filekey
  const final = await follow(driver, key, 'exporting', onMoment)
  if (final.state !== 'COMPLETED') throw new Error(`${key}: the export ended ${final.state}`)
  return { key, final, content: await driver.download(key), ms: Date.now() - began }
}

function follow(
  driver: Driver,
  key: string,
  moment: Moment,
  onMoment?: OnMoment,
  isReached = isDone,
): Promise<TrackedFile> {
  const state = moment === 'VALIDATING' ? moment : 'PROCESSING'
  let isPast = false
  const look = (file: TrackedFile) => {
    const isNow = moment === 'importing' ? file.counts.processed > 0 : file.state === state
    if (isNow && !isPast) onMoment?.(moment)
    isPast ||= isNow
    if (isDone(file) && !isReached(file))
      throw new Error(`${key}: ended ${file.state}, ${file.failure?.detail}`)
    return isReached(file)
  }
  return driver.until(key, look, { pollMs: POLL_MS })
}

let imports = 0

/**
 * Runs a file that reaches the moment: an inquiry by the agent, an import or export by the maintainer. `digest`: hash of
 * the content that must be equal in all runs.
 */
export async function runFile(agent: Driver, maintainer: Driver, moment: Moment, onMoment?: () => void) {
  const at: OnMoment = (reached) => {
    if (reached === moment) onMoment?.()
  }
  const exportImport = (number: number, watch?: OnMoment) =>
    runExport(maintainer, 'tenders', { tender_name: { contains: `Drill ${number} ` } }, watch)
  if (moment === 'importing') {
    imports += 1
    const run = await runImport(maintainer, TABLE_ROWS, `Drill ${imports}`, at)
    // A list only estimates so large a total.
    const rows = (await exportImport(imports)).content.toString().trimEnd().split('\n')
    const outcome = [run.final.state, run.final.preview?.written, rows.length, new Set(rows).size]
    return { ...run, digest: digestOf(JSON.stringify(outcome)) }
  }
  const isExport = moment === 'exporting'
  const run = isExport ? await exportImport(1, at) : await runInquiry(agent, INQUIRY_ROWS, at)
  return { ...run, digest: digestOf(JSON.stringify(run.final.counts), run.content) }
}

export function digestOf(...parts: (string | Buffer)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('hex')
}

function unknownCard(index: number): string {
  const stem = `999${String(index).padStart(12, '0')}`
  for (let digit = 0; digit < 10; digit++) if (passesLuhn(`${stem}${digit}`)) return `${stem}${digit}`
  throw new Error('one of ten digits is always valid')
}

const DAYS = 27

/** Kinds of rows in every twenty; the rest are unknown cards. */
export const ROWS_OF_TWENTY = { known: 6, badCheckDigit: 1, damaged: 1, duplicate: 1, noSuchDay: 1 } as const

/**
 * A deterministic file with a BOM, CRLF and blank lines; known and unknown cards, wrong check digits, numbers
 * damaged by a spreadsheet, duplicates and impossible dates. Every third row has no dates unless `dated`.
 * `cards`: number of demo cards; `rows` at most ninety times as many.
 */
export function createSampleFile(rows: number, cards: number, { dated = false } = {}): Buffer {
  const lines = ['\uFEFFcard_number,date_from,date_to,reference_no']
  const datesOf = (row: number) => (row % 3 === 0 && !dated ? ',' : '2026-10-01,2026-10-31')
  for (let row = 1; row <= rows; row++) {
    const card = unknownCard(row)
    const kind = row % 20
    if (kind === 7) lines.push(`${card.slice(0, -1)}${(Number(card.at(-1)) % 9) + 1},${datesOf(row)},R${row}`)
    else if (kind === 11) lines.push(`9.99E+15,${datesOf(row)},R${row}`)
    else if (kind === 14) lines.push(`${unknownCard(row - 1)},${datesOf(row - 1)},again`)
    else if (kind === 17) lines.push(`${card},2026-02-30,2026-03-01,R${row}`)
    else if (kind < ROWS_OF_TWENTY.known) {
      // Each card once per day, so that there are no further duplicates.
      const turn = Math.floor(row / 20) * ROWS_OF_TWENTY.known + kind
      const day = String(1 + (Math.floor(turn / cards) % DAYS)).padStart(2, '0')
      lines.push(`${cardNumber(turn % cards)},2026-10-${day},2026-10-31,=R${row}`)
    } else lines.push(`${card},${datesOf(row)},+R${row}`)
    if (row % 1_000 === 0) lines.push('')
  }
  return Buffer.from(`${lines.join('\r\n')}\r\n`)
}
