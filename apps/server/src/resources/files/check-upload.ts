import { maskCardNumbers } from '@backoffice/contract/card-number'
import { FILE_CODES, type FileCode } from '@backoffice/contract/file-codes'
import { Refusal } from '../../kernel/errors.ts'

type Announced = { file_name: string; content_type: string; size: number }

/** Windows says `vnd.ms-excel` for a .csv, or nothing at all; the content is looked at later. */
const CSV_TYPES = new Set([
  '',
  'text/csv',
  'application/csv',
  'text/plain',
  'application/vnd.ms-excel',
  'application/octet-stream',
])
const SPREADSHEET = /\.(xlsx?|xlsm|xlsb|ods|numbers)$/i

/** What can be told before a byte has been sent. */
export function checkUpload({ file_name, content_type, size }: Announced, maxBytes: number): void {
  if (SPREADSHEET.test(file_name)) throw refused('F005', 'file_name')
  if (!/\.csv$/i.test(file_name)) throw refused('F004', 'file_name', 'Only .csv files are taken.')
  // Control characters and path separators in a name serve nobody.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (/[\x00-\x1f\x7f/\\]/.test(file_name))
    throw refused('F004', 'file_name', 'Rename the file: its name has characters that are not allowed.')
  if (maskCardNumbers(file_name) !== file_name) {
    throw refused('F004', 'file_name', 'Rename the file: its name has a card number in it.')
  }
  if (!CSV_TYPES.has(content_type.split(';')[0]?.trim().toLowerCase() ?? ''))
    throw refused('F004', 'content_type')
  if (size === 0) throw refused('F001', 'size')
  if (size > maxBytes) {
    const most = Math.floor(maxBytes / 1024 ** 2)
    throw refused('F003', 'size', `The file is larger than ${most} MB: split it and upload the parts.`)
  }
}

function refused(code: FileCode, field: string, message: string = FILE_CODES[code]) {
  return new Refusal('file_refused', { code, detail: message, fields: [{ field, code, message }] })
}
