import { LONG_MONTHS } from './calendar-days.ts'
import { dayAfter, dayOfParts } from './days.ts'

/** Days as YYYY-MM-DD. `isMonthFirst`: numbers have the month before the day. */
export type DateRange = {
  today: string
  min?: string | undefined
  max?: string | undefined
  isMonthFirst?: boolean | undefined
}

const WORDS: Readonly<Record<string, number>> = { yesterday: -1, today: 0, tomorrow: 1 }

const RELATIVE = /^([+-])\s?(\d{1,4})$/
const YEAR_FIRST = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/
const DAY_AND_MONTH = /^(\d{1,2})([-/. ])(\d{1,2})(?:\2(\d{2}|\d{4}))?$/
const DAY_AND_NAME = /^(\d{1,2})[-/. ]?([a-z]{3,9})\.?(?:,?[-/. ]?(\d{2}|\d{4}))?$/
const NAME_AND_DAY = /^([a-z]{3,9})\.?[-/. ]?(\d{1,2})(?:,?[-/. ](\d{2}|\d{4}))?$/

/**
 * Reads a typed date, by default the day before the month: `25/10/2026`, `25 Oct`, `2026-10-25`, `today`, `-7`. Returns
 * YYYY-MM-DD, or undefined for other text.
 */
export function readDate(typed: string, range: DateRange): string | undefined {
  const text = typed.trim().toLowerCase().replaceAll('−', '-').replace(/\s+/g, ' ')
  const words = Object.hasOwn(WORDS, text) ? WORDS[text] : undefined
  if (words !== undefined) return dayAfter(range.today, words)
  const [, sign, days] = RELATIVE.exec(text) ?? []
  if (days) return dayAfter(range.today, Number(`${sign}${days}`))
  const [, fullYear, , yearsMonth, yearsDay] = YEAR_FIRST.exec(text) ?? []
  if (fullYear) return dayOfParts(Number(fullYear), Number(yearsMonth), Number(yearsDay))
  const [, first, , second, year] = DAY_AND_MONTH.exec(text) ?? []
  if (first)
    return range.isMonthFirst
      ? inYear(Number(second), Number(first), year, range)
      : inYear(Number(first), Number(second), year, range)
  const [, dayBefore, nameAfter = '', yearAfter] = DAY_AND_NAME.exec(text) ?? []
  if (dayBefore) return inYear(Number(dayBefore), monthNamed(nameAfter), yearAfter, range)
  const [, name = '', dayAfterName, lastYear] = NAME_AND_DAY.exec(text) ?? []
  return dayAfterName ? inYear(Number(dayAfterName), monthNamed(name), lastYear, range) : undefined
}

/** 1 to 12, or 0 for another word. */
function monthNamed(word: string): number {
  return LONG_MONTHS.findIndex((month) => month.toLowerCase().startsWith(word)) + 1
}

/** Without a year: this year, or the one next to it if only that one is in range. */
function inYear(day: number, month: number, year: string | undefined, range: DateRange): string | undefined {
  if (year) return dayOfParts(year.length === 2 ? 2000 + Number(year) : Number(year), month, day)
  const { today, min = '', max = '9999-12-31' } = range
  const thisYear = Number(today.slice(0, 4))
  const days = [thisYear, thisYear - 1, thisYear + 1].flatMap((each) => dayOfParts(each, month, day) ?? [])
  return days.find((each) => each >= min && each <= max) ?? dayOfParts(thisYear, month, day)
}
