import { maskLines } from '../inquiry-file/mask-lines.ts'
import { markMasked } from '../resources/files/file-writes.store.ts'
import { findFile } from '../resources/files/files.store.ts'
import { objectKey } from '../resources/files/object-keys.ts'
import type { Jobs } from './queue.ts'
import type { WorkerDeps } from './worker-deps.ts'

/** Writes the copy of a result that users without a part in its numbers download. */
export async function maskResult({ db, storage }: WorkerDeps, { filekey }: Jobs['mask-result']) {
  const file = await findFile(db, filekey)
  if (!file?.result_sha256 || file.originals_removed_at) return
  await storage.write(objectKey.result_masked(filekey), maskLines(storage.read(objectKey.result(filekey))))
  await markMasked(db, filekey)
}
