import { Buffer } from 'node:buffer'
import { maskCardNumbers, maskedCard } from '@backoffice/contract/card-number'
import { RESULT_OUTCOMES } from '@backoffice/contract/file-kinds'
import type { ResultRow } from '@backoffice/contract/files'
import { withoutSeparators } from '@backoffice/contract/inquiry-criteria'
import { type CardNumber, cardNumberOf } from '../../db/card-number.ts'
import { LF } from '../csv/bytes.ts'
import { csvCell, maskedCardCell, maskedValue } from '../csv/csv-cell.ts'

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

/** A row as shown on screen, and its card number. */
export type ReadRow = { shown: Omit<ResultRow, 'card_id'>; cardNumber: CardNumber | undefined }

const CELLS = new RegExp(`${CELL}(?:,|$)`, 'y')
const CARD_NUMBER = /^\d{16}$/

/** Reads a line of a result, for the uploader of the file or for others. */
export function readResultLine(line: string, isOwn: boolean): ReadRow {
  const [row, card = '', reference = '', outcome, reason, status, tier, ...figures] = cellsOf(line)
  const [balance, lastAt, transactions, amount, earned, redeemed, pending, oldest] = figures
  // Most cards are written without separators.
  const isPlain = CARD_NUMBER.test(card)
  const digits = isPlain ? card : withoutSeparators(card)
  return {
    shown: {
      row_number: Number(row),
      card: isOwn ? (isPlain ? maskedCard(card) : maskedValue(card)) : maskedCardCell(card),
      reference_no: reference === '' ? null : maskedReference(reference),
      outcome: RESULT_OUTCOMES.find((each) => each === outcome) ?? unknown(line),
      reason: reason || null,
      card_status: status || null,
      tier: tier || null,
      points_balance: hundredths(balance),
      last_transaction_at: lastAt || null,
      transactions: wholeNumber(transactions),
      amount: hundredths(amount),
      points_earned: hundredths(earned),
      points_redeemed: hundredths(redeemed),
      pending: wholeNumber(pending),
      oldest_pending_working_days: wholeNumber(oldest),
    },
    cardNumber: isPlain || CARD_NUMBER.test(digits) ? cardNumberOf(digits) : undefined,
  }
}

function cellsOf(line: string): string[] {
  // Most lines have no quoted cell.
  if (!line.includes('"')) return line.split(',')
  const cells: string[] = []
  for (CELLS.lastIndex = 0; CELLS.lastIndex < line.length; ) {
    const cell = CELLS.exec(line)?.[1]
    if (cell === undefined) unknown(line)
    cells.push(unquoted(cell))
  }
  return cells
}

function unknown(line: string): never {
  throw new Error(`row ${Number.parseInt(line, 10)} is not a line of a result`)
}

const wholeNumber = (cell = '') => (cell === '' ? null : Number(cell))
/** Two decimals, as an integer. */
const hundredths = (cell = '') => wholeNumber(cell.replace('.', ''))
