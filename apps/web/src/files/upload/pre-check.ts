import { MAX_INQUIRY_FILE_BYTES } from '@backoffice/contract/endpoints/files'
import { FILE_CODES } from '@backoffice/contract/file-codes'
import { MAX_IMPORT_FILE_BYTES } from '@backoffice/contract/file-kinds'
import { layoutOf } from '@backoffice/contract/import-layouts'
import { tableFileError } from './table-file.ts'

/** First bytes of spreadsheet files: a zip (xlsx, ods) and the older compound file (xls). */
const SPREADSHEETS = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
] as const

const SAVE_AS_CSV = 'In the spreadsheet choose File › Save as (or Download), pick “CSV UTF-8”'
const DAMAGED_NUMBERS = 'and format the card column as text first: otherwise 16-digit numbers are damaged.'
const DAMAGED_CODES = 'and format the columns of codes as text first: otherwise leading zeros are lost.'

/** Enough for the header and, in a small file, all rows. */
const HEAD_BYTES = 64 * 1024

/** The reason why the server would reject the file, as far as the browser can check; otherwise undefined. */
export async function preCheckError(file: File, category: string): Promise<string | undefined> {
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer())
  const layout = layoutOf(category)
  const byBytes = bytesError(file, head, layout !== undefined)
  if (byBytes || !layout) return byBytes
  return tableFileError(layout, new TextDecoder().decode(head), { isWhole: file.size <= HEAD_BYTES })
}

function bytesError({ name, size }: File, head: Uint8Array, isImport: boolean): string | undefined {
  const startsWith = (bytes: readonly number[]) => bytes.every((byte, index) => head[index] === byte)
  if (SPREADSHEETS.some(startsWith) || /\.(xlsx?|xlsm|xlsb|ods|numbers)$/i.test(name))
    return `This is a spreadsheet, not a CSV. ${SAVE_AS_CSV}, ${isImport ? DAMAGED_CODES : DAMAGED_NUMBERS}`
  if (!/\.csv$/i.test(name)) return 'The file name must end in .csv. Choose a CSV file in UTF-8.'
  if (size === 0) return 'The file is empty. Choose a file with a header and at least one row.'
  const most = isImport ? MAX_IMPORT_FILE_BYTES : MAX_INQUIRY_FILE_BYTES
  if (size > most)
    return `The file is larger than ${most / 1024 ** 2} MB. Split it and upload the parts one after the other.`
  if (startsWith([0xff, 0xfe]) || startsWith([0xfe, 0xff]))
    return `${FILE_CODES.F004}. Save it again as “CSV UTF-8”.`
  return undefined
}
