import type { DateOrder } from '@backoffice/contract/columns'
import { APOSTROPHE, byteAt, COLON, COMMA, DASH, NINE, POINT, SLASH, SPACE, ZERO } from './bytes.ts'

/** Orders by index; bit k of a mask stands for the order k. */
export const ORDERS = ['YMD', 'DMY', 'MDY'] as const satisfies readonly DateOrder[]
export const ALL_ORDERS = 0b111

const LETTER_T = 84
/** `20261231` */
const COMPACT_DIGITS = 8
/** `30 September 2026` with separators of two characters, a time with microseconds and a zone. */
const MAX_BYTES = 56
const MIN_BYTES = 6
/** `1/2/26 0:00` */
const MIN_BYTES_WITH_TIME = 11
const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]
const MONTH_NAMES = new Map([
  ...MONTHS.flatMap((name, index) => [[name, index + 1] as const, [name.slice(0, 3), index + 1] as const]),
  ['sept', 9] as const,
])
const MONTH_DAYS = Uint8Array.of(31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)

/** The time after a date. With a zone only midnight, because another time may be another day here. */
const TIME =
  /^(?:(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:[.,]\d{1,9})?)?|(?:0?[1-9]|1[0-2]):[0-5]\d(?::[0-5]\d(?:[.,]\d{1,9})?)? ?[ap]m|00:00(?::00(?:[.,]0{1,9})?)? ?(?:z|utc|[+-]\d\d:?\d\d))$/i

/**
 * A cell read as a date in each order, without allocating unless it has the name of a month or a time, which is left
 * out. A year of four digits in front, or the name of a month, reads the same in each order. Two-digit years are 1970
 * to 2069.
 */
export class DateCell {
  readonly #numbers = new Uint16Array(3)
  readonly #digits = new Uint8Array(3)
  /** Part that is the name of a month, or −1. */
  #named = -1
  /** Days as YYYYMMDD by order; 0 if the cell is not a date in that order. */
  readonly days = new Uint32Array(3)

  /** Bits of the orders in which the cell is a date. */
  read(bytes: Uint8Array, start: number, end: number): number {
    if (end - start < MIN_BYTES || end - start > MAX_BYTES) return 0
    let from = start
    let to = end
    while (from < to && bytes[from] === SPACE) from++
    while (to > from && bytes[to - 1] === SPACE) to--
    if (bytes[from] === APOSTROPHE) from++
    to = dateEnd(bytes, from, to)
    if (to - from === COMPACT_DIGITS && isDigits(bytes, from, to)) this.#splitCompact(bytes, from)
    else if (!this.#split(bytes, from, to)) return 0
    return this.#readOrders()
  }

  /** `20261231`. Years far from now are other numbers. */
  #splitCompact(bytes: Uint8Array, from: number): void {
    const number = (at: number, digits: number) => {
      let value = 0
      for (let each = 0; each < digits; each++) value = value * 10 + byteAt(bytes, at + each) - ZERO
      return value
    }
    const year = number(from, 4)
    this.#named = -1
    this.#numbers.set([year >= 1900 && year < 2100 ? year : 0, number(from + 4, 2), number(from + 6, 2)])
    this.#digits.set([4, 2, 2])
  }

  /** Parts with two equal separators between them, or up to two characters next to the name of a month. */
  #split(bytes: Uint8Array, from: number, to: number): boolean {
    this.#named = -1
    const first = this.#readPart(bytes, from, to, 0)
    const second = separatorsEnd(bytes, first, to)
    const between = this.#readPart(bytes, second, to, 1)
    const third = separatorsEnd(bytes, between, to)
    if (first === from || between === second || third === to) return false
    if (this.#readPart(bytes, third, to, 2) !== to) return false
    if (this.#named !== -1) return true
    const separator = bytes[first]
    return (
      second === first + 1 && third === between + 1 && separator === bytes[between] && separator !== COMMA
    )
  }

  /** The end of the part at `at`; `at` if there is none. */
  #readPart(bytes: Uint8Array, at: number, to: number, part: number): number {
    let end = at
    let value = 0
    while (end < to && end - at < 5) {
      const byte = byteAt(bytes, end)
      if (!isDigit(byte)) break
      value = value * 10 + byte - ZERO
      end++
    }
    if (end > at) {
      const digits = end - at
      if (digits === 3 || digits > 4) return at
      this.#numbers[part] = value
      this.#digits[part] = digits
      return end
    }
    while (end < to && isLetter(byteAt(bytes, end))) end++
    if (end === at || this.#named !== -1 || part === 2) return at
    const month = MONTH_NAMES.get(Buffer.from(bytes.subarray(at, end)).toString('latin1').toLowerCase())
    if (month === undefined) return at
    this.#numbers[part] = month
    this.#digits[part] = 2
    this.#named = part
    return end
  }

  #readOrders(): number {
    const { days } = this
    const [first, , last] = this.#digits
    if (this.#named === 0) days.fill(this.#day(2, 0, 1))
    else if (first === 4) days.fill(last === 4 ? 0 : this.#day(0, 1, 2))
    else if (this.#named === 1) days.fill(this.#day(2, 1, 0))
    else {
      days[0] = last === 4 ? 0 : this.#day(0, 1, 2)
      days[1] = this.#day(2, 1, 0)
      days[2] = this.#day(2, 0, 1)
    }
    return (days[0] === 0 ? 0 : 1) | (days[1] === 0 ? 0 : 2) | (days[2] === 0 ? 0 : 4)
  }

  #day(yearAt: number, monthAt: number, dayAt: number): number {
    const digits = this.#digits
    const yearDigits = digits[yearAt]
    if ((yearDigits !== 2 && yearDigits !== 4) || digits[monthAt] === 4 || digits[dayAt] === 4) return 0
    const written = this.#numbers[yearAt] ?? 0
    const year = yearDigits === 4 ? written : written < 70 ? 2000 + written : 1900 + written
    const month = this.#numbers[monthAt] ?? 0
    const day = this.#numbers[dayAt] ?? 0
    if (year < 1 || month < 1 || month > 12 || day < 1) return 0
    const isLeap = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
    return day > byteAt(MONTH_DAYS, month - 1) + (isLeap ? 1 : 0) ? 0 : year * 10_000 + month * 100 + day
  }
}

/** End of the text before the time, if there is one. */
function dateEnd(bytes: Uint8Array, from: number, to: number): number {
  if (to - from < MIN_BYTES_WITH_TIME) return to
  let start = from
  while (start < to && bytes[start] !== COLON) start++
  if (start === to) return to
  while (start > from && isDigit(byteAt(bytes, start - 1))) start--
  let end = start
  while (end > from && (isSeparator(byteAt(bytes, end - 1)) || bytes[end - 1] === LETTER_T)) end--
  const time = Buffer.from(bytes.subarray(start, to)).toString('latin1')
  return end < start && start - end <= 2 && TIME.test(time) ? end : to
}

function isDigits(bytes: Uint8Array, from: number, to: number): boolean {
  let at = from
  while (at < to && isDigit(byteAt(bytes, at))) at++
  return at === to
}

const isDigit = (byte: number) => byte >= ZERO && byte <= NINE
const isLetter = (byte: number) => (byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122)

function separatorsEnd(bytes: Uint8Array, at: number, to: number): number {
  let end = at
  while (end < to && end - at < 2 && isSeparator(byteAt(bytes, end))) end++
  return end
}

function isSeparator(byte: number): boolean {
  return byte === SLASH || byte === DASH || byte === POINT || byte === SPACE || byte === COMMA
}
