import type { DateOrder } from '@backoffice/contract/column-formats'
import { isDay } from '../resources/lookup-tables/table-values.ts'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const PARTS = /^(\d{1,4}|[a-z]{3,9})[/.\- ]\s*(\d{1,2}|[a-z]{3,9})[/.\-, ]\s*(\d{1,4})$/i
/** Two-digit years below this are in the 2000s. */
const CENTURY_FROM = 70

/** Days that the text can mean, by order. */
function readingsOf(text: string): Map<DateOrder, string> {
  const [, first = '', second = '', third = ''] = PARTS.exec(text.trim()) ?? []
  const readings = new Map<DateOrder, string>()
  const add = (order: DateOrder, year: string, month: string, day: string) => {
    const iso = isoDay(year, month, day)
    if (iso) readings.set(order, iso)
  }
  if (first.length === 4) add('YMD', first, second, third)
  add('DMY', third, second, first)
  add('MDY', third, first, second)
  return readings
}

function isoDay(year: string, month: string, day: string): string | undefined {
  const number = /^\d+$/.test(month) ? Number(month) : MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1
  if (!/^(?:\d{2}|\d{4})$/.test(year) || !/^\d{1,2}$/.test(day)) return undefined
  const century = Number(year) < CENTURY_FROM ? '20' : '19'
  const whole = year.length === 2 ? century + year : year
  const iso = `${whole}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDay(iso) ? iso : undefined
}

/**
 * Days for the texts of one column that are not dates. A text with several readings gets one only if all texts with a
 * single reading have the same order.
 */
export function suggestDates(texts: readonly string[]): Map<string, string> {
  const all = [...new Set(texts)].map((text) => ({ text, readings: readingsOf(text) }))
  const isSure = (readings: ReadonlyMap<DateOrder, string>) => new Set(readings.values()).size === 1
  const orders = new Set(
    all.flatMap(({ readings }) => (isSure(readings) && readings.size === 1 ? [...readings.keys()] : [])),
  )
  const [order] = orders.size === 1 ? orders : []
  return new Map(
    all.flatMap(({ text, readings }) => {
      const day = isSure(readings) ? [...readings.values()][0] : order && readings.get(order)
      return day ? [[text, day] as const] : []
    }),
  )
}
