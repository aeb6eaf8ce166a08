/** Formats money in centavos and points in hundredths. */

const EXACT = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const WHOLE = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })
const SHORT = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })

const MINUS = '\u2212'
const withMinus = (text: string) => text.replace('-', MINUS)

/** `3,600.00`, `−800.00` */
export const hundredths = (value: number) => withMinus(EXACT.format(value / 100))

/** `+18.00`, `−500.00`, `0.00` */
export const signedHundredths = (value: number) => `${value > 0 ? '+' : ''}${hundredths(value + 0)}`

/** `+1,204,310` */
export const signedWhole = (value: number) =>
  // Adding 0 turns −0 into 0.
  `${value > 0 ? '+' : ''}${withMinus(WHOLE.format(Math.round(value / 100) + 0))}`

/** `21.7M` */
export const shortHundredths = (value: number) => withMinus(SHORT.format(value / 100))

/** `80K` */
export const shortNumber = (value: number) => withMinus(SHORT.format(value))

/** `1.8 %` */
export const percent = (value: number) => `${withMinus(value.toFixed(1))} %`

/** `4.1 % more than`, `as much as`; undefined without a mean. */
export function comparedWith(value: number, mean: number | null): string | undefined {
  if (mean === null || mean === 0) return undefined
  const difference = ((value - mean) / mean) * 100
  if (Math.abs(difference) < 0.05) return 'as much as'
  return `${percent(Math.abs(difference))} ${difference > 0 ? 'more' : 'less'} than`
}

/** `+5.2 %`; undefined without a mean. */
export function differenceFrom(value: number, mean: number | null): string | undefined {
  if (mean === null || mean === 0) return undefined
  const share = ((value - mean) / mean) * 100
  return `${share > 0 ? '+' : ''}${percent(share)}`
}
