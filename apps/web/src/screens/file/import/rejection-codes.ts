import { FILE_CODES, type FileCode } from '@backoffice/contract/file-codes'

export function isFileCode(code: string): code is FileCode {
  return code in FILE_CODES
}

/** Codes with another description for table rows than for inquiry rows. */
const OF_TABLES: Readonly<Record<string, string>> = {
  E006: 'The end is before the start',
  conflict: 'Changed after the check',
}

/** Description of a rejection code. */
export function codeInWords(code: string): string {
  const own = OF_TABLES[code]
  if (own !== undefined) return own
  return isFileCode(code) ? FILE_CODES[code] : code
}
