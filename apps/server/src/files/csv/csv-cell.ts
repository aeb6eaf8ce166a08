import { maskedCard, passesLuhn, toPlain } from '@backoffice/contract/card-number'
import { withoutSeparators } from '@backoffice/contract/inquiry-criteria'
import type { TableField } from '@backoffice/contract/table'
import { APOSTROPHE, byteAt, QUOTE, SPACE, uint32At } from './bytes.ts'

const FULL_WIDTH = [0x9d, 0x8b, 0x8d, 0xa0]

/** True if the UTF-8 bytes of a non-empty cell start a formula in spreadsheets. */
export function isFormulaStart(bytes: Uint8Array, start: number): boolean {
  const byte = byteAt(bytes, start)
  // Fast path, because most cells start with a digit or letter.
  if (byte !== 0xef && byte > 64) return false
  // ＝ ＋ － ＠ are EF BC followed by one of these.
  if (byte === 0xef) return bytes[start + 1] === 0xbc && FULL_WIDTH.includes(byteAt(bytes, start + 2))
  // = + - @ TAB LF CR
  return byte === 61 || byte === 43 || byte === 45 || byte === 64 || byte === 9 || byte === 10 || byte === 13
}

/** True if a formula starts at `from` or after quotes, apostrophes and spaces, where a spreadsheet may split. */
export function isFormulaBehind(bytes: Uint8Array, from: number, end: number): boolean {
  let at = from
  while (at < end && (bytes[at] === QUOTE || bytes[at] === APOSTROPHE || bytes[at] === SPACE)) at++
  return at < end && isFormulaStart(bytes, at)
}

/** 13 or more digits separated by anything but letters may be a card number, valid or not. */
const CARD_LIKE = /\d(?:[^\p{L}\d]{0,3}\d){12,}/gu
const MAX_CHARS = 100

/** Value for reports and screens, truncated and with card numbers masked. */
export function maskedValue(text: string): string {
  // `toPlain` expands a character to at most three digits.
  if (text.length < 5) return text
  const { plain, places } = toPlain(text)
  const masked = Array.from(plain.matchAll(CARD_LIKE)).reduceRight((rest, { 0: run, index: from }) => {
    const last = from + run.length - 1
    const before = rest.slice(0, places[from]?.from ?? from)
    return `${before}•••• ${run.replace(/\D/g, '').slice(-4)}${rest.slice(places[last]?.to ?? last + 1)}`
  }, text)
  // Removes a lone surrogate at the cut, which PostgreSQL does not store.
  return masked.length > MAX_CHARS ? `${masked.slice(0, MAX_CHARS).replace(/[\uD800-\uDBFF]$/, '')}…` : masked
}

const HIDDEN = '••••'
const CARD_NUMBER = /^\d{16}$/

/** For users other than the uploader, a card column shows the last four digits of a card, and no other text. */
export function maskedCardCell(text: string): string {
  if (text.trim() === '') return ''
  const digits = CARD_NUMBER.test(text) ? text : withoutSeparators(text)
  return CARD_NUMBER.test(digits) && passesLuhn(digits) ? maskedCard(digits) : HIDDEN
}

type ShownField = Pick<TableField, 'holdsNoCards' | 'holdsCards' | 'max'>

/** A cell for its uploader, with card numbers masked unless its field holds none. */
export function shownCell(text: string, field: ShownField | undefined): string {
  return field?.holdsNoCards && text.trim().length <= field.max ? text : maskedValue(text)
}

/** Matches the start of a formula, in the cell or after a delimiter. A cell with an apostrophe is neutral. */
const FORMULA = /(?<=^|[,;|\t\r\n])(?=["\s]*[=+\-@＝＋－＠\t\r\n\0])/g
const NEEDS_QUOTES = /[",;\t\r\n]/

/** CSV cell with formulas neutralized; quoted if it contains a supported delimiter. */
export function csvCell(text: string): string {
  const safe = text.replace(FORMULA, "'")
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Cell k of a record is `buffer[starts[k]..ends[k])`. */
export type Cells = { starts: Uint32Array; ends: Uint32Array }

/** Unescapes doubled quotes in place, because a complete record is never scanned again. */
export function unescapeQuotes(bytes: Uint8Array, cell: number, { starts, ends }: Cells): void {
  let to = uint32At(starts, cell)
  const end = uint32At(ends, cell)
  for (let from = to; from < end; from++) {
    bytes[to++] = byteAt(bytes, from)
    if (bytes[from] === QUOTE) from++
  }
  ends[cell] = to
}

const EQUALS = 0x3d

/**
 * Text inside `="…"`, which spreadsheets write to keep a number as text. Allows spaces around it.
 * Undefined for anything else.
 */
export function textFormula(
  bytes: Uint8Array,
  start: number,
  end: number,
): { from: number; to: number } | undefined {
  const first = bytes[start]
  // Fast path for most cells.
  if (first !== EQUALS && first !== SPACE) return undefined
  let from = start
  let to = end
  while (from < to && bytes[from] === SPACE) from++
  while (to > from && bytes[to - 1] === SPACE) to--
  if (to - from < 3 || bytes[from] !== EQUALS || bytes[from + 1] !== QUOTE || bytes[to - 1] !== QUOTE)
    return undefined
  const inside = { from: from + 2, to: to - 1 }
  for (let at = inside.from; at < inside.to; at++) if (bytes[at] === QUOTE) return undefined
  return inside
}
