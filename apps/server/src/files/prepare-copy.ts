import { type Content, copyName, formKey, objectKey } from '../adapters/storage/object-keys.ts'
import type { Jobs } from '../jobs/queue.ts'
import type { WorkerDeps } from '../jobs/worker-deps.ts'
import { maskErrors } from './check/masked-problems.ts'
import { columnKinds } from './column-kinds.ts'
import { maskLines } from './result/result-copies.ts'
import { storeCopy } from './tracked/file-copies.store.ts'
import { findFile } from './tracked/files.store.ts'
import { artifactsOf } from './tracked/tracked-file.ts'
import { workbookOf } from './xlsx/write/workbook.ts'

const MASKED = {
  result_masked: { artifact: 'result', mask: maskLines },
  errors_masked: { artifact: 'errors', mask: maskErrors },
} as const

/** Writes a copy of a stored CSV: a workbook, or one with masked card numbers, for users who may not see them. */
export async function prepareCopy(
  { db, storage }: WorkerDeps,
  { filekey, ...form }: Jobs['prepare-copy'],
): Promise<void> {
  const { artifact, mask } = sourceOf(form.content)
  // Its version is read before the CSV, so that a report written in between makes the copy outdated.
  const file = await findFile(db, filekey)
  if (!file || !artifactsOf(file).includes(artifact)) return
  const stored = storage.read(objectKey[artifact](filekey))
  const csv = mask ? mask(stored) : stored
  const content = form.format === 'xlsx' ? workbookOf(csv, columnKinds(file, artifact)) : csv
  const { bytes } = await storage.write(formKey(filekey, form), content)
  await storeCopy(db, filekey, copyName(form), { version: file.version, bytes })
}

function sourceOf(content: Content) {
  return content === 'result_masked' || content === 'errors_masked'
    ? MASKED[content]
    : { artifact: content, mask: undefined }
}
