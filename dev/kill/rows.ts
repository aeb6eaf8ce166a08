import { passesLuhn } from '@backoffice/contract/card-number'

/** A card number of the demo's range, with the check digit that it must have. */
function cardOf(index: number): string {
  const stem = `999${String(index).padStart(12, '0')}`
  for (let digit = 0; digit < 10; digit++) if (passesLuhn(`${stem}${digit}`)) return `${stem}${digit}`
  throw new Error('one of ten digits always fits')
}

/**
 * A file as the desk gets it, the same each time: BOM, CRLF, blank lines; of twenty rows one has a bad check
 * digit, one was damaged by a spreadsheet, one repeats its predecessor, one has a date that is none.
 */
export function everyKindOfRow(rows: number): Buffer {
  const lines = ['\uFEFFcard_number,date_from,date_to,reference_no']
  for (let row = 1; row <= rows; row++) {
    const card = cardOf(row)
    const dates = row % 3 === 0 ? ',' : '2026-10-01,2026-10-31'
    if (row % 20 === 7) lines.push(`${card.slice(0, -1)}${(Number(card.at(-1)) % 9) + 1},${dates},R${row}`)
    else if (row % 20 === 11) lines.push(`9.99E+15,${dates},R${row}`)
    else if (row % 20 === 14)
      lines.push(`${cardOf(row - 1)},${(row - 1) % 3 === 0 ? ',' : '2026-10-01,2026-10-31'},again`)
    else if (row % 20 === 17) lines.push(`${card},2026-02-30,2026-03-01,R${row}`)
    else lines.push(`${card},${dates},=R${row}`)
    if (row % 1_000 === 0) lines.push('')
  }
  return Buffer.from(`${lines.join('\r\n')}\r\n`)
}
