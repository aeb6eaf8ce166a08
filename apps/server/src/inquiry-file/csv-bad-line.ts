import { Buffer } from 'node:buffer'
import { CR, LF, QUOTE, SPACE } from './bytes.ts'

/** Where the cells of a record are: `buffer[starts[k]..ends[k])`. */
type Cells = { starts: Int32Array; ends: Int32Array }

/** What is wrong with a record, and with which of its cells first. */
export type Trouble = { kind: 'quote' | 'length'; cell: number }

/**
 * Takes a line apart that is no record: a cell in sound quotes is read as such, any other as it is written, up to
 * the delimiter. At most `most` cells: the last takes the rest. Returns how many, and the first unsound one.
 */
export function splitBadLine(
  bytes: Buffer,
  from: number,
  to: number,
  delimiter: number,
  most: number,
  { starts, ends }: Cells,
): { cells: number; unsound: number } {
  // Without the rest of the buffer: a line without the delimiter would be searched to its end.
  const line = bytes.subarray(0, to)
  let at = from
  let unsound = -1
  for (let cell = 0; ; cell++) {
    const closing = bytes[at] === QUOTE ? closingQuote(bytes, at + 1, to, delimiter) : -1
    const isSound = closing !== -1 && !(cell === most - 1 && closing + 1 < to)
    starts[cell] = isSound ? at + 1 : at
    if (isSound) at = closing
    else if (cell === most - 1) at = to
    else {
      const next = line.indexOf(delimiter, at)
      at = next === -1 ? to : next
    }
    ends[cell] = at
    if (isSound) at++
    else if (unsound === -1 && bytes.subarray(starts[cell], at).includes(QUOTE)) unsound = cell
    if (at >= to) return { cells: cell + 1, unsound }
    at++
  }
}

/** The quote that ends the cell: a delimiter or the end of the line is behind it. −1 where there is none. */
function closingQuote(bytes: Uint8Array, from: number, to: number, delimiter: number): number {
  for (let at = from; at < to; at++) {
    if (bytes[at] !== QUOTE) continue
    if (bytes[at + 1] === QUOTE && at + 1 < to) at++
    else return at + 1 === to || bytes[at + 1] === delimiter ? at : -1
  }
  return -1
}

/**
 * Whether a line that lies inside of a quoted cell is a row of its own: sound, and with as many cells as the header.
 * Then the quote was never meant to go on over it.
 */
export function hasRowInside(bytes: Buffer, from: number, to: number, delimiter: number, columns: number) {
  const scratch = { starts: new Int32Array(columns + 1), ends: new Int32Array(columns + 1) }
  let start = bytes.indexOf(LF, from) + 1
  for (;;) {
    const end = bytes.indexOf(LF, start)
    // The last line of the record is the end of the cell, or behind it.
    if (end === -1 || end + 1 >= to) return false
    if (end > start) {
      const last = lineEnd(bytes, start, end)
      const { cells, unsound } = splitBadLine(bytes, start, last, delimiter, columns + 1, scratch)
      if (cells === columns && unsound === -1) return true
    }
    start = end + 1
  }
}

/** What is kept of a line that is too long. */
const MOST_KEPT_BYTES = 2_000
/** Ends the last cell of it. The line break makes it an error again when it comes back. */
export const CUT = Buffer.from('\n…')

/** Keeps the first characters of a line that is longer, and marks the cut behind them; returns where that is. */
export function cutLine(bytes: Buffer, from: number): number {
  let end = from + MOST_KEPT_BYTES
  while (((bytes[end] as number) & 0xc0) === 0x80) end--
  CUT.copy(bytes, end)
  return end
}

/** Of a quoted cell, in place: a record is never scanned again once it was whole. */
export function undouble(bytes: Uint8Array, cell: number, { starts, ends }: Cells): void {
  let to = starts[cell] as number
  const end = ends[cell] as number
  for (let from = to; from < end; from++) {
    bytes[to++] = bytes[from] as number
    if (bytes[from] === QUOTE) from++
  }
  ends[cell] = to
}

/** Without the CR before the line feed. */
export function lineEnd(bytes: Uint8Array, from: number, lineFeed: number): number {
  return lineFeed > from && bytes[lineFeed - 1] === CR ? lineFeed - 1 : lineFeed
}

const EQUALS = 0x3d

/**
 * The content of `="…"`, which spreadsheets write to keep a number as text, with spaces around or not: from where
 * behind the first quote, to its last. Undefined for anything else.
 */
export function textFormula(
  bytes: Uint8Array,
  start: number,
  end: number,
): { from: number; to: number } | undefined {
  const first = bytes[start]
  // Most cells end here.
  if (first !== EQUALS && first !== SPACE) return undefined
  let from = start
  let to = end
  while (from < to && bytes[from] === SPACE) from++
  while (to > from && bytes[to - 1] === SPACE) to--
  if (to - from < 3 || bytes[from] !== EQUALS || bytes[from + 1] !== QUOTE || bytes[to - 1] !== QUOTE)
    return undefined
  const inside = { from: from + 2, to: to - 1 }
  for (let at = inside.from; at < inside.to; at++) if (bytes[at] === QUOTE) return undefined
  return inside
}
