import { maskCardNumbers } from '@backoffice/contract/card-number'
import { FILE_CODES, type FileCode } from '@backoffice/contract/file-codes'
import { invalidField, Refusal } from '../../kernel/errors.ts'

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

const MAX_NAME_LENGTH = 200
/** Not seen, or turning and breaking the text around them; tags and annotations too. */
const UNSEEN = /[[\p{Default_Ignorable_Code_Point}\u2028\u2029\ufff9-\ufffb]--[\u200c\u200d]]/gv
/** Joiners change how letters of some scripts look, and pictures of several parts: there they stay. */
const JOINED =
  '[[\\p{L}\\p{M}\\p{Extended_Pictographic}\\p{Emoji_Modifier}]--[\\p{Script=Latin}\\p{Script=Inherited}]]'
const JOINERS = new RegExp(`(?<!${JOINED})[\\u200c\\u200d]|[\\u200c\\u200d](?!${JOINED})`, 'gv')

/** The name as it is kept and shown everywhere: composed, and without characters that only deceive. */
export function cleanFileName(name: string): string {
  const visible = name.normalize('NFKC').replace(UNSEEN, '').normalize('NFKC')
  return visible.replace(JOINERS, '').normalize('NFKC')
}

/** What is known before a byte has been sent. Returns the name as it is kept. */
export function checkUpload(announced: Announced, maxBytes: number): string {
  const { content_type, size } = announced
  const name = cleanFileName(announced.file_name)
  if (name.trim() === '') throw invalidField('file_name', 'required', 'Enter File Name')
  if (name.length > MAX_NAME_LENGTH) throw nameRefused('its name is too long.')
  if (SPREADSHEET.test(name)) throw refused('F005', 'file_name')
  if (!/\.csv$/i.test(name)) throw refused('F004', 'file_name', 'Only .csv files are taken.')
  if (/^[\s.]*\.csv$/i.test(name)) throw nameRefused('nothing stands before .csv.')
  // Control characters and path separators in a name serve nobody.
  if (/[\p{Cc}/\\]/u.test(name)) throw nameRefused('its name has characters that are not allowed.')
  if (maskCardNumbers(name) !== name) throw nameRefused('its name has a card number in it.')
  if (!CSV_TYPES.has(content_type.split(';')[0]?.trim().toLowerCase() ?? ''))
    throw refused('F004', 'content_type')
  if (size === 0) throw refused('F001', 'size')
  if (size > maxBytes) {
    const most = Math.floor(maxBytes / 1024 ** 2)
    throw refused('F003', 'size', `The file is larger than ${most} MB: split it and upload the parts.`)
  }
  return name
}

const nameRefused = (why: string) => refused('F004', 'file_name', `Rename the file: ${why}`)

function refused(code: FileCode, field: string, message: string = FILE_CODES[code]) {
  return new Refusal('file_refused', { code, detail: message, fields: [{ field, code, message }] })
}
