import type { Storage } from '../adapters/storage/storage.ts'
import type { ExpectedContent } from '../inquiry-file/file-rejected.ts'
import type { FileRow } from '../resources/files/files.store.ts'
import { objectKey } from '../resources/files/object-keys.ts'
import { applyFixes, type CellFix } from './apply-fixes.ts'

/** The upload of a file as CSV with the columns of its template. */
export type OpenUpload = {
  source: AsyncIterable<Uint8Array>
  /** Undefined if the source is not the stored upload itself. */
  expected: ExpectedContent | undefined
  /** True if a workbook stores the cell as a number. */
  isNumber?: (line: number, field: string) => boolean
  close: () => Promise<void>
}

/** Reads the upload through its matching and its fixes. */
export async function openUpload(
  storage: Storage,
  file: FileRow,
  fixes: readonly CellFix[],
): Promise<OpenUpload> {
  const stored = storage.read(objectKey.source(file.source_filekey))
  const expected = { sha256: file.declared_sha256 ?? undefined, size: file.size }
  return {
    source: fixes.length === 0 ? stored : applyFixes(stored, fixes),
    expected: fixes.length === 0 ? expected : undefined,
    close: async () => {},
  }
}
