import { Buffer, isUtf8 } from 'node:buffer'
import { CR, DELETE, LF, NUL, QUOTE, SPACE } from './bytes.ts'
import {
  CUT,
  cutLine,
  hasRowInside,
  lineEnd,
  splitBadLine,
  type Trouble,
  textFormula,
  undouble,
} from './csv-bad-line.ts'
import { CONTROL, classesOf, DELIMITER, LINE_FEED, ORDINARY, RETURN, ZERO } from './csv-classes.ts'
import { bareReturn, binary, lineOfBadUtf8, malformed, notUtf8, tooLong } from './csv-refusals.ts'
import { checkFirstBytes, detectDelimiter } from './csv-start.ts'
import type { FileRefused } from './file-refused.ts'

/** The longest record, line breaks inside of quotes included. */
export const MAX_RECORD_BYTES = 64 * 1024
/** The most that `feed` takes at once. */
export const PIECE_BYTES = 64 * 1024

const NEED_MORE = -1
const MALFORMED = -2
const TOO_LONG = -3

/**
 * RFC 4180 over bytes, one record at a time, without a string or an object per cell: the cells of the
 * current record are `buffer[starts[k]..ends[k])`, quotes already taken off.
 *
 * A line with a quote in an unquoted cell, behind a closing one or never closed, and a line that is too long, is a
 * record of its own with `trouble`. In the header, and a bare CR or NUL anywhere, they refuse the file.
 */
export class CsvReader {
  readonly buffer = Buffer.allocUnsafeSlow(MAX_RECORD_BYTES + PIECE_BYTES + 8)
  readonly starts = new Int32Array(MAX_RECORD_BYTES + 2)
  readonly ends = new Int32Array(MAX_RECORD_BYTES + 2)
  /** Cells of the current record. */
  cells = 0
  /** The line of the file on which the current record starts. */
  line = 1
  /** A control character is somewhere in the current record. */
  hasControl = false
  delimiter = 0
  /** Cells of the header, set once it has been read. */
  columns = 0
  /** The record is a malformed line; its cells are the best that can be made of it. */
  trouble: Trouble | undefined
  /** Cells of the current record that were written as ="…", of which only the text is left. */
  readonly unwrapped: number[] = []

  #filled = 0
  #at = 0
  #lines = 0
  /** Up to here the bytes are known to be UTF-8. */
  #checked = 0
  #whole = false
  #started = false
  /** The rest of a line that is too long is still to come. */
  #isSkipping = false
  #classes: Uint8Array = new Uint8Array(256)

