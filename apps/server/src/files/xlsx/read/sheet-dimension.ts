import { DIMENSION, RANGE, SHEET_DATA } from './xml-names.ts'
import { EMPTY, NEED_MORE, OPEN, XmlScanner } from './xml-scanner.ts'
import type { ZipArchive } from './zip-archive.ts'

/** Number of rows that a sheet states, which not every writer does, or null. */
export async function readRowCount(archive: ZipArchive, part: string): Promise<number | null> {
  for await (const chunk of archive.read(part)) return statedRows(chunk)
  return null
}

function statedRows(start: Uint8Array): number | null {
  const xml = new XmlScanner()
  xml.feed(start)
  for (let token = xml.next(); token !== NEED_MORE; token = xml.next()) {
    if (token !== OPEN && token !== EMPTY) continue
    if (xml.name === SHEET_DATA) return null
    if (xml.name === DIMENSION) {
      const range = xml.attribute(RANGE)
      return range === -1 ? null : rowsOfRange(xml.attributeText(range))
    }
  }
  return null
}

/** Writers that stream a sheet state `A1`, whatever follows. */
function rowsOfRange(range: string): number | null {
  const row = /:\$?[A-Z]{1,3}\$?(\d{1,7})$/.exec(range)?.[1]
  return row === undefined ? null : Number(row)
}
