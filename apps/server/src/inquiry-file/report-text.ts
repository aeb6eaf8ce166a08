/** 13 or more digits with anything but letters between them, sound or not, may be a card: its last four stay. */
const CARD_LIKE = /\d(?:[^\p{L}\d]{0,3}\d){12,}/gu
/** What a spreadsheet would run as a formula. */
const FORMULA = /^[=+\-@\t\r\0]/
const NEEDS_QUOTES = /[",;\t\r\n]/
const SHOWN_CHARS = 100

export function isFormulaStart(byte: number): boolean {
  // = + - @ TAB CR
  return byte === 61 || byte === 43 || byte === 45 || byte === 64 || byte === 9 || byte === 13
}

/** As it may stand in a report or on a screen: cards masked, not endless. */
export function maskedValue(text: string): string {
  const masked = text.replace(CARD_LIKE, (run) => `•••• ${run.replace(/\D/g, '').slice(-4)}`)
  return masked.length > SHOWN_CHARS ? `${masked.slice(0, SHOWN_CHARS)}…` : masked
}

/** One cell of CSV, neutral to spreadsheets; quoted where any of our delimiters is in it. */
export function csvCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
