import { createHash } from 'node:crypto'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { ClientBase } from 'pg'
import { stagingTable } from '../../db/staging-table.ts'
import { CsvReader, MAX_FEED_BYTES } from '../csv/csv-reader.ts'
import { checkExpected, type ExpectedContent, FileRejected, type RejectedFile } from '../csv/file-rejected.ts'
import type { RowToFix } from '../tracked/row-to-fix.ts'
import { readHeader } from './header.ts'
import { type OpenReport, type ReportSummary, ReportWriter } from './reports.ts'
import type { InquiryFileLimits } from './row-checker.ts'
import { type RowCounts, RowProcessor } from './row-processor.ts'
import { StagingWriter } from './staging-writer.ts'

export type ValidateInquiryFile = {
  /** In the caller's transaction, which creates the staging table. */
  client: ClientBase
  filekey: string
  /** From `newRun`, or null (see `stagingTable`). */
  run: string | null
  source: AsyncIterable<Uint8Array>
  expected?: ExpectedContent
  /** Today in Manila as YYYY-MM-DD; later dates are invalid. */
  today: string
  limits?: Partial<InquiryFileLimits>
  openReport: OpenReport
  /** Called a few times a second. */
  onProgress?: (rows: number, bytes: number) => void
  signal?: AbortSignal
}

export type ReadyFile = RowCounts &
  ReportSummary & {
    outcome: 'ready'
    sha256: string
    bytes: number
    delimiter: string
    rowsToFix: RowToFix[]
  }

const LIMITS: InquiryFileLimits = {
  maxRows: 1_000_000,
  maxBytes: 100 * 1024 * 1024,
  maxColumns: 50,
  maxCellChars: 500,
  maxRangeDays: 31,
}
const MAX_FIRST_ERRORS = 1_000
/** Maximum time without yielding to the event loop. */
const SLICE_MS = 8
const PROGRESS_MS = 250

/**
 * Checks, deduplicates, stages and reports an upload in one pass.
 *
 * If `ready`, the table of the run is filled. If `rejected`, there is no staging table, both reports are discarded, and
 * the transaction is still usable. Rethrows errors of the source, the database, a sink or the signal; the caller must
 * then roll back.
 */
export async function validateInquiryFile(input: ValidateInquiryFile): Promise<ReadyFile | RejectedFile> {
  const reports = new ReportWriter(input.openReport, MAX_FIRST_ERRORS)
  const staging = new StagingWriter(input.client, stagingTable(input.filekey, input.run))
  try {
    return await new ValidationPass(input, reports, staging).run()
  } catch (error) {
    await reports.discard()
    if (!(error instanceof FileRejected)) {
      await staging.abort()
      throw error
    }
    await staging.drop()
    const { code, message: detail, line } = error
    return { outcome: 'rejected', code, detail, ...(line === undefined ? {} : { line }) }
  }
}

class ValidationPass {
  readonly #input: ValidateInquiryFile
  readonly #limits: InquiryFileLimits
  readonly #reports: ReportWriter
  readonly #staging: StagingWriter
  readonly #reader = new CsvReader()
  readonly #hash = createHash('sha256')
  #rows: RowProcessor | undefined
  #bytes = 0
  #sliceEnd = performance.now() + SLICE_MS
  #progressDue = 0

  constructor(input: ValidateInquiryFile, reports: ReportWriter, staging: StagingWriter) {
    this.#input = input
    this.#limits = { ...LIMITS, ...input.limits }
    this.#reports = reports
    this.#staging = staging
  }

  async run(): Promise<ReadyFile> {
    for await (const chunk of this.#input.source) {
      for (let at = 0; at < chunk.length; at += MAX_FEED_BYTES) {
        await this.#consume(chunk.subarray(at, at + MAX_FEED_BYTES))
      }
    }
    const sha256 = this.#hash.digest('hex')
    checkExpected(this.#input.expected, { size: this.#bytes, sha256 })
    this.#reader.finish()
    await this.#readRows()
    const rows = this.#rows
    if (rows === undefined || rows.counts.total === 0) {
      const detail = rows ? 'The file has a header but no rows below it.' : 'The file is empty.'
      throw new FileRejected('F001', `${detail} Put one card on each line below the header.`)
    }
    await this.#staging.finish()
    const summary = await this.#reports.end()
    const delimiter = String.fromCharCode(this.#reader.delimiter)
    this.#input.onProgress?.(rows.counts.total, this.#bytes)
    const rowsToFix = await rows.rowsToFix()
    return { outcome: 'ready', sha256, bytes: this.#bytes, delimiter, rowsToFix, ...rows.counts, ...summary }
  }

  async #consume(piece: Uint8Array): Promise<void> {
    this.#bytes += piece.length
    if (this.#bytes > this.#limits.maxBytes) {
      const most = Math.floor(this.#limits.maxBytes / 1024 / 1024)
      throw new FileRejected('F003', `The file is larger than ${most} MB. Split it and upload the parts.`)
    }
    this.#hash.update(piece)
    this.#reader.feed(piece)
    await this.#readRows()
  }

  /** Processes all complete records in time slices. */
  async #readRows(): Promise<void> {
    const rows = this.#rows ?? (await this.#start())
    if (rows === undefined) return
    while (!rows.runUntil(this.#sliceEnd)) await this.#pause()
    if (performance.now() > this.#sliceEnd) await this.#pause()
    else await this.#flush()
  }

  async #start(): Promise<RowProcessor | undefined> {
    const reader = this.#reader
    if (!reader.next()) return undefined
    const header = readHeader(reader, this.#limits.maxColumns)
    await this.#staging.open()
    this.#rows = new RowProcessor(
      reader,
      header,
      this.#staging,
      this.#reports,
      this.#limits,
      this.#input.today,
    )
    return this.#rows
  }

  async #flush(): Promise<void> {
    await this.#staging.flush()
    await this.#reports.flush()
  }

  async #pause(): Promise<void> {
    await this.#flush()
    this.#input.signal?.throwIfAborted()
    const now = performance.now()
    if (now >= this.#progressDue) {
      this.#progressDue = now + PROGRESS_MS
      this.#input.onProgress?.(this.#rows?.counts.total ?? 0, this.#bytes)
    }
    await yieldToEventLoop()
    this.#sliceEnd = performance.now() + SLICE_MS
  }
}
