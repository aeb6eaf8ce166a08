import type { CellProblem, FixSuggestion } from '@backoffice/contract/fixes'
import type { TableField } from '@backoffice/contract/table'

/** Reasons by code, short enough for a cell. */
const REASONS: Readonly<Record<string, string>> = {
  E001: 'Missing',
  E002: 'Not 16 digits',
  E003: 'Check digit is wrong',
  E004: 'Not allowed',
  E005: 'Not a date',
  E007: 'Not found',
  E008: 'Duplicate',
  E009: 'Already exists',
  E010: 'Not allowed',
  E011: 'Range is taken',
  E012: 'Damaged',
  W001: 'Ignored',
  W002: 'Cleaned up',
}

const SUGGESTED: Partial<Record<FixSuggestion, string>> = {
  zeros: 'Zero missing?',
  date: 'Another date format?',
}

/** Numbers in the order of a date. */
const DATE_LIKE = /^\d{1,4}([-/.])\d{1,2}\1\d{1,4}$/

type Cell = {
  value: string
  declaration: TableField | undefined
  /** Values of the fields that contain a place, the smallest last. */
  above: readonly string[]
}

/** A problem in a few words, such as `Zero missing?`, `No such date` or `Not in Tarlac`. */
export function reasonOf(
  { code, message, suggestion }: CellProblem,
  { value, declaration, above }: Cell,
): string {
  const suggested = suggestion && SUGGESTED[suggestion.kind]
  if (suggested) return suggested
  if (code === 'E006') return rangeReason(message)
  if (code === 'E005' && DATE_LIKE.test(value.trim())) return 'No such date'
  const within = above.at(-1)
  if (declaration?.place && value && (code === 'E007' || code === 'E010'))
    return within ? `Not in ${within}` : 'No such place'
  return REASONS[code] ?? 'Not valid'
}

/** One code stands for three problems, which only the message states. */
function rangeReason(message: string): string {
  if (/future|after today/.test(message)) return 'In the future'
  return /maximum/.test(message) ? 'Range is too long' : 'Range is reversed'
}

/** Origin of a suggested value, as a sentence. */
export const SUGGESTION_WORDS: Readonly<Record<FixSuggestion, string>> = {
  nearest: 'This is the most similar value that exists.',
  zeros: 'Spreadsheets drop leading zeros of numbers.',
  trimmed: 'Without the extra spaces.',
  upper: 'Codes are written in upper case.',
  option: 'This is one of the allowed values.',
  date: 'Dates are written 2026-12-31.',
}
