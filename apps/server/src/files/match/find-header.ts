import { passesLuhn } from '@backoffice/contract/card-number'
import { MATCH_PREVIEW_ROWS, MAX_FILE_COLUMNS } from '@backoffice/contract/columns'
import type { ImportLayout } from '@backoffice/contract/import-layouts'
import { COMMA, LF, SEMICOLON, startsWith, TAB, UTF8_BOM } from '../csv/bytes.ts'
import { detectDelimiter, readSeparatorLine } from '../csv/csv-detection.ts'
import { CsvReader, MAX_FEED_BYTES } from '../csv/csv-reader.ts'
import { FileRejected } from '../csv/file-rejected.ts'
import { nameScore } from './name-scores.ts'

/** The first bytes of a file. */
export type FileHead = { bytes: Buffer; isWhole: boolean }

export type HeadRow = { line: number; cells: string[] }

type FindHeader = {
  head: FileHead
  layout: ImportLayout
  /** The delimiter of a sheet, by default the one detected in the header row. */
  delimiter?: number | undefined
  /** Chosen by the user. */
  headerLine?: number | undefined
}

type HeaderOption = { row: HeadRow; index: number; rows: HeadRow[] }

/** `known` is the number of fields that the row names. */
export type FoundHeader = { line: number; rows: HeadRow[]; known: number }

const MAX_CELL_CHARS = 1_000
const DELIMITERS = [COMMA, SEMICOLON, TAB]
const DATA = /^[\s'"+-]*\d[\d\s.,:/'-]*$/

/** The row of the first 20 that is most likely the header, and those rows. Undefined for a file without rows. */
export function findHeader({ head, layout, delimiter, headerLine }: FindHeader): FoundHeader | undefined {
  const options = (delimiter === undefined ? DELIMITERS : [delimiter]).flatMap((each) => {
    const rows = readHead(head, each)
    return rows
      .map((row, index) => ({ row, index, rows, delimiter: each }))
      .filter(({ row: { line } }) => headerLine === undefined || line === headerLine)
      .filter(({ row: { line } }) => delimiter !== undefined || delimiterOf(head, line) === each)
  })
  const scored = options.map((option) => {
    const known = new Set(option.row.cells.flatMap((name) => knownField(name, layout))).size
    return { ...option, known, score: headerScore(option, known) }
  })
  const [best] = scored.sort((one, other) => other.score - one.score || one.index - other.index)
  return best && { line: best.row.line, rows: best.rows, known: best.known }
}

/** The delimiter that a reader finds if the line is the first one. A line `sep=;` names it for the whole file. */
function delimiterOf({ bytes, isWhole }: FileHead, line: number): number | undefined {
  const named = readSeparatorLine(withoutMark(bytes))
  if (named) return named.delimiter
  return detectDelimiter(bytes.subarray(startOfLine(bytes, line)), isWhole)
}

/** The first rows, without titles above them that are no CSV. */
function readHead({ bytes, isWhole }: FileHead, delimiter: number): HeadRow[] {
  let start = 0
  for (let line = 0; line < MATCH_PREVIEW_ROWS; ) {
    const { rows, badLine } = readRows({ bytes: bytes.subarray(start), isWhole }, delimiter)
    if (rows.length > 0 || badLine === undefined)
      return rows.map((row) => ({ ...row, line: line + row.line }))
    line += badLine
    start = startOfLine(bytes, line + 1)
    if (start === 0) return []
  }
  return []
}

/** Offset of a line; 0 for the first one, and if there is no such line. */
function startOfLine(bytes: Buffer, line: number): number {
  let start = 0
  for (let at = 1; at < line; at++) {
    start = bytes.indexOf(LF, start) + 1
    if (start === 0) return 0
  }
  return start
}

