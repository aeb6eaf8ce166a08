import { Buffer } from 'node:buffer'
import { byteAt, DASH, POINT, uint32At, ZERO } from '../../csv/bytes.ts'
import { readCell } from '../../csv/guarded-cell.ts'
import { type CellFormat, columnName, STYLES } from './columns.ts'
import type { CsvRecords } from './csv-records.ts'
import { serialDay, serialTime } from './serial-dates.ts'

/** Limit of Excel. Further cells, which only a malformed row of an upload has, are left out. */
const MAX_COLUMNS = 16_384
/** Digits that a number of a workbook keeps. */
const MAX_DIGITS = 15
const SECONDS_OF_DAY = 86_400
/** Decimals of a time of day. It is two microseconds late at most, because LibreOffice cuts off parts of a second. */
const FRACTION_DIGITS = 11
const FIRST_BYTES = 160 * 1024
/** More than the bytes of a cell without its text. */
const CELL_BYTES = 128
/** An escape has seven bytes for one. */
const MAX_EXPANSION = 7

const bytesOf = (text: string) => Buffer.from(text, 'latin1')
const ROW_START = bytesOf('<row r="')
const TAG_END = bytesOf('">')
const ROW_END = bytesOf('</row>')
const VALUE_END = bytesOf('</v></c>')
const TEXT_END = bytesOf('</t></is></c>')
const value = (style: number) => bytesOf(style === 0 ? '"><v>' : `" s="${style}"><v>`)
const text = (style: number) =>
  bytesOf(style === 0 ? '" t="inlineStr"><is><t>' : `" s="${style}" t="inlineStr"><is><t>`)
const spacedText = (style: number) => bytesOf(`" s="${style}" t="inlineStr"><is><t xml:space="preserve">`)
const NUMBER = value(STYLES.general)
const MONEY = value(STYLES.money)
const DATE = value(STYLES.date)
const TIME = value(STYLES.time)
const TEXT = text(STYLES.general)
const CODE = text(STYLES.code)
const SPACED_TEXT = spacedText(STYLES.general)
const SPACED_CODE = spacedText(STYLES.code)
const SPACED = /^\s|\s$|\s\s|[\n\t]/

/** Writes records as the XML of rows, byte by byte. A value that is not of its column's format becomes text. */
export class CellWriter {
  /** Length of what is written since `take`. */
  to = 0
  #target: Buffer = Buffer.allocUnsafeSlow(FIRST_BYTES)
  readonly #formats: readonly CellFormat[]
  readonly #cellStarts: Buffer[] = []
  #row: Buffer = Buffer.alloc(0)

  /** `formats` are those of the named columns; further cells are codes. */
  constructor(formats: readonly CellFormat[]) {
    this.#formats = formats
  }

  /** Adds a row; row 1 is the header. */
  row(records: CsvRecords, row: number): void {
    this.#row = bytesOf(String(row))
    this.#reserve(CELL_BYTES)
    this.#bytes(ROW_START)
    this.#bytes(this.#row)
    this.#bytes(TAG_END)
    const cells = Math.min(records.cells, MAX_COLUMNS)
    for (let cell = 0; cell < cells; cell++) {
      const start = uint32At(records.starts, cell)
      const end = uint32At(records.ends, cell)
      if (start < end) this.#cell(records, cell, start, end)
    }
    this.#reserve(CELL_BYTES)
    this.#bytes(ROW_END)
  }

  /** The rows since the last call. */
  take(): Buffer {
    const taken = this.#target.subarray(0, this.to)
    // New memory, because the taken rows are compressed later.
    this.#target = Buffer.allocUnsafeSlow(this.#target.length)
    this.to = 0
    return taken
  }

  #cell(records: CsvRecords, cell: number, start: number, end: number): void {
    const { buffer } = records
    this.#reserve(CELL_BYTES + end - start)
    this.#bytes(this.#cellStart(cell))
    this.#bytes(this.#row)
    const format = this.#formats[cell] ?? 'code'
    if (format === 'number' && this.#number(buffer, start, end)) return
    if (format === 'date' && this.#date(buffer, start, end)) return
    if (format === 'time' && this.#time(buffer, start, end)) return
    const isText = format === 'text'
    if (byteAt(records.special, cell) === 0 && end - start <= MAX_CHARS) {
      this.#bytes(isText ? TEXT : CODE)
      this.#copy(buffer, start, end)
    } else this.#special(records.text(cell), isText)
    this.#bytes(TEXT_END)
  }

  #cellStart(cell: number): Buffer {
    const known = this.#cellStarts[cell]
    if (known) return known
    const made = bytesOf(`<c r="${columnName(cell)}`)
    this.#cellStarts[cell] = made
    return made
  }

  #special(cell: string, isText: boolean): void {
    const content = cellText(cell)
    const isSpaced = SPACED.test(content)
    this.#bytes(isText ? (isSpaced ? SPACED_TEXT : TEXT) : isSpaced ? SPACED_CODE : CODE)
    this.#reserve(CELL_BYTES + content.length * MAX_EXPANSION)
    this.to += this.#target.write(content, this.to)
  }

