/**
 * Cells of exports and reports that a spreadsheet could take for a formula begin with one more apostrophe, which an
 * import takes off again: `readCell(guardCell(x)) === x` for every text.
 */

/** Formula signs in both widths, and control characters, after any number of apostrophes and spaces. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters on purpose
const FORMULA = /^'*\s*[=+\-@＝＋－＠\x00-\x1f\x7f]/

/** A negative number is no formula: a spreadsheet reads it as the number that it is. */
const NUMBER = /^-\d+(\.\d+)?$/

export function guardCell(text: string): string {
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
}

export function readCell(text: string): string {
  return text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text
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
