import { readCell } from '../../csv/guarded-cell.ts'

/** Limit of Excel, which repairs a workbook with a longer cell. */
export const MAX_CHARS = 32_767

/** Characters that XML forbids or changes, and text that a reader would take for such an escape. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters on purpose
const ESCAPED = /[\x00-\x08\x0b-\x1f\ufffe\uffff]|_(?=x[0-9a-fA-F]{4}_)/g
const MARKUP = /[&<>]/g
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Text of a CSV cell in a workbook, as XML. A text cell is no formula, so it needs no guard. */
export function cellText(cell: string): string {
  return xmlText(readCell(cell))
}

/** Escapes as `_xHHHH_`, like Excel, what XML cannot hold. */
export function xmlText(text: string): string {
  const shown = text.length > MAX_CHARS ? text.slice(0, MAX_CHARS).replace(/[\uD800-\uDBFF]$/, '') : text
  return shown.replace(ESCAPED, escaped).replace(MARKUP, (character) => ENTITIES[character] ?? character)
}

function escaped(character: string): string {
  return `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`
}