  #number(bytes: Buffer, start: number, end: number): boolean {
    const decimals = decimalsOf(bytes, start, end)
    if (decimals === undefined) return false
    this.#bytes(decimals === 2 ? MONEY : NUMBER)
    this.#copy(bytes, start, end)
    this.#bytes(VALUE_END)
    return true
  }

  #date(bytes: Buffer, start: number, end: number): boolean {
    const day = serialDay(bytes, start, end)
    if (day === undefined) return false
    this.#bytes(DATE)
    this.#digits(day, 0)
    this.#bytes(VALUE_END)
    return true
  }

  #time(bytes: Buffer, start: number, end: number): boolean {
    const time = serialTime(bytes, start, end)
    if (time === undefined) return false
    this.#bytes(TIME)
    this.#digits(time.day, 0)
    if (time.seconds > 0) {
      this.#target[this.to++] = POINT
      const fraction = Math.ceil((time.seconds * 10 ** FRACTION_DIGITS) / SECONDS_OF_DAY) + 1
      this.#digits(fraction, FRACTION_DIGITS)
    }
    this.#bytes(VALUE_END)
    return true
  }

  /** Digits of an integer, with zeros in front up to `length`. */
  #digits(number: number, length: number): void {
    const from = this.to
    let rest = number
    let count = 0
    for (; rest > 0 || count < length; count++) {
      this.#target[this.to++] = ZERO + (rest % 10)
      rest = Math.floor(rest / 10)
    }
    this.#target.subarray(from, this.to).reverse()
  }

  #copy(bytes: Buffer, start: number, end: number): void {
    const target = this.#target
    let { to } = this
    for (let at = start; at < end; at++) target[to++] = byteAt(bytes, at)
    this.to = to
  }

  #bytes(bytes: Buffer): void {
    const target = this.#target
    let { to } = this
    for (let at = 0; at < bytes.length; at++) target[to++] = byteAt(bytes, at)
    this.to = to
  }

  #reserve(bytes: number): void {
    if (this.to + bytes <= this.#target.length) return
    const larger = Buffer.allocUnsafeSlow(Math.max(this.to + bytes, this.#target.length * 2))
    this.#target.copy(larger, 0, 0, this.to)
    this.#target = larger
  }
}

/** Digits after the point; undefined unless a workbook keeps every digit of the number. */
function decimalsOf(bytes: Buffer, start: number, end: number): number | undefined {
  const from = bytes[start] === DASH ? start + 1 : start
  let point = -1
  for (let at = from; at < end; at++) {
    const byte = byteAt(bytes, at)
    if (byte === POINT && point === -1) point = at
    else if (byte < ZERO || byte > 0x39) return undefined
  }
  const whole = (point === -1 ? end : point) - from
  const decimals = point === -1 ? 0 : end - point - 1
  const isShort = whole > 0 && whole + decimals <= MAX_DIGITS && point !== end - 1
  const hasLeadingZero = whole > 1 && bytes[from] === ZERO
  return isShort && !hasLeadingZero ? decimals : undefined
}

/** Limit of Excel, which repairs a workbook with a longer cell. */
const MAX_CHARS = 32_767

/** Characters that XML forbids or changes, and text that a reader would take for such an escape. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters on purpose
const ESCAPED = /[\x00-\x08\x0b-\x1f\ufffe\uffff]|_(?=x[0-9a-fA-F]{4}_)/g
const MARKUP = /[&<>]/g
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Text of a CSV cell in a workbook, as XML. A text cell is no formula, so it needs no guard. */
export function cellText(cell: string): string {
  return xmlText(readCell(cell))
}

/** Escapes as `_xHHHH_`, like Excel, what XML cannot hold. */
function xmlText(text: string): string {
  const shown = text.length > MAX_CHARS ? text.slice(0, MAX_CHARS).replace(/[\uD800-\uDBFF]$/, '') : text
  return shown.replace(ESCAPED, escaped).replace(MARKUP, (character) => ENTITIES[character] ?? character)
}

function escaped(character: string): string {
  return `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`
}
