import { createHash } from 'node:crypto'
import { uploadLayout } from '@backoffice/contract/columns'
import { objectKey } from '../../adapters/storage/object-keys.ts'
import type { Storage } from '../../adapters/storage/storage.ts'
import type { StoredMatching } from '../../db/schema.ts'
import { applyFixes } from '../check/apply-fixes.ts'
import type { IsNumber } from '../check/import-handler.ts'
import { COMMA, OLE, startsWith, ZIP } from '../csv/bytes.ts'
import { checkExpected, type ExpectedContent } from '../csv/file-rejected.ts'
import type { FileRow } from '../tracked/files.store.ts'
import type { CellFix } from '../tracked/row-to-fix.ts'
import { openWorkbook, type Workbook } from '../xlsx/read/read-workbook.ts'
import { openUnnamed, pathOf } from '../xlsx/read/unnamed-file.ts'
import type { IsNumberCell } from './analyse.ts'
import { convertColumns } from './convert-columns.ts'
import type { FileHead } from './find-header.ts'

type UploadRow = Pick<FileRow, 'source_filekey' | 'declared_sha256' | 'size'>

/** Longer than the longest header, with rows below it. */
const HEAD_BYTES = 128 * 1024

/** A CSV, or a sheet as CSV. */
export type Sheet = {
  /** Undefined for a CSV: detected in its header. */
  delimiter?: number
  head: (signal?: AbortSignal) => Promise<FileHead>
  read: (signal?: AbortSignal) => SheetRows
}

export type SheetRows = {
  source: AsyncIterable<Uint8Array>
  /** True if a workbook stores the cell as a number; absent for a CSV. */
  isNumber?: IsNumberCell
}

export const expectedOf = ({ declared_sha256, size }: UploadRow) => ({
  sha256: declared_sha256 ?? undefined,
  size,
})

/** The stored CSV. Reading it throws FileRejected if it is not the announced one. */
export function storedCsv(storage: Storage, file: UploadRow) {
  const key = objectKey.source(file.source_filekey)
  const open = () => checkedContent(storage.read(key), expectedOf(file))
  return {
    open,
    async head() {
      const isWhole = file.size <= HEAD_BYTES
      const range = isWhole ? null : { start: 0, end: HEAD_BYTES - 1 }
      return { bytes: await firstBytes(storage.read(key, range)), isWhole }
    },
    read: () => ({ source: open().source }),
  } satisfies Sheet & { open: () => unknown }
}

/** First bytes of a zip file, with and without parts, and of an OLE file. */
const WORKBOOK_STARTS = [ZIP, [0x50, 0x4b, 0x05, 0x06], OLE]

export const isWorkbook = ({ bytes }: Pick<FileHead, 'bytes'>) =>
  WORKBOOK_STARTS.some((start) => startsWith(bytes, start))

export type StoredWorkbook = { workbook: Workbook; content: Content; close: () => Promise<void> }

/** Copies the stored workbook to a temporary file, because its parts are read in any order. Throws FileRejected. */
export async function storedWorkbook(
  storage: Pick<Storage, 'read'>,
  file: UploadRow,
): Promise<StoredWorkbook> {
  const copy = await openUnnamed()
  try {
    const { source, content } = checkedContent(
      storage.read(objectKey.source(file.source_filekey)),
      expectedOf(file),
    )
    for await (const chunk of source) await copy.writeFile(chunk)
    const workbook = await openWorkbook(pathOf(copy))
    return { workbook, content, close: () => workbook.close().finally(() => copy.close()) }
  } catch (error) {
    await copy.close()
    throw error
  }
}

export function sheetOf(workbook: Workbook, index: number): Sheet {
  return {
    delimiter: COMMA,
    async head(signal) {
      const bytes = await firstBytes(workbook.readSheet(index, { isHead: true, signal }).bytes)
      return { bytes: bytes.subarray(0, HEAD_BYTES), isWhole: bytes.length <= HEAD_BYTES }
    },
    read(signal) {
      const { bytes, isNumber } = workbook.readSheet(index, { keepNumbers: true, ...(signal && { signal }) })
      return { source: bytes, isNumber }
    },
  }
}

/** At least the first bytes of the source, if it has them. */
async function firstBytes(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of source) {
    chunks.push(chunk)
    length += chunk.length
    if (length > HEAD_BYTES) break
  }
  return Buffer.concat(chunks)
}

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

type Content = { sha256: string; bytes: number }

/** The source with its hash. Throws FileRejected at its end if the hash differs from the announced one. */
function checkedContent(source: AsyncIterable<Uint8Array>, expected: ExpectedContent) {
  const hash = createHash('sha256')
  const content: Content = { sha256: '', bytes: 0 }
  async function* read(): AsyncGenerator<Uint8Array> {
    for await (const chunk of source) {
      hash.update(chunk)
      content.bytes += chunk.length
      yield chunk
    }
    content.sha256 = hash.digest('hex')
    checkExpected(expected, { size: content.bytes, sha256: content.sha256 })
  }
  return { source: read(), content }
}
