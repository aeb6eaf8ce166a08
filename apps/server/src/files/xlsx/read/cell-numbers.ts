import { DASH, NINE, ZERO } from '../../csv/ascii.ts'
import { byteAt } from '../../csv/typed-arrays.ts'

/** Significant digits of a number in a spreadsheet. */
const DIGITS = 15

/** True for an integer of at most 15 digits in its plain form, which needs no conversion. */
export function isPlainInteger(bytes: Uint8Array, from: number, to: number): boolean {
  const start = bytes[from] === DASH ? from + 1 : from
  if (start === to || to - start > DIGITS || (bytes[start] === ZERO && to - from > 1)) return false
  for (let at = start; at < to; at++) {
    const byte = byteAt(bytes, at)
    if (byte < ZERO || byte > NINE) return false
  }
  return true
}

/**
 * A stored number with the 15 significant digits that spreadsheets show: without exponent below 16 integer digits, and
 * from there in scientific notation, which readers of cards reject as E012. Tiny numbers keep an exponent too.
 */
export function plainNumber(value: number): string {
  if (value === 0) return '0'
  const [mantissa = '', power = ''] = Math.abs(value)
    .toExponential(DIGITS - 1)
    .split('e')
  const exponent = Number(power)
  const sign = value < 0 ? '-' : ''
  const digits = mantissa.replace('.', '').replace(/0+$/, '')
  if (exponent >= DIGITS || exponent < -DIGITS) return sign + scientific(digits, exponent)
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`
  if (digits.length <= exponent + 1) return sign + digits.padEnd(exponent + 1, '0')
  return `${sign}${digits.slice(0, exponent + 1)}.${digits.slice(exponent + 1)}`
}

function scientific(digits: string, exponent: number): string {
  const fraction = digits.length > 1 ? `.${digits.slice(1)}` : ''
  return `${digits[0]}${fraction}E${exponent < 0 ? '-' : '+'}${Math.abs(exponent)}`
}
