import type { FileCode } from '@backoffice/contract/file-codes'
import { byteAt } from './bytes.ts'

/** Card number of a valid cell. */
export type Card = {
  /** First fifteen digits. They determine the check digit and, unlike all sixteen, fit exactly in a double. */
  first15: number
  /** The sixteen digits as a 64-bit integer, in two halves. */
  high: number
  low: number
  /** The cell has other characters than the sixteen digits. */
  isCleaned: boolean
}
type CardError = Extract<FileCode, 'E001' | 'E002' | 'E003' | 'E012'>

const ZERO = 48
const DOUBLED = [0, 2, 4, 6, 8, 1, 3, 5, 7, 9]
const SCIENTIFIC = /^\d+([.,]\d+)?e\+?\d+$/i
const SEPARATORS = /[\s-]/g
const SIXTEEN_DIGITS = /^\d{16}$/

/** Card of a cell, or the error of one that is empty, not sixteen digits, mistyped, or damaged by a spreadsheet. */
export function readCard(bytes: Uint8Array, start: number, end: number): Card | CardError {
  if (end - start === 16) {
    const card = cardOfDigits(bytes, start)
    if (card !== 'E002') return card
  }
  return readFormattedCard(Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString())
}

function cardOfDigits(bytes: Uint8Array, start: number): Card | CardError {
  let front = 0
  let back = 0
  let sum = 0
  for (let i = 0; i < 16; i += 2) {
    const left = byteAt(bytes, start + i) - ZERO
    const right = byteAt(bytes, start + i + 1) - ZERO
    if (left < 0 || left > 9 || right < 0 || right > 9) return 'E002'
    if (i < 8) front = front * 100 + left * 10 + right
    else back = back * 100 + left * 10 + right
    sum += (left > 4 ? left * 2 - 9 : left * 2) + right
  }
  // Spreadsheets keep fifteen digits and replace the last with zero.
  if (sum % 10 !== 0) return bytes[start + 15] === ZERO ? 'E012' : 'E003'
  const last = byteAt(bytes, start + 15) - ZERO
  // front × 10^8 + back, with 10^8 = 390625 × 2^8, so that no intermediate value exceeds 2^53.
  const product = front * 390_625
  const low = (product % 0x1000000) * 256 + back
  return {
    first15: front * 1e7 + (back - last) / 10,
    high: Math.floor(product / 0x1000000) + (low > 0xffffffff ? 1 : 0),
    low: low % 0x100000000,
    isCleaned: false,
  }
}

function readFormattedCard(text: string): Card | CardError {
  // A leading apostrophe marks text in spreadsheets and in our exports.
  const trimmed = text.trim()
  const unquoted = trimmed.startsWith("'") ? trimmed.slice(1) : trimmed
  if (unquoted === '') return 'E001'
  if (SCIENTIFIC.test(unquoted)) return 'E012'
  const digits = unquoted.replace(SEPARATORS, '')
  if (!SIXTEEN_DIGITS.test(digits)) return 'E002'
  const card = cardOfDigits(Buffer.from(digits, 'latin1'), 0)
  if (typeof card !== 'string') card.isCleaned = digits !== unquoted || trimmed !== text
  return card
}

/** Check digit of fifteen digits. */
export function checkDigit(first15: string): number {
  let sum = 0
  for (let i = 0; i < 15; i++) {
    const digit = first15.charCodeAt(i) - ZERO
    sum += i % 2 === 0 ? (DOUBLED[digit] ?? 0) : digit
  }
  return (10 - (sum % 10)) % 10
}

/** Sentinels next to days since 2000-01-01, PostgreSQL's wire format. */
export const EMPTY_DATE = 0x7fffffff
export const BAD_DATE = 0x7ffffffe

const EPOCH_DAYS = Date.UTC(2000, 0, 1) / 86_400_000
const DASH = 45
const MONTH_DAYS = Uint8Array.of(31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)

function digit(bytes: Uint8Array, at: number): number {
  const value = byteAt(bytes, at) - ZERO
  return value >= 0 && value <= 9 ? value : Number.NaN
}

/** Parses exactly `YYYY-MM-DD` to days since 2000-01-01, or BAD_DATE. */
export function dayOf(bytes: Uint8Array, start: number, end: number): number {
  if (end - start !== 10 || bytes[start + 4] !== DASH || bytes[start + 7] !== DASH) return BAD_DATE
  const year =
    digit(bytes, start) * 1000 +
    digit(bytes, start + 1) * 100 +
    digit(bytes, start + 2) * 10 +
    digit(bytes, start + 3)
  const month = digit(bytes, start + 5) * 10 + digit(bytes, start + 6)
  const day = digit(bytes, start + 8) * 10 + digit(bytes, start + 9)
  // Negated, so that NaN fails too.
  if (!(year >= 1 && month >= 1 && month <= 12 && day >= 1)) return BAD_DATE
  const leap = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  if (day > byteAt(MONTH_DAYS, month - 1) + (leap ? 1 : 0)) return BAD_DATE
  return daysFromCivil(year, month, day)
}

/** H. Hinnant, "chrono-compatible low-level date algorithms"; years start in March. */
function daysFromCivil(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year
  const era = Math.floor(y / 400)
  const yearOfEra = y - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468 - EPOCH_DAYS
}
