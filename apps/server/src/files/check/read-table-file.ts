import { createHash } from 'node:crypto'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { CsvReader, MAX_FEED_BYTES } from '../csv/csv-reader.ts'
import { checkExpected, type ExpectedContent, FileRejected, moreRowsThan } from '../csv/file-rejected.ts'

/** Rows checked, compared and stored together. */
export const BATCH_ROWS = 1_000
const PROGRESS_MS = 250

/** A record of the file as text. */
export type FileRow = {
  /** 1 is the first row below the header. */
  row: number
  /** 1 is the header, if nothing precedes it. */
  line: number
  cells: string[]
  /** Index of a cell with a misplaced quote, or −1. */
  malformed: number
  /** The record exceeds the limit; its cells are its start. */
  isTooLong: boolean
  /** Cells in the form ="…". */
  unwrapped: readonly number[]
}

export type ReadTableFile = {
  source: AsyncIterable<Uint8Array>
  expected?: ExpectedContent
  limits: { maxRows: number; maxBytes: number }
  /** Reads the header. Throws FileRejected. */
  onHeader: (reader: CsvReader) => void
  onRows: (rows: readonly FileRow[]) => Promise<void>
  /** Called a few times a second. */
  onProgress?: (rows: number, bytes: number) => void
  signal?: AbortSignal
}

type ReadFile = { rows: number; bytes: number; sha256: string }

/** Reads an upload in batches of rows, one at a time. Throws FileRejected for an unusable file. */
export async function readTableFile(input: ReadTableFile): Promise<ReadFile> {
  const { limits } = input
  const reader = new CsvReader()
  const hash = createHash('sha256')
  let bytes = 0
  let rows = 0
  let hasHeader = false
  let batch: FileRow[] = []
  let progressDue = 0

  const flush = async () => {
    if (batch.length > 0) await input.onRows(batch)
    batch = []
    input.signal?.throwIfAborted()
    if (performance.now() < progressDue) return
    progressDue = performance.now() + PROGRESS_MS
    input.onProgress?.(rows, bytes)
    await yieldToEventLoop()
  }
  const take = async () => {
    while (reader.next()) {
      if (!hasHeader) {
        input.onHeader(reader)
        hasHeader = true
        continue
      }
      if (++rows > limits.maxRows) throw moreRowsThan(limits.maxRows)
      batch.push(rowOf(reader, rows))
      if (batch.length >= BATCH_ROWS) await flush()
    }
  }

  for await (const chunk of input.source) {
    for (let at = 0; at < chunk.length; at += MAX_FEED_BYTES) {
      const piece = chunk.subarray(at, at + MAX_FEED_BYTES)
      bytes += piece.length
      if (bytes > limits.maxBytes) {
        const most = Math.floor(limits.maxBytes / 1024 ** 2)
        throw new FileRejected('F003', `The file is larger than ${most} MB. Split it and upload the parts.`)
      }
      hash.update(piece)
      reader.feed(piece)
      await take()
    }
  }
  const sha256 = hash.digest('hex')
  checkExpected(input.expected, { size: bytes, sha256 })
  reader.finish()
  await take()
  if (rows === 0) {
    const detail = hasHeader ? 'The file has a header but no rows below it.' : 'The file is empty.'
    throw new FileRejected('F001', `${detail} Put one row on each line below the header.`)
  }
  await flush()
  input.onProgress?.(rows, bytes)
  return { rows, bytes, sha256 }
}

function rowOf(reader: CsvReader, row: number): FileRow {
  const { problem } = reader
  return {
    row,
    line: reader.line,
    cells: Array.from({ length: reader.cells }, (_, cell) => reader.text(cell)),
    malformed: problem?.kind === 'quote' ? problem.cell : -1,
    isTooLong: problem?.kind === 'length',
    unwrapped: reader.unwrapped.slice(),
  }
}
