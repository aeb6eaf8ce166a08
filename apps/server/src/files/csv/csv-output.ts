import { byteAt, COMMA, CR, DASH, LF, QUOTE } from './bytes.ts'
import { TRUNCATION_MARK } from './csv-malformed-line.ts'

const FULL_BYTES = 64 * 1024
/** A record of 64 KB with all quotes doubled, the values of fields, and the filling of a line that is too long. */
const MAX_RECORD_BYTES = 5 * 64 * 1024
const MAX_BLANK_LINES = 32 * 1024
const TOO_LONG = Buffer.alloc(64 * 1024 + 1, 'x')
const OPEN_FORMULA = Buffer.from('"=""')
const CLOSE_FORMULA = Buffer.from('"""')

const NEEDS_QUOTES = new Uint8Array(256)
for (const byte of [COMMA, QUOTE, CR, LF]) NEEDS_QUOTES[byte] = 1

/** Writes CSV, taken in blocks of about 64 KB. */
export class CsvOutput {
  readonly #buffer = Buffer.allocUnsafeSlow(FULL_BYTES + MAX_RECORD_BYTES)
  #at = 0
  #line = 1
  readonly #whole: Buffer[] = []

  /** Position for comparison within a record. */
  get length(): number {
    return this.#at
  }

  get isFull(): boolean {
    return this.#at >= FULL_BYTES || this.#whole.length > 0
  }

  /** A copy of the bytes written since the last call. The buffer itself is several times as large. */
  take(): Buffer {
    const taken = Buffer.concat([...this.#whole.splice(0), this.#buffer.subarray(0, this.#at)])
    this.#at = 0
    return taken
  }

  /** Writes blank lines up to the line. */
  line(line: number): void {
    while (this.#line < line) {
      const blank = Math.min(line - this.#line, MAX_BLANK_LINES)
      this.#buffer.fill(LF, this.#at, this.#at + blank)
      this.#at += blank
      this.#line += blank
      if (this.#at >= FULL_BYTES) this.#whole.push(this.take())
    }
  }

  comma(): void {
    this.#buffer[this.#at++] = COMMA
  }

  endLine(): void {
    this.#buffer[this.#at++] = LF
    this.#line++
  }

  /** Writes ASCII text unquoted. */
  text(text: string): void {
    const length = this.#buffer.write(text, this.#at, 'latin1')
    this.#at += length
    if (text.endsWith('\n')) this.#line++
  }

  /** A cell, in quotes if it needs them. */
  cell(bytes: Uint8Array, start: number, end: number): void {
    const buffer = this.#buffer
    let to = this.#at
    for (let at = start; at < end; at++) {
      const byte = byteAt(bytes, at)
      if (NEEDS_QUOTES[byte] === 1) {
        this.#quoted(bytes, start, end)
        return
      }
      buffer[to++] = byte
    }
    this.#at = to
  }

  #quoted(bytes: Uint8Array, start: number, end: number): void {
    this.#buffer[this.#at++] = QUOTE
    this.bytes(bytes, start, end)
    this.#buffer[this.#at++] = QUOTE
  }

  /** Bytes inside quotes. */
  bytes(bytes: Uint8Array, start: number, end: number): void {
    const buffer = this.#buffer
    for (let at = start; at < end; at++) {
      const byte = byteAt(bytes, at)
      if (byte === QUOTE) buffer[this.#at++] = QUOTE
      if (byte === LF) this.#line++
      buffer[this.#at++] = byte
    }
  }

  openFormula(): void {
    this.#copy(OPEN_FORMULA)
  }

  closeFormula(): void {
    this.#copy(CLOSE_FORMULA)
  }

  /** `date`: YYYYMMDD. */
  day(date: number): void {
    const buffer = this.#buffer
    let rest = date
    for (let at = 9; at >= 0; at--) {
      if (at === 4 || at === 7) buffer[this.#at + at] = DASH
      else {
        buffer[this.#at + at] = 48 + (rest % 10)
        rest = Math.floor(rest / 10)
      }
    }
    this.#at += 10
  }

  /** A guessed cell without line breaks. */
  plainCell(text: string): void {
    const mark = TRUNCATION_MARK.toString()
    const plain = Buffer.from(text.replace(mark, '').replace(/\p{Cc}/gu, ' '))
    this.cell(plain, 0, plain.length)
  }

  /** A cell that no reader takes for a valid one, because it has a quote in the middle. */
  malformed(text: string): void {
    const plain = text.replace(/[\p{Cc}]/gu, ' ')
    const isInvalid = plain.includes('"') && !/^[="\s]/.test(plain)
    this.#copy(Buffer.from(isInvalid ? plain : plain.startsWith('"') ? ` ${plain}` : `${plain}"?`))
  }

  surplusMalformed(text: string): void {
    this.comma()
    this.malformed(text)
  }

  /** Makes the line longer than any reader takes. */
  tooLong(): void {
    this.comma()
    this.#copy(TOO_LONG)
  }

  #copy(bytes: Buffer): void {
    this.#at += bytes.copy(this.#buffer, this.#at)
  }
}
