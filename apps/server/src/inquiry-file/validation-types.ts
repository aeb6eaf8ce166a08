import type { FileError } from '@backoffice/contract/endpoints/files'
import type { FileCode } from '@backoffice/contract/file-codes'
import type { ClientBase } from 'pg'

export type ReportName = 'errors' | 'rejected'

/** Where one report goes. A promise returned by `write` is waited for before more is written. */
export type ReportSink = {
  write(bytes: Uint8Array): Promise<void> | void
  end(): Promise<void> | void
  /** The file was refused or the work failed: what was written is not to be kept. */
  discard(): Promise<void> | void
}

export type InquiryFileLimits = {
  maxRows: number
  maxBytes: number
  maxColumns: number
  maxCellChars: number
  /** Days of one row's range, both ends counted. */
  maxRangeDays: number
}

export type ValidateInquiryFile = {
  /** In a transaction of the caller's, who commits. The staging table is created in it. */
  client: ClientBase
  filekey: string
  source: AsyncIterable<Uint8Array>
  /** What the uploader said: where it differs from what arrived, the file is refused (F006). */
  expected?: { sha256?: string | undefined; size?: number | undefined }
  /** YYYY-MM-DD in Manila: no row may ask for days after it. */
  today: string
  limits?: Partial<InquiryFileLimits>
  /** Called at most once per name, when the first line of that report is due. */
  openReport(name: ReportName): ReportSink | Promise<ReportSink>
  /** Rows and bytes so far, a few times a second. */
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
  /** Rows with a warning of their own; being a duplicate does not count as one. */
  warning: number
  duplicate: number
  /** Valid rows that take the request's dates. */
  rowsWithoutDates: number
  /** Lines of the error report: errors, warnings and duplicates. */
  errorsTotal: number
  /** The first 1,000 of them. */
  firstErrors: FileError[]
}

export type RefusedFile = {
  outcome: 'rejected'
  /** Absent when the file was refused before its end. */
  sha256?: string
  code: Extract<FileCode, `F${string}`>
  /** Words for staff: what, on which line, and what to do. */
  detail: string
  line?: number
}
