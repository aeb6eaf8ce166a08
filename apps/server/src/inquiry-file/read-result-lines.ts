import { maskedCard } from '@backoffice/contract/card-number'
import type { ResultRow } from '@backoffice/contract/endpoints/files'
import { RESULT_OUTCOMES } from '@backoffice/contract/file-kinds'
import { withoutSeparators } from '@backoffice/contract/inquiry-criteria'
import { maskedValue } from './csv-cell.ts'
import { CELL, maskedReference, unquoted } from './result-copies.ts'

/** A row as shown on screen, and its card number for the server. */
export type ReadRow = { shown: Omit<ResultRow, 'card_id'>; cardNumber: string | undefined }

const CELLS = new RegExp(`${CELL}(?:,|$)`, 'y')
const QUOTES = /"/g
const CARD_NUMBER = /^\d{16}$/

/** Lines of a part of a result that starts with a line and ends with one. Quoted cells may have line breaks. */
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

/** Reads a line of a result. */
export function readResultLine(line: string): ReadRow {
  const [row, card = '', reference = '', outcome, reason, status, tier, ...figures] = cellsOf(line)
  const [balance, lastAt, transactions, amount, earned, redeemed, pending, oldest] = figures
  // Most cards are written without separators.
  const isPlain = CARD_NUMBER.test(card)
  const digits = isPlain ? card : withoutSeparators(card)
  return {
    shown: {
      row_number: Number(row),
      card: isPlain ? maskedCard(card) : maskedValue(card),
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
    cardNumber: isPlain || CARD_NUMBER.test(digits) ? digits : undefined,
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
