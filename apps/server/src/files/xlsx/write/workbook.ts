import { Buffer } from 'node:buffer'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import type { CellFormat } from './columns.ts'
import { type FormatOf, Sheets, sheetPath, workbookParts } from './sheets.ts'

/** Rows of a sheet in Excel. */
const MAX_ROWS = 1_048_576
/**
 * A fixed time, so that the same CSV gives the same bytes. Level 1: level 6 takes twice as long for a fifth fewer
 * bytes.
 */
const ENTRY = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true, compressionLevel: 1 }

/**
 * Converts a CSV of the product to a workbook (.xlsx) with a frozen header, a filter and typed columns. Reads it once,
 * in constant memory; rows beyond the limit of a sheet are in further sheets.
 */
export async function* workbookOf(
  csv: AsyncIterable<Uint8Array>,
  formatOf: FormatOf,
  maxRows = MAX_ROWS,
): AsyncGenerator<Uint8Array> {
  const source = csv[Symbol.asyncIterator]()
  const zip = new ZipFile()
  const output = Readable.from(zip.outputStream)
  const sheets: Readable[] = []
  const filled = fill(zip, source, { formatOf, maxRows }, sheets)
  filled.catch((error) => output.destroy(error))
  try {
    yield* output
  } finally {
    // A reader that stops early leaves the current sheet waiting.
    for (const sheet of sheets) sheet.destroy()
    await source.return?.()
  }
}

async function fill(
  zip: ZipFile,
  source: AsyncIterator<Uint8Array>,
  options: Parameters<typeof Sheets.open>[1],
  open: Readable[],
): Promise<void> {
  const sheets = await Sheets.open(source, options)
  let count = 0
  do {
    const sheet = Readable.from(sheets.next(), { objectMode: false })
    open.push(sheet)
    zip.addReadStream(sheet, sheetPath(++count), ENTRY)
    await finished(sheet)
  } while (sheets.hasMore)
  for (const [path, xml] of workbookParts(count)) zip.addBuffer(Buffer.from(xml), path, ENTRY)
  zip.end()
}

/** Workbook of a short CSV for a reply, in base64. `formats` are column formats by name; other columns are codes. */
export async function base64Workbook(
  csv: string,
  formats: Readonly<Record<string, CellFormat>>,
): Promise<string> {
  const formatOf = (name: string) => formats[name] ?? 'code'
  return (await buffer(workbookOf(Readable.from([Buffer.from(csv)]), formatOf))).toString('base64')
}
