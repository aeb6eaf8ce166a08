import { FILE_CODES } from '@backoffice/contract/file-codes'
import { FILE_CATEGORIES, MAX_IMPORT_FILE_BYTES } from '@backoffice/contract/file-kinds'
import { MAX_INQUIRY_FILE_BYTES } from '@backoffice/contract/files'
import { FILE_SIZE_EXCEEDED } from '@backoffice/contract/rules/messages'

/** First bytes of a workbook, which is a zip archive. */
const ZIP = [0x50, 0x4b, 0x03, 0x04] as const
/** First bytes of a compound file, which is a workbook older than .xlsx or one with a password. */
const COMPOUND_FILE = [0xd0, 0xcf, 0x11, 0xe0] as const
/** The longest beginning that is compared. */
const HEAD_BYTES = 4

const SAVE_AS = 'In the spreadsheet choose File › Save as (or Download)'
const AS_WORKBOOK = `${SAVE_AS} and pick “Excel Workbook (.xlsx)”.`

/** The reason why the server would reject the file, as far as the browser can check, in lines; otherwise undefined. */
export async function preCheckError(file: File, category: string): Promise<string | undefined> {
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer())
  const startsWith = (bytes: readonly number[]) => bytes.every((byte, index) => head[index] === byte)
  const { name, size } = file
  const isWorkbook = /\.xls[xm]$/i.test(name)
  if (startsWith(COMPOUND_FILE))
    return isWorkbook
      ? `This Excel file has a password or an old format. Remove the password, then save it again. ${AS_WORKBOOK}`
      : `This is a spreadsheet in an old format. ${AS_WORKBOOK}`
  if (/\.(xls|xlsb|ods|numbers)$/i.test(name)) return `This kind of spreadsheet can’t be read. ${AS_WORKBOOK}`
  if (!isWorkbook && !/\.csv$/i.test(name))
    return 'The file name must end in .csv, .xlsx or .xlsm. Choose a CSV file in UTF-8 or an Excel file.'
  if (size === 0) return 'The file is empty. Choose a file with a header and at least one row.'
  const most = FILE_CATEGORIES[category]?.imports ? MAX_IMPORT_FILE_BYTES : MAX_INQUIRY_FILE_BYTES
  if (size > most)
    return `${FILE_SIZE_EXCEEDED}\nA file can have at most ${most / 1024 ** 2} MB. Split it and upload the parts one after the other.`
  if (isWorkbook && !startsWith(ZIP))
    return `The name of this file ends in .xlsx or .xlsm, but it is not an Excel file. ${AS_WORKBOOK}`
  if (!isWorkbook && startsWith(ZIP)) return `This is a spreadsheet with the name of a CSV. ${AS_WORKBOOK}`
  if (startsWith([0xff, 0xfe]) || startsWith([0xfe, 0xff]))
    return `${FILE_CODES.F004}. Save it again as “CSV UTF-8”.`
  return undefined
}
