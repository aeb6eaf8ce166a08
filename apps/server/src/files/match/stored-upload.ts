import { objectKey } from '../../adapters/storage/object-keys.ts'
import type { Storage } from '../../adapters/storage/storage.ts'
import { COMMA } from '../csv/ascii.ts'
import { type Content, checkedContent } from '../csv/checked-content.ts'
import type { FileRow } from '../tracked/files.store.ts'
import { isWorkbookStart, openWorkbook, type Workbook } from '../xlsx/read/read-workbook.ts'
import { openUnnamed, pathOf } from '../xlsx/read/unnamed-file.ts'
import type { IsNumberCell } from './analyse.ts'
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

export const isWorkbook = ({ bytes }: FileHead) => isWorkbookStart(bytes)

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
