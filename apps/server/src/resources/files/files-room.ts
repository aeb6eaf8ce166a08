import { isEnd } from '@backoffice/contract/file-states'
import type { Clock } from '../../adapters/clock.ts'
import type { Storage } from '../../adapters/storage/storage.ts'
import type { Database, Tx } from '../../db/client.ts'
import type { SendJob } from '../../jobs/queue.ts'
import type { Caller } from '../../kernel/authenticate.ts'
import { Refusal } from '../../kernel/errors.ts'
import { requireVersion } from '../../kernel/version.ts'
import type { FileEvents } from './file-events.ts'
import { lockFile } from './file-steps.store.ts'
import { type FileRow, findFile } from './files.store.ts'
import { canSee, presentFile } from './present-file.ts'

export type UploadLimits = {
  maxBytes: number
  uploadsAtOnce: number
  storedBytesPerPerson: number
  linkSeconds: number
}

/** What the calls about files work with. */
export type FilesRoom = {
  db: Database
  storage: Storage
  clock: Clock
  sendJob: SendJob
  events: FileEvents
  limits: UploadLimits
}

/** Refuses what the caller may not see exactly as what does not exist. */
export async function visibleFile(db: Database | Tx, filekey: string, caller: Caller): Promise<FileRow> {
  const row = await findFile(db, filekey)
  if (!row || !canSee(row, caller)) throw new Refusal('file_not_found')
  return row
}

/** Somebody else's upload is nobody's to fill, whoever may see it. */
export async function ownFile(db: Database | Tx, filekey: string, caller: Caller): Promise<FileRow> {
  const row = await visibleFile(db, filekey, caller)
  if (row.uploaded_by !== caller.id) throw new Refusal('file_not_found')
  return row
}

/** The file, held; refused when the caller saw another version. `show` reads it as it has become. */
export async function lockVisible(
  tx: Tx,
  { source_filekey, version }: { source_filekey: string; version?: number | undefined },
  caller: Caller,
  clock: Clock,
) {
  await lockFile(tx, source_filekey)
  const file = await visibleFile(tx, source_filekey, caller)
  const show = async () => presentFile(await visibleFile(tx, source_filekey, caller), caller, clock.now())
  // A file that has ended is refused for its state, which says more than its version.
  if (!isEnd(file.state)) requireVersion(file.version, version, await show())
  return { file, show }
}
