import { FILE_CODES, type FileCode } from '@backoffice/contract/file-codes'
import type { ResultOutcome } from '@backoffice/contract/file-kinds'
import type { ResultRow, TrackedFile } from '@backoffice/contract/files'
import type { Tone } from '../../../ui/badge.tsx'

export const OUTCOMES = {
  FOUND: { label: 'Found', tone: 'ok' },
  NOT_FOUND: { label: 'Not found', tone: 'warn' },
  INVALID: { label: 'Invalid', tone: 'bad' },
  DUPLICATE: { label: 'Duplicate', tone: 'quiet' },
} as const satisfies Record<ResultOutcome, { label: string; tone: Tone }>

/** Short reasons for a cell; the other codes have their message. */
const SHORT: Partial<Record<FileCode, string>> = {
  E002: 'Not 16 digits',
  E003: 'Check digit is wrong',
  E005: 'Not a date',
  E012: 'Damaged by a spreadsheet',
}
const CODE = /^([EFW]\d{3})(?: (\w+))?$/

/** Reason of a row in words: `E003 card_number; E005 date_to` becomes `Check digit is wrong, Not a date`. */
export function describeReason({ outcome, reason }: Pick<ResultRow, 'outcome' | 'reason'>): string | null {
  if (reason === null) return outcome === 'NOT_FOUND' ? 'Not on file' : null
  const parts = reason.split('; ').map((part) => {
    const code = CODE.exec(part)?.[1]
    if (code === undefined) return `${part.charAt(0).toUpperCase()}${part.slice(1)}`
    return isFileCode(code) ? (SHORT[code] ?? FILE_CODES[code]) : code
  })
  return [...new Set(parts)].join(', ')
}

const isFileCode = (code: string): code is FileCode => code in FILE_CODES

/** From this share on, rows not found may have the wrong column. */
const DOUBTFUL_PERCENT = 5

/** Percentage of rows not found, if it is doubtful. */
export function doubtfulPercent({ counts }: Pick<TrackedFile, 'counts'>): number | undefined {
  const percent = ((counts.not_found ?? 0) * 100) / Math.max(1, counts.total)
  return percent >= DOUBTFUL_PERCENT ? Math.round(percent) : undefined
}

/** Digits of a row number or of the end of a card. */
const SEARCHABLE = /^[\d\s,]{0,20}$/

export function searchProblem(text: string): string | undefined {
  const digits = text.replace(/\D/g, '')
  return SEARCHABLE.test(text) && digits.length <= 7
    ? undefined
    : 'Enter a row number or the last four digits'
}
