import type { Language } from './reply/templates.ts'

/** Days, times and amounts in texts. Times are in Manila time: UTC+8 all year. */

const DATE_PARTS = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const
const TWO_DECIMALS = { minimumFractionDigits: 2, maximumFractionDigits: 2 } as const

/** Formats of a language. `fil` has its own names of months, and `na` between some numbers and a noun. */
function formatsOf(language: Language) {
  return {
    day: new Intl.DateTimeFormat(language, DATE_PARTS),
    hundredths: new Intl.NumberFormat(language, TWO_DECIMALS),
    whole: new Intl.NumberFormat(language),
    plural: new Intl.PluralRules(language),
  }
}

const FORMATS = { en: formatsOf('en'), fil: formatsOf('fil') } as const satisfies Record<Language, unknown>

/** Formats YYYY-MM-DD as `2 Sep 2026`. */
export function writtenDay(isoDate: string, language: Language = 'en'): string {
  const parts = new Map(
    FORMATS[language].day
      .formatToParts(new Date(`${isoDate}T00:00:00Z`))
      .map(({ type, value }) => [type, value]),
  )
  // Both languages put the month first.
  return `${parts.get('day')} ${parts.get('month')} ${parts.get('year')}`
}

/** Day and time of an instant: `2026-09-02` and `14:05`. */
export function manilaMoment(at: string): { day: string; time: string } {
  const iso = new Date(Date.parse(at) + 8 * 3_600_000).toISOString()
  return { day: iso.slice(0, 10), time: iso.slice(11, 16) }
}

/** Formats hundredths as `3,600.00` or `−800.00`. */
export const writtenHundredths = (value: number, language: Language = 'en') =>
  FORMATS[language].hundredths.format(value / 100).replace('-', '\u2212')

/** Formats a whole number as `1,204`. */
export const writtenNumber = (value: number, language: Language) => FORMATS[language].whole.format(value)

/** Formats a count with a noun: `1 purchase` or `1,204 purchases`. */
export const writtenCount = (value: number, one: string, many: string, language: Language) =>
  `${writtenNumber(value, language)} ${FORMATS[language].plural.select(value) === 'one' ? one : many}`
