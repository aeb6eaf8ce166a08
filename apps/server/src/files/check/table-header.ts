import { MAX_FILE_COLUMNS } from '@backoffice/contract/columns'
import type { ImportLayout } from '@backoffice/contract/import-layouts'
import { maskedValue } from '../csv/csv-cell.ts'
import { CsvReader, MAX_FEED_BYTES } from '../csv/csv-reader.ts'
import { FileRejected } from '../csv/file-rejected.ts'
import { readHeaderNames } from '../csv/header-names.ts'
import { ERRORS_COLUMN } from './reports.ts'

export type TableHeader = {
  /** Line of the header in the file. */
  line: number
  /** Trimmed; without unnamed columns at the end. */
  names: readonly string[]
  /** Column indexes by field, without missing fields. */
  columns: ReadonlyMap<string, number>
  /** Index of `_errors`, or −1. */
  errors: number
  unknown: readonly string[]
}

/** Matches the columns of the template in any case and order. Throws FileRejected. */
export function readTableHeader(reader: CsvReader, layout: ImportLayout): TableHeader {
  const { line } = reader
  const names = readHeaderNames(reader, MAX_FILE_COLUMNS)
  const keys = names.map((name) => name.toLowerCase())
  const fields = Object.keys(layout.fields)
  const twice = [...fields, ERRORS_COLUMN].find((name) => keys.indexOf(name) !== keys.lastIndexOf(name))
  if (twice) throw new FileRejected('F004', `The column ${twice} appears twice. Remove one.`, line)
  const columns = new Map(
    fields.map((name) => [name, keys.indexOf(name)] as const).filter(([, at]) => at >= 0),
  )
  assertRequired(names, columns, layout, line)
  const known = [...fields, ERRORS_COLUMN]
  return {
    line,
    names,
    columns,
    errors: keys.indexOf(ERRORS_COLUMN),
    unknown: names.filter((name, at) => name !== '' && !known.includes(keys[at] ?? '')).map(maskedValue),
  }
}

function assertRequired(
  names: readonly string[],
  columns: ReadonlyMap<string, number>,
  layout: ImportLayout,
  line: number,
): void {
  const missing = layout.required.filter((name) => !columns.has(name))
  if (missing.length > 0) throw missingColumns(missing, names, line)
}

export function missingColumns(missing: readonly string[], names: readonly string[], line: number) {
  const found = names.map(maskedValue).join(', ').slice(0, 200)
  const are = missing.length > 1 ? 'columns' : 'column'
  const is = missing.length > 1 ? 'are' : 'is'
  const detail = `The ${are} ${missing.join(', ')} ${is} missing; line ${line} has: ${found}. Start from the template.`
  return new FileRejected('F002', detail, line)
}

/** Header of an upload that passed its dry run. */
export async function readHeaderOf(
  source: AsyncIterable<Uint8Array>,
  layout: ImportLayout,
): Promise<TableHeader> {
  const reader = new CsvReader()
  for await (const chunk of source) {
    for (let at = 0; at < chunk.length; at += MAX_FEED_BYTES) {
      reader.feed(chunk.subarray(at, at + MAX_FEED_BYTES))
      if (reader.next()) return readTableHeader(reader, layout)
    }
  }
  reader.finish()
  reader.next()
  return readTableHeader(reader, layout)
}
