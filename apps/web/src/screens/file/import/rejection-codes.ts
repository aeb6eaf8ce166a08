import { FILE_CODES, type FileCode } from '@backoffice/contract/file-codes'

export function isFileCode(code: string): code is FileCode {
  return code in FILE_CODES
}

/** Words of a code of a rejected row. Those that are no code of a file are of the table's own refusals. */
export function codeInWords(code: string): string {
  if (code === 'conflict') return 'Not as it was at the check any more'
  return isFileCode(code) ? FILE_CODES[code] : code
}
