import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { MAX_FILE_COLUMNS } from '@backoffice/contract/columns'
import type { ImportLayout } from '@backoffice/contract/import-layouts'
import { byteAt, SPACE, uint32At } from '../csv/bytes.ts'
import { maskedValue } from '../csv/csv-cell.ts'
import { CsvReader, MAX_FEED_BYTES } from '../csv/csv-reader.ts'
import { FileRejected, moreRowsThan } from '../csv/file-rejected.ts'
import { readHeaderNames } from '../csv/header-names.ts'
import { ColumnFacts } from './column-facts.ts'
import { blankAbove, type FileHead, findHeader } from './find-header.ts'

const PROGRESS_MS = 250

export type Analysis = {
  /** Line of the header. */
  line: number
  /** Column names, without unnamed columns at the end. */
  names: readonly string[]
  columns: readonly ColumnFacts[]
  /** Rows below the header that have a value. */
  rows: number
  /** The first rows, with card numbers masked. */
  preview: { row: number; cells: string[] }[]
}

/** True if a workbook stores the cell as a number, which has no separators to detect. */
export type IsNumberCell = (line: number, column: number) => boolean

type AnalyseColumns = {
  head: FileHead
  source: AsyncIterable<Uint8Array>
  isNumber?: IsNumberCell
  layout: ImportLayout
  maxRows: number
  delimiter?: number | undefined
  headerLine?: number | undefined
  /** The user can choose another sheet. */
  mayBeEmpty?: boolean
  /** Called a few times a second. */
  onProgress?: (bytes: number) => void
  signal?: AbortSignal | undefined
}

/** Reads all rows of an upload once. Throws FileRejected. */
export async function analyseColumns(input: AnalyseColumns): Promise<Analysis> {
  const { head, layout, delimiter, headerLine, onProgress, signal } = input
  const found = findHeader({ head, layout, delimiter, headerLine }) ?? { line: 1, rows: [] }
  const reader = new CsvReader(delimiter === undefined ? {} : { delimiter })
  let names: string[] | undefined
  let columns: ColumnFacts[] = []
  let rows = 0
  let bytes = 0
  const onRecord = () => {
    if (names) {
      if (addRow(reader, columns, input.isNumber) && ++rows > input.maxRows)
        throw moreRowsThan(input.maxRows, reader.line)
      return
    }
    names = readHeaderNames(reader, MAX_FILE_COLUMNS)
    columns = names.map(() => new ColumnFacts())
  }
  let progressDue = 0
  const onPiece = (length: number) => {
    bytes += length
    if (performance.now() < progressDue) return
    progressDue = performance.now() + PROGRESS_MS
    onProgress?.(bytes)
  }
  await readRecords({ source: blankAbove(input.source, found.line), reader, onRecord, onPiece, signal })
  if (rows === 0 && !(input.mayBeEmpty && names)) {
    const detail = names ? 'The file has a header but no rows below it.' : 'The file is empty.'
    throw new FileRejected('F001', `${detail} Put one row on each line below the header.`)
  }
  const preview = found.rows.map(({ line, cells }) => ({
    row: line,
    cells: cells.slice(0, MAX_FILE_COLUMNS).map((cell) => maskedValue(cell.replace(/\p{Cc}+/gu, ' '))),
  }))
  return { line: found.line, names: names ?? [], columns, rows, preview }
}

/** False for a row without values. */
function addRow(reader: CsvReader, columns: readonly ColumnFacts[], isNumber?: IsNumberCell): boolean {
  const { buffer, starts, ends, cells, line, problem } = reader
  // Cells of a malformed line are guessed.
  if (problem) return true
  let isFilled = false
  for (let cell = 0; cell < cells; cell++) {
    const start = uint32At(starts, cell)
    const end = uint32At(ends, cell)
    if (isBlank(buffer, start, end)) continue
    isFilled = true
    columns[cell]?.add(buffer, start, end, isNumber?.(line, cell))
  }
  return isFilled
}

/** True for an empty cell, or one of spaces. */
export function isBlank(bytes: Uint8Array, start: number, end: number): boolean {
  let at = start
  while (at < end && byteAt(bytes, at) === SPACE) at++
  return at === end
}

/** Maximum time without yielding to the event loop. */
const SLICE_MS = 8

type ReadRecords = {
  source: AsyncIterable<Uint8Array>
  reader: CsvReader
  onRecord: () => void
  /** Called after each piece with its bytes. */
  onPiece?: (bytes: number) => void
  signal?: AbortSignal | undefined
}

/** Reads the whole source record by record. Throws FileRejected. */
async function readRecords({ source, reader, onRecord, onPiece, signal }: ReadRecords): Promise<void> {
  let sliceEnd = performance.now() + SLICE_MS
  for await (const chunk of source) {
    for (let at = 0; at < chunk.length; at += MAX_FEED_BYTES) {
      const piece = chunk.subarray(at, at + MAX_FEED_BYTES)
      reader.feed(piece)
      while (reader.next()) onRecord()
      onPiece?.(piece.length)
      if (performance.now() < sliceEnd) continue
      signal?.throwIfAborted()
      await yieldToEventLoop()
      sliceEnd = performance.now() + SLICE_MS
    }
  }
  reader.finish()
  while (reader.next()) onRecord()
}
