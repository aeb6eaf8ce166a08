import { maskCardNumbers } from '@backoffice/contract/card-number'
import { FILE_CODES, type FileCode } from '@backoffice/contract/file-codes'
import { HttpError, invalidField } from '../../kernel/errors.ts'

type UploadRequest = { file_name: string; content_type: string; size: number }

const CSV = 'text/csv'
/** Type of uploads that were signed before it was stored. */
export const FORMER_TYPE = CSV
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const XLSM = 'application/vnd.ms-excel.sheet.macroenabled.12'
/** Types that browsers send for files of unknown type, whatever their content. */
const UNKNOWN_TYPES = ['', 'application/octet-stream', 'application/zip', 'application/x-zip-compressed']

/**
 * Declared types by extension, the usual one first. Windows sends `vnd.ms-excel` for a .csv. The content is checked
 * later.
 */
const TYPES: Readonly<Record<string, readonly [string, ...string[]]>> = {
  csv: [CSV, 'application/csv', 'text/plain', 'application/vnd.ms-excel'],
  xlsx: [XLSX, 'application/vnd.ms-excel'],
  xlsm: [XLSM, XLSX, 'application/vnd.ms-excel'],
}
const OTHER_SPREADSHEET = /\.(xls|xlsb|xlt|xltx|xltm|ods|fods|numbers)$/i
const EXTENSION = /\.(csv|xlsx|xlsm)$/i

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

/** Checks that need no content. Returns the normalized name, and the type that is signed. */
export function checkUpload(
  upload: UploadRequest,
  maxBytes: number,
): { file_name: string; content_type: string } {
  const { size } = upload
  const name = normalizeFileName(upload.file_name)
  if (name.trim() === '') throw invalidField('file_name', 'required', 'Enter File Name')
  if (name.length > MAX_NAME_LENGTH) throw nameError('its name is too long.')
  if (OTHER_SPREADSHEET.test(name)) throw fileError('F005', 'file_name')
  const [, extension] = EXTENSION.exec(name) ?? []
  if (extension === undefined)
    throw fileError('F004', 'file_name', 'Only .csv, .xlsx and .xlsm files are accepted.')
  if (/^[\s.]*\.[a-z]+$/i.test(name)) throw nameError(`enter a name before .${extension}.`)

  if (/[\p{Cc}/\\]/u.test(name)) throw nameError('its name has characters that are not allowed.')
  if (maskCardNumbers(name) !== name) throw nameError('its name contains a card number.')
  const content_type = typeOf(upload.content_type, extension)
  if (content_type === undefined) throw fileError('F004', 'content_type')
  if (size === 0) throw fileError('F001', 'size')
  if (size > maxBytes) {
    const most = Math.floor(maxBytes / 1024 ** 2)
    throw fileError('F003', 'size', `The file is larger than ${most} MB: split it and upload the parts.`)
  }
  return { file_name: name, content_type }
}

/** The declared type, or the usual one of the extension for another of the known types. Undefined for other files. */
function typeOf(declared: string, extension: string): string | undefined {
  const type = declared.split(';')[0]?.trim().toLowerCase() ?? ''
  const types = TYPES[extension.toLowerCase()] ?? [CSV]
  const isKnown = UNKNOWN_TYPES.includes(type) || Object.values(TYPES).some((each) => each.includes(type))
  return types.find((each) => each === type) ?? (isKnown ? types[0] : undefined)
}

const nameError = (why: string) => fileError('F004', 'file_name', `Rename the file: ${why}`)

function fileError(code: FileCode, field: string, message: string = FILE_CODES[code]) {
  return new HttpError('file_refused', { code, detail: message, fields: [{ field, code, message }] })
}
