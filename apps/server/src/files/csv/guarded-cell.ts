/**
 * Cells of exports and reports that look like a formula get an additional apostrophe, which an import removes:
 * `readCell(guardCell(x)) === x` for every text. A spreadsheet may split a cell at another delimiter than ours, so every
 * part is guarded: `a;=1+1` becomes `a;'=1+1`.
 */

/** Formula signs in both widths, and control characters. */
const SIGNS = '=+\\-@＝＋－＠\\x00-\\x1f\\x7f'
const PART_START = '(?<=^|[,;|\\t\\r\\n])'
/** Excludes negative numbers, which are not formulas. */
const NO_NUMBER = '(?!(?<=^)-\\d+(?:\\.\\d+)?$)'
/** Spreadsheets read a formula even after apostrophes, quotes and spaces. */
const FORMULA = `(?=['"\\s]*[${SIGNS}])`

const MAY_BE_FORMULA = new RegExp(`[${SIGNS}]`)
const UNGUARDED = new RegExp(PART_START + NO_NUMBER + FORMULA, 'g')
const GUARD = new RegExp(`${PART_START}'${FORMULA}`, 'g')

export function guardCell(text: string): string {
  return MAY_BE_FORMULA.test(text) ? text.replace(UNGUARDED, "'") : text
}

export function readCell(text: string): string {
  return text.includes("'") ? text.replace(GUARD, '') : text
}

const NEEDS_QUOTES = /[",;\t\r\n]|^\s|\s$/

/** Guarded CSV cell; quoted if it has any delimiter, or spaces at an end. */
function csvCell(text: string): string {
  const safe = guardCell(text)
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export function csvLine(cells: readonly (string | null)[]): string {
  return `${cells.map((cell) => csvCell(cell ?? '')).join(',')}\n`
}