/** `badLine` is the line for which a reader rejects the file. */
function readRows(
  { bytes, isWhole }: FileHead,
  delimiter: number,
): { rows: HeadRow[]; badLine?: number | undefined } {
  const rows: HeadRow[] = []
  const reader = new CsvReader({ delimiter })
  const take = () => {
    while (rows.length < MATCH_PREVIEW_ROWS && reader.next())
      if (!reader.problem) rows.push({ line: reader.line, cells: textsOf(reader) })
  }
  try {
    for (let at = 0; at < bytes.length && rows.length < MATCH_PREVIEW_ROWS; at += MAX_FEED_BYTES) {
      reader.feed(bytes.subarray(at, at + MAX_FEED_BYTES))
      take()
    }
    if (isWhole && rows.length < MATCH_PREVIEW_ROWS) {
      reader.finish()
      take()
    }
  } catch (error) {
    // It may be another delimiter. If not, the whole file is read, and rejected, later.
    if (!(error instanceof FileRejected)) throw error
    return { rows, badLine: error.line }
  }
  return { rows }
}

/** Bounded, because a line of 64 KB can have as many cells. */
function textsOf(reader: CsvReader): string[] {
  const cells = Math.min(reader.cells, MAX_FILE_COLUMNS + 1)
  return Array.from({ length: cells }, (_, cell) => reader.text(cell).trim().slice(0, MAX_CELL_CHARS))
}

/** Known names count most, then names instead of values, then rows below of the same width. */
function headerScore({ row, index, rows }: HeaderOption, known: number): number {
  const names = row.cells.filter((cell) => cell !== '')
  const width = widthOf(row)
  const below = rows.slice(index + 1)
  const same = below.filter((each) => widthOf(each) <= width && widthOf(each) > width / 2).length
  const isNamed = names.length > 0 && names.length > width / 2 && names.every(isName)
  return (
    known * 10 +
    (isNamed ? 4 : 0) +
    Math.min(width, 10) / 2 +
    (below.length > 0 ? (same / below.length) * 3 : 0) -
    index / 10
  )
}

function knownField(name: string, layout: ImportLayout): string[] {
  const scores = Object.keys(layout.fields).map(
    (field) => [field, nameScore(name, field, layout).score] as const,
  )
  const [best] = scores.sort(([, one], [, other]) => other - one)
  return best && best[1] > 0 ? [best[0]] : []
}

const widthOf = ({ cells }: HeadRow) => cells.findLastIndex((cell) => cell !== '') + 1

function isName(cell: string): boolean {
  const digits = cell.replace(/\D/g, '')
  return cell.length <= 100 && !DATA.test(cell) && !(digits.length === 16 && passesLuhn(digits))
}

const BLANK = Buffer.from('\n')

/**
 * The source with blank lines in place of those above the header, so that lines keep their numbers and readers start at
 * the header. A line `sep=;` stays.
 */
export async function* blankAbove(
  source: AsyncIterable<Uint8Array>,
  headerLine: number,
): AsyncGenerator<Uint8Array> {
  let line = 1
  let first: Buffer = Buffer.alloc(0)
  for await (const chunk of source) {
    if (line >= headerLine) {
      yield chunk
      continue
    }
    let at = 0
    while (line < headerLine) {
      const end = chunk.indexOf(LF, at)
      if (line === 1) first = Buffer.concat([first, chunk.subarray(at, end === -1 ? chunk.length : end + 1)])
      if (end === -1) break
      yield line === 1 ? firstLine(first) : BLANK
      at = end + 1
      line++
    }
    if (line >= headerLine && at < chunk.length) yield chunk.subarray(at)
  }
}

function firstLine(bytes: Buffer): Buffer {
  const text = withoutMark(bytes)
  return readSeparatorLine(text) ? text : BLANK
}

/** The bytes without a byte order mark. */
function withoutMark(bytes: Buffer): Buffer {
  return startsWith(bytes, UTF8_BOM) ? bytes.subarray(UTF8_BOM.length) : bytes
}
