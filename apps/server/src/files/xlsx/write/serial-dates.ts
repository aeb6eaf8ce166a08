import { byteAt, COLON, DASH, SPACE, ZERO } from '../../csv/bytes.ts'

const LETTER_T = 0x54
const DAY_MS = 86_400_000
/** Day 0 of workbooks, except before March 1900, where they count a day that did not exist. */
const DAY_ZERO = Date.UTC(1899, 11, 30)
const FIRST_DAY = 61
/** `Date.UTC` takes years below 100 for those of a century. */
const FIRST_YEAR = 1900

const DATE_BYTES = 10
/** 2026-11-20 08:00 and 2026-11-20T08:00:00+08:00 */
const TIME_BYTES = new Set([16, 19, 25])

/** Days since the first of the workbook's calendar; undefined unless the bytes are a day such as 2026-11-20. */
export function serialDay(bytes: Uint8Array, start: number, end: number): number | undefined {
  return end - start === DATE_BYTES ? dayAt(bytes, start) : undefined
}

/** The time as written. An offset is dropped, because a workbook has no time zones. */
export function serialTime(
  bytes: Uint8Array,
  start: number,
  end: number,
): { day: number; seconds: number } | undefined {
  if (!TIME_BYTES.has(end - start)) return undefined
  const separator = bytes[start + DATE_BYTES]
  if (separator !== SPACE && separator !== LETTER_T) return undefined
  const day = dayAt(bytes, start)
  const at = start + DATE_BYTES + 1
  const hours = twoDigits(bytes, at)
  const minutes = twoDigits(bytes, at + 3)
  const hasSeconds = end - start > 16
  const seconds = hasSeconds ? twoDigits(bytes, at + 6) : 0
  const isTime = bytes[at + 2] === COLON && (!hasSeconds || bytes[at + 5] === COLON)
  if (day === undefined || !isTime || !(hours < 24) || !(minutes < 60) || !(seconds < 60)) return undefined
  return { day, seconds: hours * 3600 + minutes * 60 + seconds }
}

/** Most cells of a column have a few days in common with the cell before. */
let last = { year: 0, month: 0, first: 0, days: 0 }

function dayAt(bytes: Uint8Array, at: number): number | undefined {
  if (bytes[at + 4] !== DASH || bytes[at + 7] !== DASH) return undefined
  const year = twoDigits(bytes, at) * 100 + twoDigits(bytes, at + 2)
  const month = twoDigits(bytes, at + 5)
  const day = twoDigits(bytes, at + 8)
  if (!(year >= FIRST_YEAR) || !(month >= 1 && month <= 12) || !(day >= 1)) return undefined
  if (year !== last.year || month !== last.month) {
    const first = (Date.UTC(year, month - 1, 1) - DAY_ZERO) / DAY_MS
    last = { year, month, first, days: (Date.UTC(year, month, 1) - DAY_ZERO) / DAY_MS - first }
  }
  const serial = last.first + day - 1
  return day > last.days || serial < FIRST_DAY ? undefined : serial
}

/** NaN for other bytes. */
function twoDigits(bytes: Uint8Array, at: number): number {
  const tens = byteAt(bytes, at) - ZERO
  const ones = byteAt(bytes, at + 1) - ZERO
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN
}
