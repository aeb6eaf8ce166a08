import { createReadStream } from 'node:fs'
import { FileRejected } from '../../csv/file-rejected.ts'

const SAVE_AGAIN = 'Open it in the spreadsheet, save it again as .xlsx and upload that file.'
const SAVE_AS_XLSX =
  'Open the list in a spreadsheet, save it as an Excel workbook (.xlsx) and upload that file.'

/** `problem` continues “The workbook …”. */
export const damagedWorkbook = (problem = 'is damaged or incomplete', row?: number) =>
  new FileRejected('F004', `The workbook ${problem}. ${SAVE_AGAIN}`, row)

export const nestedTooDeeply = () => damagedWorkbook('has elements that are nested too deeply')

export const notUtf8Part = () =>
  new FileRejected('F004', `A part of the workbook is not text in UTF-8. ${SAVE_AGAIN}`)

export const declaredEntities = () =>
  new FileRejected('F004', `The workbook declares entities of its own, which are not read. ${SAVE_AGAIN}`)

export const externalLinks = () =>
  new FileRejected(
    'F004',
    'The workbook takes values from other workbooks. In the spreadsheet, break these links or paste the cells as values, then save it and upload it again.',
  )

/** `kind` continues “This is …”. */
export const otherFormat = (kind: string) => new FileRejected('F005', `This is ${kind}. ${SAVE_AS_XLSX}`)

export const hasPassword = () =>
  new FileRejected(
    'F005',
    'The workbook has a password. Save it as .xlsx without a password and upload that file.',
  )

export const unpacksTooLarge = (maxBytes: number) =>
  new FileRejected(
    'F003',
    `A part of the workbook unpacks to more than ${Math.floor(maxBytes / 1024 / 1024)} MB. Copy the rows into a new workbook, or split them over several files.`,
  )

export const packedTooTightly = () =>
  new FileRejected(
    'F003',
    'The workbook unpacks to more than 100 times its size, mostly of repeated or empty cells. Copy the rows into a new workbook and upload that file.',
  )

export const tooManyParts = (maxEntries: number) =>
  new FileRejected(
    'F003',
    `The workbook consists of more than ${maxEntries} parts. Copy the rows into a new workbook and upload that file.`,
  )

export const tooManySheets = (maxSheets: number) =>
  new FileRejected(
    'F003',
    `The workbook has more than ${maxSheets} sheets. Copy the rows into a new workbook and upload that file.`,
  )

export const sheetsTooLarge = (maxBytes: number) =>
  new FileRejected(
    'F003',
    `The first rows of all sheets together unpack to more than ${Math.floor(maxBytes / 1024 / 1024)} MB. Copy the rows into a new workbook and upload that file.`,
  )

export const tooManyStrings = (maxStrings: number) =>
  new FileRejected(
    'F003',
    `The workbook has more than ${maxStrings} different texts. Copy the rows into a new workbook, or split them over several files.`,
  )

export const withoutSheets = () =>
  new FileRejected(
    'F001',
    'The workbook has no sheet with cells. Put the rows on a worksheet and upload it again.',
  )

export const tooManyRows = (maxRows: number, row: number) =>
  new FileRejected('F003', `The sheet has more than ${maxRows} rows. Split it and upload the parts.`, row)

export const tooManyColumns = (maxColumns: number, row: number) =>
  new FileRejected(
    'F003',
    `Row ${row} has a value beyond column ${maxColumns}. Remove the columns that are not needed.`,
    row,
  )

export const tooMuchText = (maxBytes: number, row: number) =>
  new FileRejected(
    'F003',
    `The sheet has more than ${Math.floor(maxBytes / 1024 / 1024)} MB of text. Split it and upload the parts.`,
    row,
  )

/** Name of the stream that holds an encrypted workbook. */
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le')

/** Rejection of an OLE file, which is a workbook with a password or of Excel 97–2003. */
export async function rejectionOfOleFile(path: string): Promise<FileRejected> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 }) as AsyncIterable<Buffer>) {
    const bytes = Buffer.concat([rest, chunk])
    if (bytes.includes(ENCRYPTED)) return hasPassword()
    rest = bytes.subarray(-ENCRYPTED.length)
  }
  return otherFormat('an Excel 97–2003 workbook (.xls) or another file of an old Office program')
}
