import { tidyText } from '@backoffice/contract/field-types'
import { tableLayout } from '@backoffice/contract/import-layouts'
import type { TableDeclaration, TableField } from '@backoffice/contract/table'

/**
 * Cells of exports and reports that look like a formula get an additional apostrophe, which an import removes:
 * `readCell(guardCell(x)) === x` for every text. A spreadsheet may split a cell at another delimiter than ours, so
 * every part is guarded, and `a;=1+1` becomes `a;'=1+1`.
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

/** The table’s own fields and the common ones, by column name. */
export function templateFields(table: TableDeclaration): Map<string, TableField> {
  return new Map(Object.entries(tableLayout(table).fields))
}

/** The stored value of a cell; null if empty. If `isTidied`, the cell differs (W002). */
export function tidyCell(text: string, field: TableField): { value: string | null; isTidied: boolean } {
  const plain = readCell(text)
  const trimmed = plain.trim()
  if (trimmed === '') return { value: null, isTidied: plain !== '' }
  const value = field.options ? choiceOf(trimmed, field.options) : tidyText(field, trimmed)
  return { value, isTidied: value !== plain }
}

/** Matches a name or label, ignoring case. Other texts are unchanged. */
function choiceOf(text: string, options: Readonly<Record<string, string>>): string {
  const wanted = text.toLowerCase()
  const found = Object.entries(options).find((names) => names.some((name) => name.toLowerCase() === wanted))
  return found?.[0] ?? text
}
