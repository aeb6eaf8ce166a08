import { Buffer, isUtf8 } from 'node:buffer'
import { byteClasses, CONTROL, DELIMITER, LINE_FEED, NULL, ORDINARY, RETURN } from './byte-classes.ts'
import { byteAt, CR, DELETE, LF, NUL, QUOTE, SPACE, uint32At } from './bytes.ts'
import { textFormula, unescapeQuotes } from './csv-cell.ts'
import { checkFirstBytes, detectDelimiter, readSeparatorLine } from './csv-detection.ts'
import {
  containsCompleteRow,
  type LineProblem,
  lineEnd,
  splitMalformedLine,
  TRUNCATION_MARK,
  truncateLine,
} from './csv-malformed-line.ts'
import { lineError, lineOfInvalidUtf8 } from './file-rejected.ts'

/** Includes line breaks inside quotes. */
const MAX_RECORD_BYTES = 64 * 1024
/** Maximum for one `feed`. */
export const MAX_FEED_BYTES = 64 * 1024

const NEED_MORE = -1
const MALFORMED = -2
const TOO_LONG = -3

/**
 * Reads RFC 4180 bytes one record at a time, without allocating per cell. Cell k of the current record is
 * `buffer[starts[k]..ends[k])`, without its quotes.
 *
 * Below the header a line that is too long or has a misplaced or unclosed quote becomes a record with `problem`, and
 * ="…" is reduced to its text; in the header and with `isStrict` such a line throws. A bare CR or a NUL always throws.
 */
export class CsvReader {
  readonly buffer = Buffer.allocUnsafeSlow(MAX_RECORD_BYTES + MAX_FEED_BYTES + 8)
  readonly starts = new Uint32Array(MAX_RECORD_BYTES + 2)
  readonly ends = new Uint32Array(MAX_RECORD_BYTES + 2)
  /** Number of cells in the current record. */
  cells = 0
  /** Line on which the current record starts. */
  line = 1
  /** The current record has a control character. */
  hasControl = false
  delimiter = 0
  /** Set for a malformed line, whose cells are guessed. */
  problem: LineProblem | undefined
  /** Cells of the current record in the form ="…", reduced to their text. */
  readonly unwrapped: number[] = []

  readonly #isStrict: boolean
  /** Number of columns of the header; 0 while reading it, and if strict. */
  #columns = 0
  #filled = 0
  #at = 0
  #lines = 0
  /** Bytes before this offset are valid UTF-8. */
  #validated = 0
  #isFinished = false
  #hasStarted = false
  /** Skips the rest of a line that is too long. */
  #isSkipping = false
  #classes: Uint8Array = new Uint8Array(256)

  constructor({ isStrict = false, delimiter = 0 } = {}) {
    this.#isStrict = isStrict
    this.delimiter = delimiter
  }

