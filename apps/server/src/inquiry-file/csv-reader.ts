import { Buffer, isUtf8 } from 'node:buffer'
import { CR, DELETE, LF, NUL, QUOTE, SPACE } from './bytes.ts'
import { checkFirstBytes, detectDelimiter } from './csv-start.ts'
import { FileRefused } from './file-refused.ts'

/** The longest record, line breaks inside of quotes included. */
export const MAX_RECORD_BYTES = 64 * 1024
/** The most that `feed` takes at once. */
export const PIECE_BYTES = 64 * 1024

const ORDINARY = 0
const DELIMITER = 1
const LINE_FEED = 2
const RETURN = 3
const QUOTATION = 4
const CONTROL = 5
const ZERO = 6

const NEED_MORE = -1

/**
 * RFC 4180 over bytes, one record at a time, without a string or an object per cell: the cells of the
 * current record are `buffer[starts[k]..ends[k])`, quotes already taken off.
 *
 * Stricter than most readers where readers disagree: a quote inside of an unquoted cell, anything between
 * a closing quote and the delimiter, and a bare CR are refused, each with its line.
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

  #filled = 0
  #at = 0
  #lines = 0
  /** Up to here the bytes are known to be UTF-8. */
  #checked = 0
  #whole = false
  #started = false
  #classes = new Uint8Array(256)

  /** Takes up to PIECE_BYTES, once `next` has said that there is nothing more. */
  feed(piece: Uint8Array): void {
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
    const end = this.#scan()
    if (end === NEED_MORE) {
      if (this.#filled - this.#at > MAX_RECORD_BYTES) throw this.#tooLong()
      return false
    }
    if (end - this.#at > MAX_RECORD_BYTES) throw this.#tooLong()
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
      if (this.#filled > MAX_RECORD_BYTES) throw this.#tooLong()
      return false
    }
    this.#at = bom
    this.delimiter = delimiter
    this.#classes.fill(CONTROL, 0, SPACE)
    this.#classes[DELETE] = CONTROL
    this.#classes[NUL] = ZERO
    this.#classes[LF] = LINE_FEED
    this.#classes[CR] = RETURN
    this.#classes[QUOTE] = QUOTATION
    this.#classes[delimiter] = DELIMITER
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
    const { buffer, starts, ends } = this
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
            if (this.#whole) throw unclosedQuote(this.line)
            return NEED_MORE
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
      else if (kind !== LINE_FEED) throw strayQuote(this.line + lines)
      at++
      lines++
      break
    }
    this.cells = cells
    this.hasControl = hasControl
    this.#lines += lines
    if (hasDoubled) this.#undouble()
    return at
  }

  /** In place: a record is never scanned again once it was whole. */
  #undouble(): void {
    const { buffer, starts, ends } = this
    for (let cell = 0; cell < this.cells; cell++) {
      let to = starts[cell] as number
      if (buffer[to - 1] !== QUOTE) continue
      const end = ends[cell] as number
      for (let from = to; from < end; from++) {
        buffer[to++] = buffer[from] as number
        if (buffer[from] === QUOTE) from++
      }
      ends[cell] = to
    }
  }

  #checkUtf8(to: number): void {
    if (to <= this.#checked) return
    if (!isUtf8(this.buffer.subarray(this.#checked, to))) throw this.#notUtf8(to)
    this.#checked = to
  }

  #notUtf8(to: number): FileRefused {
    // The first bytes say more, where they tell.
    if (!this.#started) checkFirstBytes(this.buffer.subarray(0, this.#filled))
    let line = this.#lines + 1
    for (let at = this.#at; at < to; line++) {
      const end = this.buffer.indexOf(LF, at) + 1 || to
      if (end > this.#checked && !isUtf8(this.buffer.subarray(Math.max(at, this.#checked), end))) break
      at = end
    }
    const detail = `Line ${line} has characters that are not UTF-8. Save the file again as “CSV UTF-8”.`
    return new FileRefused('F004', detail, line)
  }

  #tooLong(): FileRefused {
    const line = this.#lines + 1
    const detail = `Line ${line} is longer than 64 KB, or a quote on it is never closed. Check that line.`
    return new FileRefused('F004', detail, line)
  }
}

function bareReturn(line: number): FileRefused {
  const detail = `Line ${line} ends with a carriage return alone. Save the file again as “CSV UTF-8”.`
  return new FileRefused('F004', detail, line)
}

function binary(line: number): FileRefused {
  const detail = `Line ${line} has a NUL byte: this is not text in UTF-8. Save the file again as “CSV UTF-8”.`
  return new FileRefused('F004', detail, line)
}

function unclosedQuote(line: number): FileRefused {
  const detail = `A quote opened on line ${line} is never closed. Close it, or double each quote inside of a cell.`
  return new FileRefused('F004', detail, line)
}

function strayQuote(line: number): FileRefused {
  const detail = `Line ${line} has a quote in the middle of a cell. Put the whole cell in quotes and double each quote inside of it.`
  return new FileRefused('F004', detail, line)
}
