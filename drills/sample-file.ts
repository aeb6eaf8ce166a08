import { passesLuhn } from '@backoffice/contract/card-number'
import { cardNumber } from '../apps/server/src/ops/demo/demo-cards.ts'

function unknownCard(index: number): string {
  const stem = `999${String(index).padStart(12, '0')}`
  for (let digit = 0; digit < 10; digit++) if (passesLuhn(`${stem}${digit}`)) return `${stem}${digit}`
  throw new Error('one of ten digits is always valid')
}

const DAYS = 27

/** Kinds of rows in every twenty; the rest are unknown cards. */
export const ROWS_OF_TWENTY = { known: 6, badCheckDigit: 1, damaged: 1, duplicate: 1, noSuchDay: 1 } as const

/**
 * A deterministic file with a BOM, CRLF and blank lines; known and unknown cards, wrong check digits, numbers
 * damaged by a spreadsheet, duplicates and impossible dates. Every third row has no dates unless `dated`.
 * `cards`: number of demo cards; `rows` at most ninety times as many.
 */
export function createSampleFile(rows: number, cards: number, { dated = false } = {}): Buffer {
  const lines = ['\uFEFFcard_number,date_from,date_to,reference_no']
  const datesOf = (row: number) => (row % 3 === 0 && !dated ? ',' : '2026-10-01,2026-10-31')
  for (let row = 1; row <= rows; row++) {
    const card = unknownCard(row)
    const kind = row % 20
    if (kind === 7) lines.push(`${card.slice(0, -1)}${(Number(card.at(-1)) % 9) + 1},${datesOf(row)},R${row}`)
    else if (kind === 11) lines.push(`9.99E+15,${datesOf(row)},R${row}`)
    else if (kind === 14) lines.push(`${unknownCard(row - 1)},${datesOf(row - 1)},again`)
    else if (kind === 17) lines.push(`${card},2026-02-30,2026-03-01,R${row}`)
    else if (kind < ROWS_OF_TWENTY.known) {
      // Each card once per day, so that there are no further duplicates.
      const turn = Math.floor(row / 20) * ROWS_OF_TWENTY.known + kind
      const day = String(1 + (Math.floor(turn / cards) % DAYS)).padStart(2, '0')
      lines.push(`${cardNumber(turn % cards)},2026-10-${day},2026-10-31,=R${row}`)
    } else lines.push(`${card},${datesOf(row)},+R${row}`)
    if (row % 1_000 === 0) lines.push('')
  }
  return Buffer.from(`${lines.join('\r\n')}\r\n`)
}
