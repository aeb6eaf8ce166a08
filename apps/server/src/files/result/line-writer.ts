import { Buffer } from 'node:buffer'
import { byteAt, COMMA, CR, LF, QUOTE, SEMICOLON, SPACE, TAB } from '../csv/bytes.ts'

const BACKSLASH = 0x5c
const MINUS = 0x2d
const DOT = 0x2e
const ZERO = 0x30
const COLON = 0x3a
const UPPER_N = 0x4e
const UPPER_T = 0x54
/** Escapes of COPY's text format. */
const ESCAPED = new Map([...'bfnrtv'].map((letter, i) => [letter.charCodeAt(0), [8, 12, LF, CR, TAB, 11][i]]))

/**
 * Converts cells of COPY's text format to CSV byte by byte, because a string per cell would take longer than the
 * database. Each method converts the cell at `from` and moves past it.
 */
export class LineWriter {
  source: Uint8Array = Buffer.alloc(0)
  from = 0
  target: Uint8Array = Buffer.alloc(0)
  to = 0

  get isNull(): boolean {
    return this.source[this.from] === BACKSLASH && this.source[this.from + 1] === UPPER_N
  }

  get next(): number {
    return byteAt(this.source, this.from)
  }

  byte(value: number): void {
    this.target[this.to++] = value
  }

  bytes(value: Uint8Array): void {
    for (let i = 0; i < value.length; i++) this.target[this.to++] = byteAt(value, i)
  }

  skip(): void {
    const { source } = this
    let { from } = this
    while (source[from] !== TAB && source[from] !== LF) from++
    this.from = from + 1
  }

  /** Quotes like PostgreSQL, and also for semicolons, the delimiter of some spreadsheets. */
  text(): void {
    const { source, target } = this
    let { from, to } = this
    for (;;) {
      const byte = byteAt(source, from)
      if (byte <= COMMA || byte === BACKSLASH || byte === SEMICOLON) {
        if (byte === TAB || byte === LF) break
        if (byte === BACKSLASH || byte === COMMA || byte === QUOTE || byte === SEMICOLON) {
          this.#specialText()
          return
        }
      }
      target[to++] = byte
      from++
    }
    // Quotes an empty string, which would otherwise be null.
    if (to === this.to) target[to++] = target[to++] = QUOTE
    this.from = from + 1
    this.to = to
  }

  #specialText(): void {
    if (this.isNull) {
      this.skip()
      return
    }
    const { source, target } = this
    let { from, to } = this
    let isQuoted = false
    target[to++] = QUOTE
    for (;;) {
      let byte = byteAt(source, from++)
      if (byte === TAB || byte === LF) break
      if (byte === BACKSLASH) {
        const letter = byteAt(source, from++)
        byte = ESCAPED.get(letter) ?? letter
      }
      if (byte === QUOTE) target[to++] = QUOTE
      if (byte === QUOTE || byte === COMMA || byte === SEMICOLON || byte === LF || byte === CR)
        isQuoted = true
      target[to++] = byte
    }
    if (isQuoted) target[to++] = QUOTE
    else target.copyWithin(this.to, this.to + 1, to--)
    this.from = from
    this.to = to
  }

  /** Copies a number unchanged. */
  number(): void {
    const { source, target } = this
    let { from, to } = this
    for (;;) {
      const byte = byteAt(source, from++)
      if (byte === TAB || byte === LF) break
      target[to++] = byte
    }
    this.from = from
    this.to = to
  }

  /** Parses a small non-negative integer; writes nothing. */
  wholeNumber(): number {
    const { source } = this
    let { from } = this
    this.skip()
    let value = 0
    for (; from < this.from - 1; from++) value = value * 10 + byteAt(source, from) - ZERO
    return value
  }

  /** An integer of hundredths with two decimals; null as 0.00. */
  hundredths(): void {
    const { source, target } = this
    if (this.isNull) {
      this.skip()
      this.#zero()
      return
    }
    if (source[this.from] === MINUS) target[this.to++] = byteAt(source, this.from++)
    let { from, to } = this
    this.skip()
    const point = this.from - 3
    if (point <= from) target[to++] = ZERO
    while (from < point) target[to++] = byteAt(source, from++)
    target[to++] = DOT
    target[to++] = point < from ? ZERO : byteAt(source, point)
    target[to++] = byteAt(source, point + 1)
    this.to = to
  }

  #zero(): void {
    const { target } = this
    target[this.to++] = ZERO
    target[this.to++] = DOT
    target[this.to++] = ZERO
    target[this.to++] = ZERO
  }

  /** Writes seconds and a full offset: 2026-11-20T08:00:00+08:00 */
  timestamp(): void {
    const { source, target } = this
    let { from, to } = this
    this.skip()
    // Empty for infinity, like to_char.
    if (!isDigit(byteAt(source, from))) return
    while (source[from] !== SPACE) target[to++] = byteAt(source, from++)
    target[to++] = UPPER_T
    from++
    for (let i = 0; i < 8; i++) target[to++] = byteAt(source, from++)
    if (source[from] === DOT) {
      do from++
      while (isDigit(byteAt(source, from)))
    }
    for (let i = 0; i < 3; i++) target[to++] = byteAt(source, from++)
    const hasMinutes = source[from] === COLON
    target[to++] = COLON
    target[to++] = hasMinutes ? byteAt(source, from + 1) : ZERO
    target[to++] = hasMinutes ? byteAt(source, from + 2) : ZERO
    this.to = to
  }

  /** A date as a unique number; writes nothing. */
  date(): number {
    const { source } = this
    let year = 0
    let month = 0
    let rest = 0
    let { from } = this
    this.skip()
    for (; from < this.from - 1; from++) {
      const byte = byteAt(source, from)
      if (isDigit(byte)) rest = rest * 10 + byte - ZERO
      else {
        year = month
        month = rest
        rest = 0
      }
    }
    return (year * 16 + month) * 32 + rest
  }
}

function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= 0x39
}
