import { Buffer } from 'node:buffer'
import { byteAt, COMMA, CR, LF, QUOTE, SEMICOLON, SPACE, TAB } from '../../csv/bytes.ts'
import { damagedWorkbook } from './workbook-rejections.ts'

/** Excel's longest cell, 32,767 characters, has at most 98 KB, and 230 KB with escapes. */
const MAX_BYTES = 128 * 1024
const MAX_RAW_BYTES = 256 * 1024

/** Needs quotes in a CSV, or could be read as its separator line `sep=;`. */
const QUOTED = 1
const BREAK = 2
const AMPERSAND = 4
const UNDERSCORE = 8
const RETURN = 16

const EQUALS = 0x3d

const CLASSES = new Uint8Array(256)
CLASSES.fill(QUOTED, 0, SPACE)
for (const byte of [QUOTE, COMMA, SEMICOLON, TAB, EQUALS]) CLASSES[byte] = QUOTED
CLASSES[LF] = BREAK
CLASSES[CR] = RETURN
CLASSES['&'.charCodeAt(0)] = AMPERSAND
CLASSES['_'.charCodeAt(0)] = UNDERSCORE

const ESCAPE = /_x([0-9A-Fa-f]{4})_/g
const LINE_BREAK = /\r\n?|\n/g

/** Collects the text of a cell, and turns it into a cell of a CSV. */
export class CellText {
  readonly bytes = Buffer.allocUnsafeSlow(MAX_BYTES + MAX_RAW_BYTES)
  length = 0
  #classes = 0

  clear(): void {
    this.length = 0
    this.#classes = 0
  }

  toString(): string {
    return this.bytes.toString('utf8', 0, this.length)
  }

  /** Appends text of an XML part as it stands there, CDATA if `isCdata`. */
  append(buffer: Buffer, from: number, to: number, isCdata: boolean): void {
    if (to - from > MAX_RAW_BYTES) throw tooLong()
    const { bytes } = this
    let length = this.length
    let classes = 0
    for (let at = from; at < to; at++) {
      const byte = byteAt(buffer, at)
      const kind = byteAt(CLASSES, byte)
      if (kind >= AMPERSAND) {
        if (kind === AMPERSAND && !isCdata) {
          this.length = length
          at = this.#appendEntity(buffer, at, to)
          length = this.length
          continue
        }
        if (kind === RETURN) {
          // A literal line break, because `&#13;` alone is a carriage return.
          if (buffer[at + 1] === LF && at + 1 < to) at++
          bytes[length++] = LF
          classes |= BREAK
          continue
        }
      }
      classes |= kind
      bytes[length++] = byte
    }
    if (length > MAX_BYTES) throw tooLong()
    this.length = length
    this.#classes |= classes
  }

  /** Removes white space around the text since `from`, as spreadsheets do without `xml:space="preserve"`. */
  trim(from: number): void {
    const { bytes } = this
    while (this.length > from && isWhite(bytes[this.length - 1])) this.length--
    let start = from
    while (start < this.length && isWhite(bytes[start])) start++
    if (start === from) return
    bytes.copyWithin(from, start, this.length)
    this.length -= start - from
  }

  /** Replaces the escapes `_xHHHH_` in the text since `from`. */
  unescape(from: number): void {
    if ((this.#classes & UNDERSCORE) === 0) return
    const text = this.bytes.toString('utf8', from, this.length)
    // NUL is no character of a text, and stays escaped.
    const plain = text.replace(ESCAPE, (original, hex: string) =>
      hex === '0000' ? original : String.fromCharCode(Number.parseInt(hex, 16)),
    )
    if (plain === text) return
    this.length = from + this.bytes.write(plain.toWellFormed(), from)
    this.#classes |= QUOTED | BREAK
  }

  /** Turns the text into a cell of a CSV: line breaks become spaces, and it is quoted where needed. */
  toCsv(): void {
    if ((this.#classes & (QUOTED | BREAK)) === 0) return
    const text = this.toString().replace(LINE_BREAK, ' ')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they need quotes
    const isQuoted = /[\x00-\x1f",;=]/.test(text)
    this.length = this.bytes.write(isQuoted ? `"${text.replaceAll('"', '""')}"` : text)
  }

  #appendEntity(buffer: Buffer, at: number, to: number): number {
    const end = buffer.subarray(at, Math.min(to, at + 12)).indexOf(';')
    if (end === -1) throw damagedWorkbook()
    const text = decodeEntity(buffer.toString('latin1', at + 1, at + end))
    if (text === undefined) throw damagedWorkbook()
    for (const byte of Buffer.from(text)) {
      const kind = byteAt(CLASSES, byte)
      this.#classes |= kind === RETURN ? BREAK : kind
      this.bytes[this.length++] = byte
    }
    return at + end
  }
}

const tooLong = () => damagedWorkbook('has a cell with more text than any spreadsheet takes')
const isWhite = (byte: number | undefined) => byte === SPACE || byte === LF || byte === CR || byte === TAB

const NAMED = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])

/** Character of the reference `&name;`, or undefined if there is none. */
function decodeEntity(name: string): string | undefined {
  const named = NAMED.get(name)
  if (named !== undefined) return named
  const [, hex, decimal] = /^#(?:x([0-9A-Fa-f]{1,6})|(\d{1,7}))$/.exec(name) ?? []
  const code = hex === undefined ? Number(decimal ?? Number.NaN) : Number.parseInt(hex, 16)
  return isCharacter(code) ? String.fromCodePoint(code) : undefined
}

/** Characters of XML 1.0. */
function isCharacter(code: number): boolean {
  if (code < 0x20) return code === 0x09 || code === 0x0a || code === 0x0d
  return code <= 0xd7ff || (code >= 0xe000 && code <= 0xfffd) || (code >= 0x10000 && code <= 0x10ffff)
}
