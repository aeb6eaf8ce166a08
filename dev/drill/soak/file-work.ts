import { createHash } from 'node:crypto'
import { isFinalState } from '@backoffice/contract/file-states'
import type { Driver } from '../../kill/driver.ts'
import { createSampleFile } from '../../kill/sample-file.ts'
import { DEMO_CARDS } from '../product.ts'

const SIZES = [1_000, 10_000, 50_000] as const
const IMPORTED_ROWS = 1_000
const LIMIT_MS = 180_000

/** What became of files, against quiet runs of the same. `slowest`: the longest that files took beyond theirs, in ms. */
export type FileFigures = {
  done: number
  rowsLost: number
  rowsTwice: number
  /** In words: files that ended otherwise, or not at all. */
  broken: string[]
  slowest: number
}

type Reference = { digest: string; ms: number }

/** Files of several sizes, imports and exports. `learn`: once, before anything is killed. */
export function createFileWork() {
  const figures: FileFigures = { done: 0, rowsLost: 0, rowsTwice: 0, broken: [], slowest: 0 }
  const contents = new Map(SIZES.map((rows) => [rows, createSampleFile(rows, DEMO_CARDS)]))
  const references = new Map<number, Reference>()
  let imports = 0

  async function runInquiry(
    driver: Driver,
    rows: (typeof SIZES)[number],
  ): Promise<{ result: Buffer; ms: number }> {
    const key = await driver.upload(contents.get(rows) ?? Buffer.alloc(0))
    const began = Date.now()
    await driver.until(key, (file) => file.validated_at !== null || isFinalState(file.state), LIMIT_MS)
    const { status } = await driver.call('/smac_inquiry', {
      mode: 'FILE',
      source_filekey: key,
      purpose: 'OTHER',
      ticket_no: 'OPS-1',
      date_from: '2026-10-21',
      date_to: '2026-11-19',
      duplicate_reason: 'soak',
    })
    if (status !== 202) throw new Error(`${key}: the confirmation was answered ${status}`)
    const file = await driver.until(key, ({ state }) => isFinalState(state), LIMIT_MS)
    if (file.state !== 'COMPLETED_WITH_ERRORS')
      throw new Error(`${key}: ended ${file.state}, ${file.failure?.detail}`)
    const ms = Date.now() - began
    return { result: await driver.download(key, 'result'), ms }
  }

  async function recorded(work: () => Promise<void>): Promise<void> {
    try {
      await work()
      figures.done += 1
    } catch (error) {
      figures.broken.push((error as Error).message)
    }
  }

  return {
    figures,
    async learn(driver: Driver) {
      for (const rows of SIZES) {
        const { result, ms } = await runInquiry(driver, rows)
        references.set(rows, { digest: digestOf(result), ms })
      }
    },
    inquiry: (driver: Driver, pick: (sizes: typeof SIZES) => (typeof SIZES)[number]) =>
      recorded(async () => {
        const rows = pick(SIZES)
        const reference = references.get(rows)
        const { result, ms } = await runInquiry(driver, rows)
        figures.slowest = Math.max(figures.slowest, ms - (reference?.ms ?? 0))
        const { lost, twice } = compareRows(result, rows)
        figures.rowsLost += lost
        figures.rowsTwice += twice
        if (digestOf(result) !== reference?.digest)
          figures.broken.push(`another result than the quiet one, of ${rows} rows`)
      }),
    import: (driver: Driver) =>
      recorded(async () => {
        const first = 40 * 36 ** 2 + imports++ * IMPORTED_ROWS
        const lines = Array.from({ length: IMPORTED_ROWS }, (_, n) => {
          return `KIOSK,${(first + n).toString(36).toUpperCase().padStart(4, '0')},Soak ${n},CSH,*`
        })
        const header = 'source_system,tender_id,tender_name,payment_method_code,company_code'
        const key = await driver.upload(Buffer.from(`${header}\n${lines.join('\n')}\n`), undefined, 'TENDERS')
        await driver.until(key, (file) => file.validated_at !== null || isFinalState(file.state), LIMIT_MS)
        await driver.call('/lookup/tenders/import', { source_filekey: key })
        const file = await driver.until(key, ({ state }) => isFinalState(state), LIMIT_MS)
        const written = file.preview?.written?.new ?? 0
        figures.rowsLost += IMPORTED_ROWS - written
        if (file.state !== 'COMPLETED') throw new Error(`${key}: the import ended ${file.state}`)
      }),
    export: (driver: Driver) =>
      recorded(async () => {
        const { body } = await driver.call('/lookup/trancodes/export', { form: 'template' })
        const key = body.resource.source_filekey
        const file = await driver.until(key, ({ state }) => isFinalState(state), LIMIT_MS)
        if (file.state !== 'COMPLETED') throw new Error(`${key}: the export ended ${file.state}`)
        const lines = (await driver.download(key, 'result')).toString().trimEnd().split('\n')
        if (new Set(lines).size !== lines.length) throw new Error(`${key}: the export has a row twice`)
      }),
  }
}

export type FileWork = ReturnType<typeof createFileWork>

const digestOf = (content: Buffer) => createHash('sha256').update(content).digest('hex')

/** By the row numbers, the first column. */
function compareRows(result: Buffer, rows: number): { lost: number; twice: number } {
  const numbers = result
    .toString()
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',', 1)[0])
  const distinct = new Set(numbers).size
  return { lost: rows - distinct, twice: numbers.length - distinct }
}
