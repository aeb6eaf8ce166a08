import { canTransition, isFinalState } from '@backoffice/contract/file-states'
import type { Storage } from '../../adapters/storage/storage.ts'
import type { Database, Tx } from '../../db/client.ts'
import type { Ledger } from '../../db/ledger.ts'
import type { RevealDeps } from '../../features/reveals/reveal.ts'
import type { SendJob } from '../../jobs/queue.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Clock } from '../../kernel/clock.ts'
import { HttpError } from '../../kernel/errors.ts'
import { requireVersion } from '../../kernel/version.ts'
import type { FileEvents } from './file-events.ts'
import { lockFile } from './file-writes.store.ts'
import { type FileRow, findFile } from './files.store.ts'
import { canSee, toTrackedFile } from './tracked-file.ts'

type UploadLimits = {
  maxBytes: number
  uploadsAtOnce: number
  storedBytesPerPerson: number
  linkSeconds: number
  checksPerHour: number
}

export type FilesDeps = {
  db: Database
  ledger: Ledger
  storage: Storage
  clock: Clock
  sendJob: SendJob
  events: FileEvents
  limits: UploadLimits
  quotas: RevealDeps['quotas']
}

/** Throws 404 for missing files and for files that the caller may not see. */
export async function getVisibleFile(db: Database | Tx, filekey: string, caller: Caller): Promise<FileRow> {
  const row = await findFile(db, filekey)
  if (!row || !canSee(row, caller)) throw new HttpError('file_not_found')
  return row
}

/** Uploads can be continued only by their uploader. */
export async function getOwnFile(db: Database | Tx, filekey: string, caller: Caller): Promise<FileRow> {
  const row = await getVisibleFile(db, filekey, caller)
  if (row.uploaded_by !== caller.id) throw new HttpError('file_not_found')
  return row
}

/** Locks the file. `reload` reads its current state. */
export async function lockVisibleFile(tx: Tx, filekey: string, caller: Caller, clock: Clock) {
  await lockFile(tx, filekey)
  const file = await getVisibleFile(tx, filekey, caller)
  const reload = async () => toTrackedFile(await getVisibleFile(tx, filekey, caller), caller, clock.now())
  return { file, reload }
}

/** Also checks the caller's permissions for the file, and the version of the request. */
export async function lockFileVersion(
  tx: Tx,
  { source_filekey, version }: { source_filekey: string; version: number },
  caller: Caller,
  clock: Clock,
  checkPermissions: (file: FileRow) => void,
) {
  const locked = await lockVisibleFile(tx, source_filekey, caller, clock)
  checkPermissions(locked.file)
  // For a file in a final state the conflict of states is the more useful error.
  if (!isFinalState(locked.file.state))
    requireVersion(
      locked.file.version,
      version,
      await locked.reload(),
      'The file has changed in the meantime.',
    )
  return locked
}

type LockedFile = Awaited<ReturnType<typeof lockVisibleFile>>

/** Throws `version_conflict` if the caller confirms another check than the last one. */
export async function requireSeenCheck({ file, reload }: LockedFile, version: number | undefined) {
  // Otherwise the conflict of states is the more useful error.
  if (!canTransition(file.state, 'confirm')) return
  const isCheckedAgain = file.attempt > 1 || file.fixed_rows > 0
  // The specified body has no version, so it is needed only if there were several outcomes to see.
  if (version === undefined && !isCheckedAgain) return
  requireVersion(file.version, version, await reload(), CHECKED_AGAIN)
}

const CHECKED_AGAIN =
  'The rows of this file were corrected or checked again. Review them, then confirm the file.'
