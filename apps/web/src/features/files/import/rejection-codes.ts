import { CASE_REPLIES } from '@backoffice/contract/case-replies'
import { FILE_CODES, type FileCode } from '@backoffice/contract/file-codes'

export function isFileCode(code: string): code is FileCode {
  return code in FILE_CODES
}

/** Codes with another description for rows of imports than for inquiry rows. */
const OF_IMPORTS: Readonly<Record<string, string>> = {
  E006: 'The end is before the start',
  conflict: 'Changed after the check',
}

const OF_CASES: Readonly<Record<string, string>> = {
  E006: 'The day is in the future',
  E007: 'The case is unknown or already closed',
}

/** Description of a rejection code of a file category. */
export function phraseCode(code: string, category: string): string {
  const own = (category === CASE_REPLIES.category ? OF_CASES[code] : undefined) ?? OF_IMPORTS[code]
  if (own !== undefined) return own
  return isFileCode(code) ? FILE_CODES[code] : code
}
