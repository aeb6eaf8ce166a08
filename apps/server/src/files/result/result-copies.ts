import { Buffer } from 'node:buffer'
import { maskCardNumbers } from '@backoffice/contract/card-number'
import { LF } from '../csv/ascii.ts'
import { csvCell, maskedCardCell } from '../csv/csv-cell.ts'

/** A cell as written in results. */
export const CELL = '("(?:[^"]|"")*"|[^,]*)'
/** `row_number,card_number,reference_no,` at the start of a line; only these come from the uploader. */
const TYPED_CELLS = new RegExp(`^(\\d+),${CELL},${CELL},`)
const QUOTES = /"/g
/** A shorter reference cannot contain a card number. */
const SHORT = 13

/** Masks every card number of a result to its last four digits. */
export const maskLines = (result: AsyncIterable<Uint8Array>) => maskRecords(result, maskLine)

/** Changes each record of a CSV, in blocks of whole records. A quoted cell may have line breaks. */
export async function* maskRecords(
  csv: AsyncIterable<Uint8Array>,
  mask: (record: string) => string,
): AsyncGenerator<Uint8Array> {
  let tail: Uint8Array = new Uint8Array()
  for await (const block of csv) {
    const bytes = tail.length === 0 ? block : Buffer.concat([tail, block])
    const whole = bytes.lastIndexOf(LF) + 1
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, whole).toString()
    let masked = ''
    let read = 0
    for (const record of linesOf(text)) {
      read += record.length + 1
      masked += `${mask(record)}\n`
    }
    if (read > 0) yield Buffer.from(masked)
    const open = read < text.length ? [Buffer.from(text.slice(read))] : []
    tail = Buffer.concat([...open, bytes.subarray(whole)])
  }
  if (tail.length > 0) yield Buffer.from(mask(Buffer.from(tail).toString()))
}

function maskLine(line: string): string {
  return line.replace(
    TYPED_CELLS,
    (_, row: string, card: string, reference: string) =>
      `${row},${maskCard(card)},${maskReference(reference)},`,
  )
}

function maskCard(cell: string): string {
  const text = unquoted(cell)
  return text === '' ? cell : maskedCardCell(text)
}

/** Null stays unquoted, empty text stays quoted. */
function maskReference(cell: string): string {
  return cell.length < SHORT ? cell : csvCell(maskedReference(unquoted(cell)))
}

export const maskedReference = (text: string) => (text.length < SHORT ? text : maskCardNumbers(text))

export const unquoted = (cell: string) =>
  cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell

/** Records of a text that starts with one; the last needs its line break. Quoted cells may have line breaks. */
export function* linesOf(text: string): Generator<string> {
  const hasQuotes = text.includes('"')
  for (let from = 0; from < text.length; ) {
    let to = text.indexOf('\n', from)
    while (hasQuotes && to !== -1 && isInQuotes(text.slice(from, to))) to = text.indexOf('\n', to + 1)
    if (to === -1) return
    yield text.slice(from, to)
    from = to + 1
  }
}

const isInQuotes = (line: string) => (line.match(QUOTES)?.length ?? 0) % 2 === 1
