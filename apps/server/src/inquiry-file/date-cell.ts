/** Sentinels beside days since 2000-01-01, PostgreSQL's wire format. */
export const EMPTY_DATE = 0x7fffffff
export const BAD_DATE = 0x7ffffffe

const EPOCH_DAYS = Date.UTC(2000, 0, 1) / 86_400_000
const DASH = 45
const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

function digit(bytes: Uint8Array, at: number): number {
  const value = (bytes[at] as number) - 48
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
  if (day > (MONTH_DAYS[month - 1] as number) + (leap ? 1 : 0)) return BAD_DATE
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
