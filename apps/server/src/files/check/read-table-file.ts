import { createHash } from 'node:crypto'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { MAX_FILE_COLUMNS } from '@backoffice/contract/columns'
import type { ImportLayout } from '@backoffice/contract/import-layouts'
import { maskedValue } from '../csv/csv-cell.ts'
import { CsvReader, MAX_FEED_BYTES } from '../csv/csv-reader.ts'
import { checkExpected, type ExpectedContent, FileRejected, moreRowsThan } from '../csv/file-rejected.ts'
import { readHeaderNames } from '../csv/header-names.ts'
import { ERRORS_COLUMN } from './reports.ts'

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

export type TableHeader = {
  /** Line of the header in the file. */
  line: number
  /** Trimmed; without unnamed columns at the end. */
  names: readonly string[]
  /** Column indexes by field, without missing fields. */
  columns: ReadonlyMap<string, number>
  /** Index of `_errors`, or −1. */
  errors: number
  unknown: readonly string[]
}

/** Matches the columns of the template in any case and order. Throws FileRejected. */
export function readTableHeader(reader: CsvReader, layout: ImportLayout): TableHeader {
  const { line } = reader
  const names = readHeaderNames(reader, MAX_FILE_COLUMNS)
  const keys = names.map((name) => name.toLowerCase())
  const fields = Object.keys(layout.fields)
  const twice = [...fields, ERRORS_COLUMN].find((name) => keys.indexOf(name) !== keys.lastIndexOf(name))
  if (twice) throw new FileRejected('F004', `The column ${twice} appears twice. Remove one.`, line)
  const columns = new Map(
    fields.map((name) => [name, keys.indexOf(name)] as const).filter(([, at]) => at >= 0),
  )
  assertRequired(names, columns, layout, line)
  const known = [...fields, ERRORS_COLUMN]
  return {
    line,
    names,
    columns,
    errors: keys.indexOf(ERRORS_COLUMN),
    unknown: names
      .filter((name, index) => name !== '' && !known.includes(keys[index] ?? ''))
      .map(maskedValue),
  }
}

function assertRequired(
  names: readonly string[],
  columns: ReadonlyMap<string, number>,
  layout: ImportLayout,
  line: number,
): void {
  const missing = layout.required.filter((name) => !columns.has(name))
  if (missing.length > 0) throw missingColumns(missing, names, line)
}

export function missingColumns(missing: readonly string[], names: readonly string[], line: number) {
  const found = names.map(maskedValue).join(', ').slice(0, 200)
  const are = missing.length > 1 ? 'columns' : 'column'
  const is = missing.length > 1 ? 'are' : 'is'
  const detail = `The ${are} ${missing.join(', ')} ${is} missing; line ${line} has: ${found}. Start from the template.`
  return new FileRejected('F002', detail, line)
}

/** Header of an upload that passed its dry run. */
export async function readHeaderOf(
  source: AsyncIterable<Uint8Array>,
  layout: ImportLayout,
): Promise<TableHeader> {
  const reader = new CsvReader()
  for await (const chunk of source) {
    for (let at = 0; at < chunk.length; at += MAX_FEED_BYTES) {
      reader.feed(chunk.subarray(at, at + MAX_FEED_BYTES))
      if (reader.next()) return readTableHeader(reader, layout)
    }
  }
  reader.finish()
  reader.next()
  return readTableHeader(reader, layout)
}
