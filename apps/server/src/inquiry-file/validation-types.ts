import type { FileError } from '@backoffice/contract/endpoints/files'
import type { FileCode } from '@backoffice/contract/file-codes'
import type { ClientBase } from 'pg'
import type { LastFourCounts } from './last-fours.ts'

export type ReportName = 'errors' | 'rejected'

/** Destination of a report. A promise returned by `write` is awaited before the next write. */
export type ReportSink = {
  write(bytes: Uint8Array): Promise<void> | void
  end(): Promise<void> | void
  /** The file was rejected or the validation failed: removes what was written. */
  discard(): Promise<void> | void
}

export type InquiryFileLimits = {
  maxRows: number
  maxBytes: number
  maxColumns: number
  maxCellChars: number
  /** Days of the range of one row, inclusive. */
  maxRangeDays: number
}

export type ValidateInquiryFile = {
  /** Inside a transaction of the caller, which creates the staging table. */
  client: ClientBase
  filekey: string
  source: AsyncIterable<Uint8Array>
  /** Announced by the uploader; a difference rejects the file (F006). */
  expected?: { sha256?: string | undefined; size?: number | undefined }
  /** YYYY-MM-DD in Manila; later dates are invalid. */
  today: string
  limits?: Partial<InquiryFileLimits>
  /** Called at most once per name, before the first line. */
  openReport(name: ReportName): ReportSink | Promise<ReportSink>
  /** Called a few times a second. */
  onProgress?: (rows: number, bytes: number) => void
  signal?: AbortSignal
}

export type ReadyFile = {
  outcome: 'ready'
  sha256: string
  bytes: number
  delimiter: string
  /** total = valid + error + duplicate. */
  total: number
  valid: number
  /** Rows that are INVALID. */
  error: number
  /** Rows with a warning other than being a duplicate. */
  warning: number
  duplicate: number
  /** Valid rows that use the dates of the request. */
  rowsWithoutDates: number
  lastFours: LastFourCounts
  /** Lines of the error report: errors, warnings and duplicates. */
  errorsTotal: number
  /** Errors among them by their code. */
  errorCodes: Readonly<Record<string, number>>
  /** The first 1,000 of them. */
  firstErrors: FileError[]
}

export type RejectedFile = {
  outcome: 'rejected'
  /** Absent when the file was rejected before its end. */
  sha256?: string
  code: Extract<FileCode, `F${string}`>
  /** Message for users: what, on which line, and what to do. */
  detail: string
  line?: number
}
