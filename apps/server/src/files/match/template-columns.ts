import { uploadLayout } from '@backoffice/contract/columns'
import { UPLOAD_CATEGORIES } from '@backoffice/contract/file-kinds'
import type { ImportLayout } from '@backoffice/contract/import-layouts'
import { ERRORS_COLUMN } from '../check/reports.ts'
import { CsvReader, MAX_FEED_BYTES } from '../csv/csv-reader.ts'
import { FileRejected } from '../csv/file-rejected.ts'
import { type FileHead, findHeader } from './find-header.ts'

const keysOf = (names: readonly string[]) => names.map((name) => name.trim().toLowerCase())

/** True for a header with every required column, and each known one once. */
export function hasTemplateColumns(names: readonly string[], { fields, required }: ImportLayout): boolean {
  const keys = keysOf(names)
  const known = [...Object.keys(fields), ERRORS_COLUMN]
  const isOnce = (name: string) => keys.indexOf(name) === keys.lastIndexOf(name)
  return required.every((name) => keys.includes(name)) && known.every(isOnce)
}

/** True for a header of the template without other columns. */
export function hasOnlyTemplateColumns(names: readonly string[], layout: ImportLayout): boolean {
  const known = [...Object.keys(layout.fields), ERRORS_COLUMN]
  return (
    hasTemplateColumns(names, layout) && keysOf(names).every((name) => name === '' || known.includes(name))
  )
}

/** True for a CSV that is checked as it is, because its first row has the template's columns or cannot be read. */
export function isTemplateFile({ bytes, isWhole }: FileHead, layout: ImportLayout): boolean {
  const reader = new CsvReader()
  try {
    for (let at = 0; at < bytes.length; at += MAX_FEED_BYTES) {
      reader.feed(bytes.subarray(at, at + MAX_FEED_BYTES))
      if (reader.next()) return hasTemplateColumns(textsOf(reader), layout)
    }
    if (!isWhole) return true
    reader.finish()
    return !reader.next() || hasTemplateColumns(textsOf(reader), layout)
  } catch (error) {
    if (!(error instanceof FileRejected)) throw error
    // The bad row may be a title above the header.
    return (findHeader({ head: { bytes, isWhole }, layout })?.known ?? 0) === 0
  }
}

const textsOf = (reader: CsvReader) => Array.from({ length: reader.cells }, (_, cell) => reader.text(cell))

/** Another category whose template has these columns, more of them than the own one; null for none. */
export function otherTemplate(names: readonly string[], own: ImportLayout): string | null {
  const keys = keysOf(names)
  const shared = ({ fields }: ImportLayout) =>
    Object.keys(fields).filter((name) => keys.includes(name)).length
  const others = UPLOAD_CATEGORIES.filter((category) => category !== own.category)
    .map((category) => ({ category, layout: uploadLayout(category) }))
    .filter(({ layout }) => layout.required.every((name) => keys.includes(name)))
    .sort((one, other) => shared(other.layout) - shared(one.layout))
  const [best] = others
  return best && shared(best.layout) > shared(own) ? best.category : null
}
