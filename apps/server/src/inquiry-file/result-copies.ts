import { Buffer } from 'node:buffer'
import { maskCardNumbers, maskedCard } from '@backoffice/contract/card-number'
import { LF } from './ascii.ts'
import { csvCell, maskedValue } from './csv-cell.ts'

/** A cell as written in results. */
export const CELL = '("(?:[^"]|"")*"|[^,]*)'
/** `row_number,card_number,reference_no,` at the start of a line; only these come from the uploader. */
const TYPED_CELLS = new RegExp(`^(\\d+),${CELL},${CELL},`)
const SIXTEEN_DIGITS = /^\d{16}$/
/** A shorter reference cannot contain a card number. */
const SHORT = 13

/** Masks every card number of a result to its last four digits, in blocks of whole lines. */
export async function* maskLines(result: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let tail: Uint8Array = new Uint8Array()
  for await (const block of result) {
    const bytes = tail.length === 0 ? block : Buffer.concat([tail, block])
    const whole = bytes.lastIndexOf(LF) + 1
    if (whole > 0) yield masked(bytes.subarray(0, whole))
    tail = Buffer.from(bytes.subarray(whole))
  }
  if (tail.length > 0) yield masked(tail)
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
