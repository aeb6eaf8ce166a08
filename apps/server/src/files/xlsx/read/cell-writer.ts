import { Buffer } from 'node:buffer'
import { byteAt, DASH, NINE, ZERO } from '../../csv/bytes.ts'
import type { CellText } from './cell-text.ts'
import { CsvBlocks } from './csv-blocks.ts'
import { dateOfIso, dateOfSerial, type NumberCells } from './number-cells.ts'
import type { SharedStrings } from './shared-strings.ts'
import type { WorkbookLimits } from './workbook-limits.ts'
import { damagedWorkbook, tooManyColumns, tooManyRows, tooMuchText } from './workbook-rejections.ts'
import * as names from './xml-names.ts'

/** Days whose text is kept, about 180 years. */
const CACHED_DAYS = 1 << 16

export type CellContext = {
  strings: SharedStrings
  /** True for the styles that show a number as a date. */
  isDate: readonly boolean[]
  is1904: boolean
  limits: WorkbookLimits
  numbers: NumberCells | undefined
}

/** Writes cells with a value into a CSV, in the order of the sheet. */
export class CellWriter {
  readonly blocks = new CsvBlocks()
  readonly #context: CellContext
  readonly #days = new Map<number, Buffer>()
  #row = 0
  #rows = 0

  constructor(context: CellContext) {
    this.#context = context
  }

  /** `row` starts at 1, `column` at 0. The text is not empty. */
  write(row: number, column: number, type: number, style: number, text: CellText): void {
    if (type === names.SHARED) this.#writeShared(row, column, text)
    else if (type === names.NUMBER) this.#writeNumber(row, column, this.#context.isDate[style] === true, text)
    else {
      const known =
        type === names.BOOLEAN
          ? booleanOf(text)
          : type === names.ISO_DATE
            ? dateOfIso(text.toString())
            : undefined
      if (known === undefined) this.#writeText(row, column, text)
      else this.#writeAscii(row, column, known)
    }
  }

  #writeShared(row: number, column: number, text: CellText): void {
    const { strings } = this.#context
    const index = integerOf(text)
    if (index < 0 || index >= strings.count)
      throw damagedWorkbook(`has no text for a cell of row ${row}`, row)
    if (strings.isEmpty(index)) return
    this.#moveTo(row, column)
    strings.copyTo(this.blocks, index)
  }

  #writeNumber(row: number, column: number, isDate: boolean, text: CellText): void {
    text.trim(0)
    if (text.length === 0) return
    if (isDate) {
      const serial = integerOf(text)
      const day = serial >= 0 ? this.#day(serial) : undefined
      if (day !== undefined) {
        this.#moveTo(row, column)
        this.blocks.write(day, 0, day.length)
        return
      }
    }
    const date = isDate ? this.#date(Number(text.toString())) : undefined
    if (date !== undefined) this.#writeAscii(row, column, date)
    else this.#writePlainNumber(row, column, text)
  }

  #writePlainNumber(row: number, column: number, text: CellText): void {
    if (!isPlainInteger(text.bytes, 0, text.length)) {
      const value = Number(text.toString())
      if (!Number.isFinite(value)) {
        this.#writeText(row, column, text)
        return
      }
      this.#writeAscii(row, column, plainNumber(value))
    } else this.#writeText(row, column, text)
    this.#context.numbers?.add(row, column)
  }

  #day(serial: number): Buffer | undefined {
    const known = this.#days.get(serial)
    if (known) return known
    const date = this.#date(serial)
    if (date === undefined) return undefined
    const bytes = Buffer.from(date)
    if (this.#days.size < CACHED_DAYS) this.#days.set(serial, bytes)
    return bytes
  }

  #date(serial: number): string | undefined {
    return dateOfSerial(serial, this.#context.is1904)
  }

  #writeText(row: number, column: number, text: CellText): void {
    text.toCsv()
    if (text.length === 0) return
    this.#moveTo(row, column)
    this.blocks.write(text.bytes, 0, text.length)
  }

  #writeAscii(row: number, column: number, text: string): void {
    this.#moveTo(row, column)
    this.blocks.writeText(text)
  }

  #moveTo(row: number, column: number): void {
    const { maxRows, maxColumns, maxCsvBytes } = this.#context.limits
    if (column >= maxColumns) throw tooManyColumns(maxColumns, row)
    if (this.blocks.total > maxCsvBytes) throw tooMuchText(maxCsvBytes, row)
    if (row !== this.#row) {
      this.#row = row
      if (++this.#rows > maxRows) throw tooManyRows(maxRows, row)
    }
    this.blocks.moveTo(row, column)
  }
}

/** Integer of at most nine digits, or −1. */
function integerOf({ bytes, length }: CellText): number {
  if (length > 9) return -1
  let value = 0
  for (let at = 0; at < length; at++) {
    const digit = byteAt(bytes, at) - 0x30
    if (digit < 0 || digit > 9) return -1
    value = value * 10 + digit
  }
  return value
}

function booleanOf(text: CellText): string | undefined {
  const value = text.toString()
  if (value === '1' || value === 'true') return 'true'
  return value === '0' || value === 'false' ? 'false' : undefined
}

/** Significant digits of a number in a spreadsheet. */
const DIGITS = 15

/** True for an integer of at most 15 digits in its plain form, which needs no conversion. */
function isPlainInteger(bytes: Uint8Array, from: number, to: number): boolean {
  const start = bytes[from] === DASH ? from + 1 : from
  if (start === to || to - start > DIGITS || (bytes[start] === ZERO && to - from > 1)) return false
  for (let at = start; at < to; at++) {
    const byte = byteAt(bytes, at)
    if (byte < ZERO || byte > NINE) return false
  }
  return true
}

/**
 * A stored number with the 15 significant digits that spreadsheets show, without exponent below 16 integer digits, and
 * from there in scientific notation, which readers of cards reject as E012. Tiny numbers keep an exponent too.
 */
export function plainNumber(value: number): string {
  if (value === 0) return '0'
  const [mantissa = '', power = ''] = Math.abs(value)
    .toExponential(DIGITS - 1)
    .split('e')
  const exponent = Number(power)
  const sign = value < 0 ? '-' : ''
  const digits = mantissa.replace('.', '').replace(/0+$/, '')
  if (exponent >= DIGITS || exponent < -DIGITS) return sign + scientific(digits, exponent)
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`
  if (digits.length <= exponent + 1) return sign + digits.padEnd(exponent + 1, '0')
  return `${sign}${digits.slice(0, exponent + 1)}.${digits.slice(exponent + 1)}`
}

function scientific(digits: string, exponent: number): string {
  const fraction = digits.length > 1 ? `.${digits.slice(1)}` : ''
  return `${digits[0]}${fraction}E${exponent < 0 ? '-' : '+'}${Math.abs(exponent)}`
}
