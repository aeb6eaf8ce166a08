import { Buffer } from 'node:buffer'
import { byteAt, CR, LF, QUOTE } from './bytes.ts'
import type { Cells } from './csv-cell.ts'

/** Problem of a record, and its first invalid cell. */
export type LineProblem = { kind: 'quote' | 'length'; cell: number }

/**
 * Splits a malformed line into at most `maxCells`; the last has the rest. Unquotes correctly quoted cells and reads
 * others literally up to the delimiter. Returns the number of cells and the first invalid one, or −1.
 */
export function splitMalformedLine(
  bytes: Buffer,
  from: number,
  to: number,
  delimiter: number,
  maxCells: number,
  { starts, ends }: Cells,
): { cells: number; invalid: number } {
  // Limits the search for the delimiter to this line.
  const line = bytes.subarray(0, to)
  let at = from
  let invalid = -1
  for (let cell = 0; ; cell++) {
    const closing = bytes[at] === QUOTE ? closingQuote(bytes, at + 1, to, delimiter) : -1
    const isQuoted = closing !== -1 && !(cell === maxCells - 1 && closing + 1 < to)
    starts[cell] = isQuoted ? at + 1 : at
    if (isQuoted) at = closing
    else if (cell === maxCells - 1) at = to
    else {
      const next = line.indexOf(delimiter, at)
      at = next === -1 ? to : next
    }
    ends[cell] = at
    if (isQuoted) at++
    else if (invalid === -1 && bytes.subarray(starts[cell], at).includes(QUOTE)) invalid = cell
    if (at >= to) return { cells: cell + 1, invalid }
    at++
  }
}

/** The quote before a delimiter or the end of the line, or −1. */
function closingQuote(bytes: Uint8Array, from: number, to: number, delimiter: number): number {
  for (let at = from; at < to; at++) {
    if (bytes[at] !== QUOTE) continue
    if (bytes[at + 1] === QUOTE && at + 1 < to) at++
    else return at + 1 === to || bytes[at + 1] === delimiter ? at : -1
  }
  return -1
}

/** True if a line inside a quoted cell is a valid row of the header's length, because the quote was left open. */
export function containsCompleteRow(
  bytes: Buffer,
  from: number,
  to: number,
  delimiter: number,
  columns: number,
) {
  const scratch = { starts: new Uint32Array(columns + 1), ends: new Uint32Array(columns + 1) }
  let start = bytes.indexOf(LF, from) + 1
  for (;;) {
    const end = bytes.indexOf(LF, start)
    // The last line contains the end of the cell.
    if (end === -1 || end + 1 >= to) return false
    if (end > start) {
      const last = lineEnd(bytes, start, end)
      const { cells, invalid } = splitMalformedLine(bytes, start, last, delimiter, columns + 1, scratch)
      if (cells === columns && invalid === -1) return true
    }
    start = end + 1
  }
}

const TRUNCATED_BYTES = 2_000
/** Ends the last cell of a truncated line. The line break makes the cell invalid in a new upload. */
export const TRUNCATION_MARK = Buffer.from('\n…')

/** Truncates the line at a character boundary and appends the mark. Returns the end of the kept text. */
export function truncateLine(bytes: Buffer, from: number): number {
  let end = from + TRUNCATED_BYTES
  while ((byteAt(bytes, end) & 0xc0) === 0x80) end--
  TRUNCATION_MARK.copy(bytes, end)
  return end
}

/** Excludes the CR before the line feed. */
export function lineEnd(bytes: Uint8Array, from: number, lineFeed: number): number {
  return lineFeed > from && bytes[lineFeed - 1] === CR ? lineFeed - 1 : lineFeed
}
