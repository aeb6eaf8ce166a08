import { maskCardNumbers } from '@backoffice/contract/card-number'
import { FILE_CODES, type FileCode } from '@backoffice/contract/file-codes'
import { HttpError, invalidField } from '../../kernel/errors.ts'

type UploadRequest = { file_name: string; content_type: string; size: number }

/** Windows sends `vnd.ms-excel` or no type for a .csv. The content is validated later. */
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
/** Invisible and bidirectional controls, separators, tags and annotations. */
const INVISIBLE = /[[\p{Default_Ignorable_Code_Point}\u2028\u2029\ufff9-\ufffb]--[\u200c\u200d]]/gv
/** Joiners are legitimate within some scripts and emoji sequences only. */
const JOINABLE =
  '[[\\p{L}\\p{M}\\p{Extended_Pictographic}\\p{Emoji_Modifier}]--[\\p{Script=Latin}\\p{Script=Inherited}]]'
const STRAY_JOINERS = new RegExp(`(?<!${JOINABLE})[\\u200c\\u200d]|[\\u200c\\u200d](?!${JOINABLE})`, 'gv')

/** NFKC, without deceptive invisible characters. */
export function normalizeFileName(name: string): string {
  const visible = name.normalize('NFKC').replace(INVISIBLE, '').normalize('NFKC')
  return visible.replace(STRAY_JOINERS, '').normalize('NFKC')
}

/** Checks that need no content. Returns the normalized name. */
export function checkUpload(upload: UploadRequest, maxBytes: number): string {
  const { content_type, size } = upload
  const name = normalizeFileName(upload.file_name)
  if (name.trim() === '') throw invalidField('file_name', 'required', 'Enter File Name')
  if (name.length > MAX_NAME_LENGTH) throw nameError('its name is too long.')
  if (SPREADSHEET.test(name)) throw fileError('F005', 'file_name')
  if (!/\.csv$/i.test(name)) throw fileError('F004', 'file_name', 'Only .csv files are accepted.')
  if (/^[\s.]*\.csv$/i.test(name)) throw nameError('enter a name before .csv.')

  if (/[\p{Cc}/\\]/u.test(name)) throw nameError('its name has characters that are not allowed.')
  if (maskCardNumbers(name) !== name) throw nameError('its name contains a card number.')
  if (!CSV_TYPES.has(content_type.split(';')[0]?.trim().toLowerCase() ?? ''))
    throw fileError('F004', 'content_type')
  if (size === 0) throw fileError('F001', 'size')
  if (size > maxBytes) {
    const most = Math.floor(maxBytes / 1024 ** 2)
    throw fileError('F003', 'size', `The file is larger than ${most} MB: split it and upload the parts.`)
  }
  return name
}

const nameError = (why: string) => fileError('F004', 'file_name', `Rename the file: ${why}`)

function fileError(code: FileCode, field: string, message: string = FILE_CODES[code]) {
  return new HttpError('file_refused', { code, detail: message, fields: [{ field, code, message }] })
}
