import { MAX_INQUIRY_FILE_BYTES } from '@backoffice/contract/endpoints/files'
import { FILE_CODES } from '@backoffice/contract/file-codes'

/** First bytes of what spreadsheets save by themselves: a zip (xlsx, ods) and the older compound file (xls). */
const SPREADSHEETS = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
] as const

const SAVE_AS_CSV =
  'In the spreadsheet choose File › Save as (or Download), pick “CSV UTF-8”, and format the card column as text first: otherwise it ruins 16-digit numbers.'

function startsWith(head: Uint8Array, bytes: readonly number[]): boolean {
  return bytes.every((byte, index) => head[index] === byte)
}

/** What is plainly wrong with a file before a byte of it is sent; undefined if nothing is. `head`: its first bytes. */
export function refusal(name: string, size: number, head: Uint8Array): string | undefined {
  if (SPREADSHEETS.some((bytes) => startsWith(head, bytes)) || /\.(xlsx?|xlsm|xlsb|ods|numbers)$/i.test(name))
    return `This is a spreadsheet, not a CSV. ${SAVE_AS_CSV}`
  if (!/\.csv$/i.test(name)) return 'The name has to end in .csv. Choose a CSV file in UTF-8.'
  if (size === 0) return 'The file is empty. Choose one with a header and at least one row.'
  if (size > MAX_INQUIRY_FILE_BYTES)
    return 'The file is larger than 100 MB. Split it and upload the parts one after the other.'
  if (startsWith(head, [0xff, 0xfe]) || startsWith(head, [0xfe, 0xff]))
    return `${FILE_CODES.F004}. Save it again as “CSV UTF-8”.`
  return undefined
}
