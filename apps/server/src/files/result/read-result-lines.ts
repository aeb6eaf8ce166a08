import { maskedCard } from '@backoffice/contract/card-number'
import { RESULT_OUTCOMES } from '@backoffice/contract/file-kinds'
import type { ResultRow } from '@backoffice/contract/files'
import { withoutSeparators } from '@backoffice/contract/inquiry-criteria'
import { type CardNumber, cardNumberOf } from '../../db/card-number.ts'
import { maskedCardCell, maskedValue } from '../csv/csv-cell.ts'
import { CELL, maskedReference, unquoted } from './result-copies.ts'

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
