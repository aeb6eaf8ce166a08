/**
 * Cells of exports and reports that a spreadsheet could take for a formula get one more apostrophe, which an import takes
 * off again: `readCell(guardCell(x)) === x` for every text. A spreadsheet may split a cell at another delimiter than ours,
 * so that every part of it is guarded as a cell is: `a;=1+1` becomes `a;'=1+1`.
 */

/** Formula signs in both widths, and control characters. */
const SIGNS = '=+\\-@＝＋－＠\\x00-\\x1f\\x7f'
const PART_START = '(?<=^|[,;|\\t\\r\\n])'
/** A negative number is no formula: a spreadsheet reads it as the number that it is. */
const NO_NUMBER = '(?!(?<=^)-\\d+(?:\\.\\d+)?$)'
/** Apostrophes, quotes and spaces do not keep a spreadsheet from a formula behind them. */
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

/** A guarded CSV cell; quoted where it has a delimiter of any kind, or spaces at an end. */
function csvCell(text: string): string {
  const safe = guardCell(text)
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export function csvLine(cells: readonly (string | null)[]): string {
  return `${cells.map((cell) => csvCell(cell ?? '')).join(',')}\n`
}
