import { uploadLayout } from '@backoffice/contract/columns'
import { objectKey } from '../../adapters/storage/object-keys.ts'
import type { Storage } from '../../adapters/storage/storage.ts'
import type { StoredMatching } from '../../db/schema.ts'
import { applyFixes, type CellFix } from '../check/apply-fixes.ts'
import type { IsNumber } from '../check/import-handler.ts'
import { COMMA } from '../csv/ascii.ts'
import type { Content } from '../csv/checked-content.ts'
import type { ExpectedContent } from '../csv/file-rejected.ts'
import type { FileRow } from '../tracked/files.store.ts'
import { convertColumns } from './convert-columns.ts'
import { expectedOf, storedCsv, storedWorkbook } from './stored-upload.ts'

/** The upload of a file as CSV with the columns of its template. */
export type OpenUpload = {
  source: AsyncIterable<Uint8Array>
  /** Undefined if the source is not the stored upload itself. */
  expected: ExpectedContent | undefined
  /** Hash and size of the stored upload once the source is read; undefined if the source is the stored upload. */
  stored?: Content
  isNumber?: IsNumber
  close: () => Promise<void>
}

/** Reads the upload through its matching and its fixes. Throws FileRejected. */
export async function openUpload(
  storage: Storage,
  file: FileRow,
  fixes: readonly CellFix[],
): Promise<OpenUpload> {
  if (!file.matching && fixes.length === 0) {
    const source = storage.read(objectKey.source(file.source_filekey))
    return { source, expected: expectedOf(file), close: async () => {} }
  }
  const upload = await openMatched(storage, file)
  if (fixes.length === 0) return upload
  const { source, isNumber, ...rest } = upload
  return {
    ...rest,
    source: applyFixes(source, fixes),
    ...(isNumber && { isNumber: exceptCorrected(isNumber, fixes) }),
  }
}

/** A corrected cell is text, as in a corrected upload. */
function exceptCorrected(isNumber: IsNumber, fixes: readonly CellFix[]): IsNumber {
  const corrected = new Set(fixes.map(({ row_no, field }) => `${row_no} ${field}`))
  return (at, field) => !corrected.has(`${at.row} ${field}`) && isNumber(at, field)
}

async function openMatched(storage: Storage, file: FileRow): Promise<OpenUpload> {
  const { matching } = file
  if (matching && matching.sheet !== null) return openSheet(storage, file, matching, matching.sheet)
  const { source, content: stored } = storedCsv(storage, file).open()
  const layout = uploadLayout(file.category)
  return {
    source: matching ? convertColumns(source, matching, layout) : source,
    ...{ expected: undefined, stored, close: async () => {} },
  }
}

async function openSheet(
  storage: Storage,
  file: FileRow,
  matching: StoredMatching,
  sheet: number,
): Promise<OpenUpload> {
  const { workbook, content: stored, close } = await storedWorkbook(storage, file)
  const keepNumbers = file.kind === 'import'
  const { bytes, isNumber } = workbook.readSheet(sheet, { keepNumbers })
  const columns = new Map(
    matching.fields.flatMap((each) => ('column' in each ? [[each.field, each.column] as const] : [])),
  )
  return {
    source: convertColumns(
      bytes,
      { ...matching, delimiter: COMMA, ...(keepNumbers && { isNumber }) },
      uploadLayout(file.category),
    ),
    ...{ expected: undefined, stored, close },
    ...(keepNumbers && {
      isNumber: ({ line }, field) => {
        const column = columns.get(field)
        return column !== undefined && isNumber(line, column)
      },
    }),
  }
}