  /** Takes up to PIECE_BYTES, once `next` has said that there is nothing more. */
  feed(bytes: Uint8Array): void {
    const piece = this.#isSkipping ? this.#skipLine(bytes) : bytes
    if (piece.length === 0) return
    if (this.#at > 0) {
      this.buffer.copyWithin(0, this.#at, this.#filled)
      this.#filled -= this.#at
      this.#checked -= this.#at
      this.#at = 0
    }
    this.buffer.set(piece, this.#filled)
    this.#filled += piece.length
    // A line feed is never a part of a longer character, so text may be cut there.
    this.#checkUtf8(this.buffer.lastIndexOf(LF, this.#filled - 1) + 1)
  }

  /** No more bytes come. */
  finish(): void {
    this.#whole = true
    this.#checkUtf8(this.#filled)
  }

  /** Moves to the next record; false when the bytes so far have no further whole one. */
  next(): boolean {
    if (!this.#started && !this.#start()) return false
    if (!this.#skipBlankLines()) return false
    this.line = this.#lines + 1
    this.trouble = undefined
    if (this.unwrapped.length > 0) this.unwrapped.length = 0
    let end = this.#scan()
    if (end < 0) end = this.#endOfMalformed(end)
    if (end === NEED_MORE) return false
    this.#at = end
    return true
  }

  text(cell: number): string {
    return this.buffer.toString('utf8', this.starts[cell], this.ends[cell])
  }

  #start(): boolean {
    if (this.#filled < 8 && !this.#whole) return false
    const bom = checkFirstBytes(this.buffer.subarray(0, this.#filled))
    const delimiter = detectDelimiter(this.buffer.subarray(bom, this.#filled), this.#whole)
    if (delimiter === undefined) {
      if (this.#filled > MAX_RECORD_BYTES) throw tooLong(this.#lines + 1)
      return false
    }
    this.#at = bom
    this.delimiter = delimiter
    this.#classes = classesOf(delimiter)
    this.#started = true
    return true
  }

  #skipBlankLines(): boolean {
    const { buffer } = this
    for (; this.#at < this.#filled; this.#at++) {
      if (buffer[this.#at] === CR) {
        if (this.#at + 1 === this.#filled && !this.#whole) return false
        if (this.#at + 1 === this.#filled || buffer[this.#at + 1] !== LF) throw bareReturn(this.#lines + 1)
        this.#at++
      } else if (buffer[this.#at] !== LF) return true
      this.#lines++
    }
    return false
  }

  /** Finds the cells of the record at `#at`; returns where the next one starts, or NEED_MORE. */
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
          if (at === filled) {
            return this.#whole ? MALFORMED : NEED_MORE
          }
          const byte = buffer[at] as number
          if (byte === QUOTE) {
            if (at + 1 === filled && !this.#whole) return NEED_MORE
            if (at + 1 === filled || buffer[at + 1] !== QUOTE) break
            hasDoubled = true
            at++
          } else if (byte < SPACE || byte === DELETE) {
            if (byte === NUL) throw binary(this.line + lines)
            if (byte === LF) lines++
            hasControl = true
          }
          at++
        }
        ends[cells++] = at++
      } else {
        starts[cells] = at
        while (at < filled && classes[buffer[at] as number] === ORDINARY) at++
        // Control characters are the row's trouble, not the file's: note them and read on.
        while (at < filled && classes[buffer[at] as number] === CONTROL) {
          hasControl = true
          at++
          while (at < filled && classes[buffer[at] as number] === ORDINARY) at++
        }
        ends[cells++] = at
      }
      if (at === filled) {
        if (!this.#whole) return NEED_MORE
        break
      }
      const kind = classes[buffer[at] as number]
      if (kind === DELIMITER) {
        at++
        continue
      }
      if (kind === RETURN) {
        if (at + 1 === filled && !this.#whole) return NEED_MORE
        if (at + 1 === filled || buffer[at + 1] !== LF) throw bareReturn(this.line + lines)
        at++
      } else if (kind === ZERO) throw binary(this.line + lines)
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
    if (lines > 1 && this.columns > 0 && hasRowInside(buffer, this.#at, at, this.delimiter, this.columns)) {
      return MALFORMED
    }
    this.cells = cells
    this.hasControl = hasControl
    this.#lines += lines
    if (hasDoubled) this.#undouble()
    return at
  }

  #undouble(): void {
    const { buffer, starts } = this
    for (let cell = 0; cell < this.cells; cell++) {
      if (buffer[(starts[cell] as number) - 1] !== QUOTE) continue
      undouble(buffer, cell, this)
      this.#unwrap(cell)
    }
  }

  /** Of an unquoted cell in which the quote at `quote` may open the text of ="…"; MALFORMED where it does not. */
  #endOfTextFormula(quote: number, cell: number): number {
    const { buffer, starts, ends } = this
    const filled = this.#filled
    let at = quote + 1
    while (at < filled && this.#classes[buffer[at] as number] === ORDINARY) at++
    if (at < filled && buffer[at] === QUOTE) at++
    while (at < filled && buffer[at] === SPACE) at++
    if (!this.#whole && (at === filled || (buffer[at] === CR && at + 1 === filled))) return NEED_MORE
    ends[cell] = at
    const next = buffer[at]
    const isEnd =
      at === filled || next === this.delimiter || next === LF || (next === CR && buffer[at + 1] === LF)
    return isEnd && textFormula(buffer, starts[cell] as number, at) && this.#unwrap(cell) ? at : MALFORMED
  }

  #unwrap(cell: number): boolean {
    const { buffer, starts, ends } = this
    if (this.columns === 0) return false
    const inside = textFormula(buffer, starts[cell] as number, ends[cell] as number)
    if (!inside) return false
    starts[cell] = inside.from
    ends[cell] = inside.to
    this.unwrapped.push(cell)
    return true
  }

  /** The line at `#at` becomes the record. Where the file has no header yet it is refused. */
  #endOfMalformed(scanned: number): number {
    const at = this.#at
    const filled = this.#filled
    if (scanned === NEED_MORE && filled - at <= MAX_RECORD_BYTES) return NEED_MORE
    const lineFeed = this.buffer.subarray(0, filled).indexOf(LF, at)
    const end = lineFeed === -1 ? filled : lineFeed
    const isTooLong = end - at > MAX_RECORD_BYTES
    const refused = isTooLong || scanned !== MALFORMED ? tooLong : malformed
    if (this.columns === 0) throw refused(this.line)
    if (lineFeed === -1 && !isTooLong && !this.#whole) return NEED_MORE
    if (this.buffer.subarray(at, end).includes(NUL)) throw binary(this.line)
    this.hasControl = false
    const last = isTooLong ? cutLine(this.buffer, at) : lineEnd(this.buffer, at, end)
    if (isTooLong) this.#checkUtf8(last)
    this.#takeLine(last, isTooLong)
    this.#isSkipping = lineFeed === -1 && !this.#whole
    this.#lines++
    this.#checked = Math.max(this.#checked, Math.min(filled, end + 1))
    return Math.min(filled, end + 1)
  }

  #takeLine(end: number, isTooLong: boolean): void {
    const { buffer, delimiter, columns } = this
    const { cells, unsound } = splitBadLine(buffer, this.#at, end, delimiter, columns + 1, this)
    this.cells = cells
    this.trouble = { kind: 'quote', cell: Math.max(0, unsound) }
    if (isTooLong) {
      this.trouble = { kind: 'length', cell: cells - 1 }
      this.ends[cells - 1] = end + CUT.length
    }
    this.#undouble()
  }

  #skipLine(bytes: Uint8Array): Uint8Array {
    const end = bytes.indexOf(LF) + 1
    if (bytes.subarray(0, end || bytes.length).includes(NUL)) throw binary(this.#lines)
    this.#isSkipping = end === 0
    return bytes.subarray(end || bytes.length)
  }

  #checkUtf8(to: number): void {
    if (to <= this.#checked) return
    if (!isUtf8(this.buffer.subarray(this.#checked, to))) throw this.#notUtf8(to)
    this.#checked = to
  }

  #notUtf8(to: number): FileRefused {
    // The first bytes say more, where they tell.
    if (!this.#started) checkFirstBytes(this.buffer.subarray(0, this.#filled))
    return notUtf8(this.#lines + lineOfBadUtf8(this.buffer, this.#at, this.#checked, to))
  }
}