  /** Accepts up to MAX_FEED_BYTES after `next` has returned false. */
  feed(bytes: Uint8Array): void {
    const piece = this.#isSkipping ? this.#skipLine(bytes) : bytes
    if (piece.length === 0) return
    if (this.#at > 0) {
      this.buffer.copyWithin(0, this.#at, this.#filled)
      this.#filled -= this.#at
      this.#validated -= this.#at
      this.#at = 0
    }
    this.buffer.set(piece, this.#filled)
    this.#filled += piece.length
    // A line feed is never part of a multi-byte character.
    this.#checkUtf8(this.buffer.lastIndexOf(LF, this.#filled - 1) + 1)
  }

  finish(): void {
    this.#isFinished = true
    this.#checkUtf8(this.#filled)
  }

  /** Moves to the next record; false if the input so far has no other complete one. */
  next(): boolean {
    if (!this.#hasStarted && !this.#start()) return false
    if (!this.#skipBlankLines()) return false
    this.line = this.#lines + 1
    this.problem = undefined
    if (this.unwrapped.length > 0) this.unwrapped.length = 0
    const scanned = this.#scan()
    const end = scanned < 0 ? this.#endOfMalformed(scanned) : scanned
    if (end === NEED_MORE) return false
    this.#at = end
    if (!this.#isStrict) this.#columns ||= this.cells
    return true
  }

  text(cell: number): string {
    return this.buffer.toString('utf8', this.starts[cell], this.ends[cell])
  }

  #start(): boolean {
    if (this.#filled < 8 && !this.#isFinished) return false
    const bom = checkFirstBytes(this.buffer.subarray(0, this.#filled))
    const delimiter = detectDelimiter(this.buffer.subarray(bom, this.#filled), this.#isFinished)
    if (delimiter === undefined) {
      if (this.#filled > MAX_RECORD_BYTES) throw lineError('tooLong', this.#lines + 1)
      return false
    }
    const named = readSeparatorLine(this.buffer.subarray(bom, this.#filled))
    this.#at = bom + (named?.length ?? 0)
    if (named) this.#lines = 1
    this.delimiter ||= named?.delimiter ?? delimiter
    this.#classes = byteClasses(this.delimiter)
    this.#hasStarted = true
    return true
  }

  #skipBlankLines(): boolean {
    const { buffer } = this
    for (; this.#at < this.#filled; this.#at++) {
      if (buffer[this.#at] === CR) {
        if (this.#at + 1 === this.#filled && !this.#isFinished) return false
        if (this.#at + 1 === this.#filled || buffer[this.#at + 1] !== LF)
          throw lineError('bareReturn', this.#lines + 1)
        this.#at++
      } else if (buffer[this.#at] !== LF) return true
      this.#lines++
    }
    return false
  }

  /** Finds the cells of the record at `#at`. Returns the start of the next one or a negative status. */
  #scan(): number {
    const { buffer, starts, ends, delimiter } = this
    const classes = this.#classes
    const filled = this.#filled
    let at = this.#at
    let cells = 0
    let lines = 0
    let hasControl = false
    let hasDoubled = false
    for (;;) {
      if (at < filled && buffer[at] === QUOTE) {
        starts[cells] = ++at
        for (;;) {
          if (at === filled) return this.#isFinished ? MALFORMED : NEED_MORE
          const byte = byteAt(buffer, at)
          if (byte === QUOTE) {
            if (at + 1 === filled && !this.#isFinished) return NEED_MORE
            if (at + 1 === filled || buffer[at + 1] !== QUOTE) break
            hasDoubled = true
            at++
          } else if (byte < SPACE || byte === DELETE) {
            if (byte === NUL) throw lineError('binary', this.line + lines)
            if (byte === LF) lines++
            hasControl = true
          }
          at++
        }
        ends[cells++] = at++
      } else {
        starts[cells] = at
        while (at < filled && classes[byteAt(buffer, at)] === ORDINARY) at++
        // Control characters make the row invalid, not the file.
        while (at < filled && classes[byteAt(buffer, at)] === CONTROL) {
          hasControl = true
          at++
          while (at < filled && classes[byteAt(buffer, at)] === ORDINARY) at++
        }
        ends[cells++] = at
      }
      if (at === filled) {
        if (!this.#isFinished) return NEED_MORE
        break
      }
      const kind = classes[byteAt(buffer, at)]
      if (kind === DELIMITER) {
        at++
        continue
      }
      if (kind === RETURN) {
        if (at + 1 === filled && !this.#isFinished) return NEED_MORE
        if (at + 1 === filled || buffer[at + 1] !== LF) throw lineError('bareReturn', this.line + lines)
        at++
      } else if (kind === NULL) throw lineError('binary', this.line + lines)
      else if (kind !== LINE_FEED) {
        at = this.#endOfTextFormula(at, cells - 1)
        if (at < 0) return at
        if (at === filled) break
        if (buffer[at] === delimiter) {
          at++
          continue
        }
        if (buffer[at] === CR) at++
      }
      at++
      lines++
      break
    }
    if (at - this.#at > MAX_RECORD_BYTES) return TOO_LONG
    if (lines > 1 && containsCompleteRow(buffer, this.#at, at, delimiter, this.#columns)) return MALFORMED
    this.cells = cells
    this.hasControl = hasControl
    this.#lines += lines
    if (hasDoubled) this.#unescapeCells()
    return at
  }

  #unescapeCells(): void {
    for (let cell = 0; cell < this.cells; cell++) {
      if (this.buffer[uint32At(this.starts, cell) - 1] !== QUOTE) continue
      unescapeQuotes(this.buffer, cell, this)
      this.#unwrap(cell)
    }
  }

  /** The end of an unquoted cell whose quote at `quote` may open ="…"; otherwise MALFORMED. */
  #endOfTextFormula(quote: number, cell: number): number {
    const { buffer, starts, ends } = this
    const filled = this.#filled
    let at = quote + 1
    while (at < filled && this.#classes[byteAt(buffer, at)] === ORDINARY) at++
    if (at < filled && buffer[at] === QUOTE) at++
    while (at < filled && buffer[at] === SPACE) at++
    if (!this.#isFinished && (at === filled || (buffer[at] === CR && at + 1 === filled))) return NEED_MORE
    ends[cell] = at
    const next = buffer[at]
    const isEnd =
      at === filled || next === this.delimiter || next === LF || (next === CR && buffer[at + 1] === LF)
    return isEnd && textFormula(buffer, uint32At(starts, cell), at) && this.#unwrap(cell) ? at : MALFORMED
  }

  #unwrap(cell: number): boolean {
    const { buffer, starts, ends } = this
    const inside = this.#columns > 0 && textFormula(buffer, uint32At(starts, cell), uint32At(ends, cell))
    if (!inside) return false
    starts[cell] = inside.from
    ends[cell] = inside.to
    this.unwrapped.push(cell)
    return true
  }

  /** Makes the line at `#at` the record; throws in the header. */
  #endOfMalformed(scanned: number): number {
    const at = this.#at
    const filled = this.#filled
    if (scanned === NEED_MORE && filled - at <= MAX_RECORD_BYTES) return NEED_MORE
    const lineFeed = this.buffer.subarray(0, filled).indexOf(LF, at)
    const end = lineFeed === -1 ? filled : lineFeed
    const isTooLong = end - at > MAX_RECORD_BYTES
    const reason = isTooLong || scanned !== MALFORMED ? 'tooLong' : 'malformed'
    if (this.#columns === 0) throw lineError(reason, this.line)
    if (lineFeed === -1 && !isTooLong && !this.#isFinished) return NEED_MORE
    if (this.buffer.subarray(at, end).includes(NUL)) throw lineError('binary', this.line)
    this.hasControl = false
    const last = isTooLong ? truncateLine(this.buffer, at) : lineEnd(this.buffer, at, end)
    if (isTooLong) this.#checkUtf8(last)
    this.#takeLine(last, isTooLong)
    this.#isSkipping = lineFeed === -1 && !this.#isFinished
    this.#lines++
    this.#validated = Math.max(this.#validated, Math.min(filled, end + 1))
    return Math.min(filled, end + 1)
  }

  #takeLine(end: number, isTooLong: boolean): void {
    const { buffer, delimiter } = this
    const { cells, invalid } = splitMalformedLine(buffer, this.#at, end, delimiter, this.#columns + 1, this)
    this.cells = cells
    const cell = isTooLong ? cells - 1 : Math.max(0, invalid)
    this.problem = { kind: isTooLong ? 'length' : 'quote', cell }
    if (isTooLong) this.ends[cell] = end + TRUNCATION_MARK.length
    this.#unescapeCells()
  }

  #skipLine(bytes: Uint8Array): Uint8Array {
    const end = bytes.indexOf(LF) + 1
    if (bytes.subarray(0, end || bytes.length).includes(NUL)) throw lineError('binary', this.#lines)
    this.#isSkipping = end === 0
    return bytes.subarray(end || bytes.length)
  }

  #checkUtf8(to: number): void {
    if (to <= this.#validated) return
    if (!isUtf8(this.buffer.subarray(this.#validated, to))) {
      // The first bytes may give a more specific error.
      if (!this.#hasStarted) checkFirstBytes(this.buffer.subarray(0, this.#filled))
      throw lineError('notUtf8', this.#lines + lineOfInvalidUtf8(this.buffer, this.#at, this.#validated, to))
    }
    this.#validated = to
  }
}
