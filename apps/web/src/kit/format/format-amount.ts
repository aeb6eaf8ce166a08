import { formatNumber } from '../../ui/format-number.ts'

/**
 * Formats money in centavos and points in hundredths. Avoids `Intl.NumberFormat`, whose first use takes 10 ms in a new
 * page, four times as long on a slow machine.
 */

const MINUS = '\u2212'
const UNITS = ['', 'K', 'M', 'B', 'T'] as const

/** `3,600.00`, `−800.00` */
export function hundredths(value: number): string {
  const size = Math.abs(Math.round(value))
  const rest = String(size % 100).padStart(2, '0')
  return `${value < 0 ? MINUS : ''}${formatNumber(Math.trunc(size / 100))}.${rest}`
}

/** `+18.00`, `−500.00`, `0.00` */
export const signedHundredths = (value: number) => `${value > 0 ? '+' : ''}${hundredths(value)}`

/** `+1,204,310` */
export function signedWhole(value: number): string {
  const whole = Math.round(value / 100)
  const sign = whole < 0 ? MINUS : ''
  return `${value > 0 ? '+' : sign}${formatNumber(Math.abs(whole))}`
}

/** `21.7M` */
export const shortHundredths = (value: number) => short(value, 100)

/** `80K` */
export const shortNumber = (value: number) => short(value, 1)

/** `value / per` with one decimal at most. Divides last, because a quotient of whole numbers is rounded only once. */
function short(value: number, per: number): string {
  const tenths = (unit: number) => Math.round((Math.abs(value) * 10) / (per * 1000 ** unit))
  // 999,950 rounds to 1M, not to 1,000K.
  let unit = 0
  while (unit < UNITS.length - 1 && tenths(unit) >= 10_000) unit++
  return `${value < 0 && tenths(unit) > 0 ? MINUS : ''}${tenths(unit) / 10}${UNITS[unit]}`
}

/** `1.8%` */
export const percent = (value: number) => `${value.toFixed(1).replace('-', MINUS)}%`

/** `4.1 % more than`, `as much as`; undefined without a mean. */
export function comparedWith(value: number, mean: number | null): string | undefined {
  if (mean === null || mean === 0) return undefined
  const difference = ((value - mean) / mean) * 100
  if (Math.abs(difference) < 0.05) return 'as much as'
  return `${percent(Math.abs(difference))} ${difference > 0 ? 'more' : 'less'} than`
}

/** `+5.2%`; undefined without a mean. */
export function differenceFrom(value: number, mean: number | null): string | undefined {
  if (mean === null || mean === 0) return undefined
  const share = ((value - mean) / mean) * 100
  return `${share > 0 ? '+' : ''}${percent(share)}`
}
