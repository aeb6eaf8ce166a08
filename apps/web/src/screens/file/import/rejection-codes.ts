import { FILE_CODES, type FileCode } from '@backoffice/contract/file-codes'

export function isFileCode(code: string): code is FileCode {
  return code in FILE_CODES
}

/** Codes that say less, or something else, of a row of a table than of a row of an inquiry. */
const OF_TABLES: Readonly<Record<string, string>> = {
  E006: 'The end is before the start',
  conflict: 'Changed after the check',
}

/** Describes the code of a rejected row. */
export function codeInWords(code: string): string {
  const own = OF_TABLES[code]
  if (own !== undefined) return own
  return isFileCode(code) ? FILE_CODES[code] : code
}
