import { FileRejected } from './file-rejected.ts'

/** Limit, because errors of cells include the column name. */
const MAX_NAME_CHARS = 100

type HeaderRecord = { cells: number; line: number; text: (cell: number) => string }

/** Trimmed column names of a header, without unnamed columns at the end. Throws FileRejected. */
export function readHeaderNames(header: HeaderRecord, maxColumns: number): string[] {
  const names = Array.from({ length: header.cells }, (_, cell) => header.text(cell).trim())
  while (names.at(-1) === '') names.pop()
  if (names.length > maxColumns) {
    const detail = `The file has ${names.length} columns. The maximum is ${maxColumns}. Remove columns that are not needed.`
    throw new FileRejected('F003', detail, header.line)
  }
  if (names.some((name) => name.length > MAX_NAME_CHARS || /\p{Cc}/u.test(name))) {
    const detail = `A column name is longer than ${MAX_NAME_CHARS} characters or has line breaks. Put the column names on the first line.`
    throw new FileRejected('F004', detail, header.line)
  }
  return names
}
