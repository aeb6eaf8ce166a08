import { Buffer } from 'node:buffer'
import { maskCardNumbers, maskedCard } from '@backoffice/contract/card-number'
import { COMMA, DASH, LF } from './ascii.ts'
import { csvCell, maskedValue } from './csv-cell.ts'
import { byteAt } from './typed-arrays.ts'

/** Converts a result in blocks of whole lines. */
async function* convertLines(
  result: AsyncIterable<Uint8Array>,
  convert: (lines: Uint8Array) => Uint8Array,
): AsyncGenerator<Uint8Array> {
  let tail: Uint8Array = new Uint8Array()
  for await (const block of result) {
    const bytes = tail.length === 0 ? block : Buffer.concat([tail, block])
    const whole = bytes.lastIndexOf(LF) + 1
    if (whole > 0) yield convert(bytes.subarray(0, whole))
    tail = Buffer.from(bytes.subarray(whole))
  }
  if (tail.length > 0) yield convert(tail)
}

const CARD_DIGITS = 16

/** Formats card numbers as 4-4-4-4 with dashes, which spreadsheets keep as text and uploads accept. */
export function spreadsheetSafe(result: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  return convertLines(result, withDashes)
}

/** Lines of `row_number,card_number,…`; three dashes per line add at most half their length. */
function withDashes(lines: Uint8Array): Uint8Array {
  const out = Buffer.allocUnsafe(Math.ceil(lines.length * 1.5) + 3)
  let to = 0
  for (let at = 0; at < lines.length; ) {
    while (at < lines.length && lines[at] !== COMMA) out[to++] = byteAt(lines, at++)
    if (at < lines.length) out[to++] = byteAt(lines, at++)
    if (isCard(lines, at)) {
      for (let digit = 0; digit < CARD_DIGITS; digit++) {
        if (digit > 0 && digit % 4 === 0) out[to++] = DASH
        out[to++] = byteAt(lines, at++)
      }
    }
    while (at < lines.length && lines[at] !== LF) out[to++] = byteAt(lines, at++)
    if (at < lines.length) out[to++] = byteAt(lines, at++)
  }
  return out.subarray(0, to)
}

function isCard(bytes: Uint8Array, at: number): boolean {
  if (bytes[at + CARD_DIGITS] !== COMMA) return false
  for (let i = at; i < at + CARD_DIGITS; i++) {
    const byte = byteAt(bytes, i)
    if (byte < 48 || byte > 57) return false
  }
  return true
}

/** A cell as written in results. */
export const CELL = '("(?:[^"]|"")*"|[^,]*)'
/** `row_number,card_number,reference_no,` at the start of a line; only these come from the uploader. */
const TYPED_CELLS = new RegExp(`^(\\d+),${CELL},${CELL},`)
const SIXTEEN_DIGITS = /^\d{16}$/
/** A shorter reference cannot contain a card number. */
const SHORT = 13

/** Masks every card number of a result to its last four digits. */
export function maskLines(result: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  return convertLines(result, masked)
}

function masked(bytes: Uint8Array): Uint8Array {
  const lines = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString().split('\n')
  return Buffer.from(lines.map(maskLine).join('\n'))
}

function maskLine(line: string): string {
  return line.replace(
    TYPED_CELLS,
    (_, row: string, card: string, reference: string) =>
      `${row},${maskCard(card)},${maskReference(reference)},`,
  )
}

function maskCard(cell: string): string {
  return SIXTEEN_DIGITS.test(cell) ? maskedCard(cell) : csvCell(maskedValue(unquoted(cell)))
}

/** Null stays unquoted, empty text stays quoted. */
function maskReference(cell: string): string {
  return cell.length < SHORT ? cell : csvCell(maskedReference(unquoted(cell)))
}

export const maskedReference = (text: string) => (text.length < SHORT ? text : maskCardNumbers(text))

export const unquoted = (cell: string) =>
  cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell
