/** Built-in formats of dates and times; 27–36 and 50–58 are those of East Asia, 71–81 those of Thailand. */
const BUILT_IN_DATES: readonly (readonly [number, number])[] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
  [71, 81],
]

export const isBuiltInDate = (id: number) => BUILT_IN_DATES.some(([first, last]) => id >= first && id <= last)

/** Excel allows 255. */
const MAX_CHARS = 1_000

/** Quoted text, escaped characters, widths and fills, and conditions, colours and locales in brackets. */
const LITERALS = /"[^"]*"?|[\\_*].?|\[(?!(?:h+|m+|s+)\])[^\]]*\]?/giu
const NAMES = /general|standard/gi

/** True for a format code of a date or time, such as `dd\/mm\/yyyy` or `[h]:mm`. */
export function isDateFormat(code: string): boolean {
  return /[ymdhs]/i.test(code.slice(0, MAX_CHARS).replace(LITERALS, '').replace(NAMES, ''))
}
