import { DateCell, ORDERS } from '../csv/date-cells.ts'

type Reading = { text: string; days: Uint32Array; orders: readonly number[] }

/**
 * Days for the texts of one column that are not dates. A text with several readings gets one only if all texts with a
 * single reading have the same order.
 */
export function suggestDates(texts: readonly string[]): Map<string, string> {
  const all = [...new Set(texts)].map(readingOf)
  const decided = new Set(all.flatMap(({ orders }) => (orders.length === 1 ? orders : [])))
  const [order] = decided.size === 1 ? decided : []
  return new Map(
    all.flatMap(({ text, days, orders }) => {
      const options = new Set(orders.map((at) => days[at]))
      const day = options.size === 1 ? [...options][0] : order === undefined ? 0 : days[order]
      return day ? [[text, isoDay(day)] as const] : []
    }),
  )
}

const cell = new DateCell()

function readingOf(text: string): Reading {
  const bytes = Buffer.from(text)
  const mask = cell.read(bytes, 0, bytes.length)
  const orders = ORDERS.flatMap((_, at) => (mask & (1 << at) ? [at] : []))
  return { text, days: cell.days.slice(), orders }
}

/** `date`: YYYYMMDD. */
function isoDay(date: number): string {
  return String(date)
    .padStart(8, '0')
    .replace(/(\d{4})(\d\d)(\d\d)/, '$1-$2-$3')
}
