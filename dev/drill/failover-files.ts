import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TrackedFile } from '@backoffice/contract/endpoints/files'
import { isFinalState } from '@backoffice/contract/file-states'
import type { Driver } from '../kill/driver.ts'
import { createSampleFile } from '../kill/sample-file.ts'
import { DEMO_CARDS } from './product.ts'

const INQUIRY_ROWS = 200_000
const TABLE_ROWS = 30_000
const LIMIT_MS = 120_000

/** A moment of a file at which the fault comes. */
export type Moment = 'VALIDATING' | 'PROCESSING' | 'importing' | 'exporting'
/** Called once, at the moment; how the file stood is shown beside the result. */
type OnMoment = (file: TrackedFile) => void

/** `digest`: of what must be equal between runs. `final`: the file as it ended. */
export type FileRun = { digest: string; final: TrackedFile; key: string }

const inquiryFile = createSampleFile(INQUIRY_ROWS, DEMO_CARDS)

export function runFile(
  desk: Driver,
  maintainer: Driver,
  moment: Moment,
  onMoment: OnMoment,
): Promise<FileRun> {
  if (moment === 'importing') return runImport(maintainer, onMoment)
  if (moment === 'exporting') return runExport(maintainer, onMoment)
  return runInquiry(desk, moment, onMoment)
}

async function runInquiry(desk: Driver, moment: Moment, onMoment: OnMoment): Promise<FileRun> {
  const key = await desk.upload(inquiryFile)
  const dry = await follow(desk, key, ({ validated_at }) => validated_at !== null, {
    isMoment: ({ state }) => moment === 'VALIDATING' && state === moment,
    onMoment,
  })
  const { counts } = dry
  await accepted(desk, '/smac_inquiry', {
    mode: 'FILE',
    source_filekey: key,
    purpose: 'OTHER',
    ticket_no: 'OPS-1',
    date_from: '2026-10-21',
    date_to: '2026-11-19',
    duplicate_reason: 'drill',
  })
  const final = await follow(desk, key, ({ state }) => isFinalState(state), {
    isMoment: ({ state }) => moment === 'PROCESSING' && state === moment,
    onMoment,
  })
  if (final.state !== 'COMPLETED_WITH_ERRORS' || final.counts.processed !== INQUIRY_ROWS)
    throw new Error(`The file ended ${final.state} with ${final.counts.processed} rows.`)
  return { key, final, digest: digestOf(JSON.stringify(counts), await desk.download(key, 'result')) }
}

let imports = 0

/** Tenders that no import had before. */
async function runImport(maintainer: Driver, onMoment: OnMoment): Promise<FileRun> {
  const first = 40 * 36 ** 2 + imports++ * TABLE_ROWS
  const lines = Array.from({ length: TABLE_ROWS }, (_, n) => {
    const id = (first + n).toString(36).toUpperCase().padStart(4, '0')
    return `KIOSK,${id},Drill ${imports} ${n},CSH,*`
  })
  const content = `source_system,tender_id,tender_name,payment_method_code,company_code\n${lines.join('\n')}\n`
  const key = await maintainer.upload(Buffer.from(content), undefined, 'TENDERS')
  await follow(maintainer, key, ({ validated_at }) => validated_at !== null)
  await accepted(maintainer, '/lookup/tenders/import', { source_filekey: key })
  const final = await follow(maintainer, key, ({ state }) => isFinalState(state), {
    isMoment: ({ counts }) => counts.processed > 0,
    onMoment,
  })
  // What is there now: of so many rows a list only estimates the total.
  const { content: exported } = await exportTenders(maintainer, imports)
  const rows = exported.toString().trimEnd().split('\n')
  const outcome = [final.state, final.preview?.written, rows.length, new Set(rows).size]
  return { key, final, digest: digestOf(JSON.stringify(outcome)) }
}

/** Of the tenders of the first import. */
async function runExport(maintainer: Driver, onMoment: OnMoment): Promise<FileRun> {
  const { key, final, content } = await exportTenders(maintainer, 1, {
    isMoment: ({ state }) => state === 'PROCESSING',
    onMoment,
  })
  return { key, final, digest: digestOf(final.state, content) }
}

async function exportTenders(maintainer: Driver, ofImport: number, watch?: Watch) {
  const selection = { filters: { tender_name: { contains: `Drill ${ofImport} ` } } }
  const { body } = await accepted(maintainer, '/lookup/tenders/export', { form: 'template', ...selection })
  const key = body.resource.source_filekey
  const final = await follow(maintainer, key, ({ state }) => isFinalState(state), watch)
  return { key, final, content: await maintainer.download(key, 'result') }
}

async function accepted(driver: Driver, path: string, request: object) {
  const reply = await driver.call(path, request)
  if (reply.status !== 202)
    throw new Error(`${path} was answered ${reply.status}: ${JSON.stringify(reply.body)}`)
  return reply
}

type Watch = { isMoment: (file: TrackedFile) => boolean; onMoment: OnMoment }

async function follow(
  driver: Driver,
  key: string,
  isReached: (file: TrackedFile) => boolean,
  watch?: Watch,
): Promise<TrackedFile> {
  const deadline = Date.now() + LIMIT_MS
  let isPast = watch === undefined
  for (;;) {
    const file = await driver.file(key)
    if (!isPast && watch?.isMoment(file)) {
      isPast = true
      watch.onMoment(file)
    }
    if (isReached(file)) return file
    if (isFinalState(file.state)) throw new Error(`The file ended ${file.state}: ${file.failure?.detail}`)
    if (Date.now() > deadline) throw new Error(`Stuck: ${JSON.stringify(file)}`)
    await sleep(30)
  }
}

function digestOf(...parts: (string | Buffer)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('hex')
}
