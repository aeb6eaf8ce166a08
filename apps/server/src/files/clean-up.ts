import {
  CONFIRMATION_EXPIRES_AFTER_HOURS,
  canTransition,
  MATCHING_EXPIRES_AFTER_HOURS,
  UPLOAD_EXPIRES_AFTER_HOURS,
} from '@backoffice/contract/file-states'
import { objectKey } from '../adapters/storage/object-keys.ts'
import type { FileJob, Jobs } from '../jobs/queue.ts'
import type { WorkerDeps } from '../jobs/worker-deps.ts'
import { recordSystemAudit } from '../kernel/audit.ts'
import { dropStaging } from './tracked/drop-staging.ts'
import { findOverdue, lockFile, transitionFile } from './tracked/file-writes.store.ts'
import { findFile } from './tracked/files.store.ts'
import type { AccessLost } from './tracked/work-access.ts'

const HOUR_MS = 3_600_000

/** Removes the intermediate data of a file that ended without a result. */
export async function cleanFile(deps: WorkerDeps, { filekey }: Jobs['clean-file']) {
  const { db, storage } = deps
  await dropStaging(deps, { filekey })
  await storage.remove(objectKey.chunks(filekey))
  await storage.remove(objectKey.results(filekey))
  const file = await findFile(db, filekey)
  // A registered upload stays for its retention period.
  if (file?.uploaded_at) return
  await storage.abortUpload(objectKey.source(filekey), file?.upload_id ?? null)
  await storage.remove(objectKey.upload(filekey))
}

/** Expires pending uploads, and files that wait for a matching or a confirmation. */
export async function expireFiles({ db, clock, sendJob }: WorkerDeps) {
  const now = clock.now()
  const before = (hours: number) => new Date(now.getTime() - hours * HOUR_MS)
  const overdue = [
    ...(await findOverdue(db, 'PENDING_UPLOAD', before(UPLOAD_EXPIRES_AFTER_HOURS))),
    ...(await findOverdue(db, 'MATCHING', before(MATCHING_EXPIRES_AFTER_HOURS))),
    ...(await findOverdue(db, 'AWAITING_CONFIRMATION', before(CONFIRMATION_EXPIRES_AFTER_HOURS))),
  ]
  for (const { source_filekey: filekey, state } of overdue) {
    await db.transaction().execute(async (tx) => {
      const current = await lockFile(tx, filekey)
      if (current?.state !== state) return
      await transitionFile(tx, filekey, state, 'expire', { finished_at: now })
      await sendJob(tx, 'clean-file', { filekey })
      const changes = { state: [state, 'EXPIRED'] } as const
      await recordSystemAudit(tx, { resource: 'file', action: 'expire', id: filekey, changes })
    })
  }
}

const RETRIES_EXHAUSTED = {
  failure_code: 'work_failed',
  failure_detail:
    'The work on this file failed several times. Retry. If it fails again, contact the system’s operators.',
}
const STORAGE_FULL = {
  failure_code: 'storage_full',
  failure_detail:
    'Storage is full, so the work on this file has stopped. Ask the system’s operators to free some space, then choose Retry.',
}
const STAGING_LOST = {
  failure_code: 'staging_lost',
  failure_detail:
    'The checked rows of this file are no longer stored, so the look-up has stopped. Finished parts are kept. Retry reads the rows from the upload again.',
}
const UPLOAD_DIFFERS = {
  failure_code: 'upload_differs',
  failure_detail:
    'The checked rows of this file are no longer stored, and the upload now gives other rows than those that were confirmed. Run the file again to check the upload from the start.',
}
const ROWS_LOST = {
  failure_code: 'rows_lost',
  failure_detail: 'The rows of this action are no longer stored, so it can’t continue. Start a new action.',
}

/** Fails the file of a job without retries left. */
export const failAfterRetries = (deps: WorkerDeps, job: FileJob) => failFile(deps, job, RETRIES_EXHAUSTED)

/** Fails the file without retries, which would also find the disk full. */
export const failForFullStorage = (deps: WorkerDeps, job: FileJob) => failFile(deps, job, STORAGE_FULL)

/** Fails the file without retries, because only a user can restore access. */
export const failForLostAccess = (deps: WorkerDeps, job: FileJob, { message }: AccessLost) =>
  failFile(deps, job, { failure_code: 'access_lost', failure_detail: message })

/** Fails an action without its chosen rows, which comes from a former release or a restored backup. */
export const failForLostRows = (deps: WorkerDeps, job: FileJob) => failFile(deps, job, ROWS_LOST)

/** Fails an inquiry without its staged rows, as after one of two databases is restored. */
export const failForLostStaging = (deps: WorkerDeps, job: FileJob) => failFile(deps, job, STAGING_LOST)

/** Fails an inquiry whose upload yields other rows than those that a user has confirmed. */
export const failForOtherRows = (deps: WorkerDeps, job: FileJob) => failFile(deps, job, UPLOAD_DIFFERS)

async function failFile(
  { db, storage, clock, sendJob }: WorkerDeps,
  { filekey, attempt }: FileJob,
  failure: typeof RETRIES_EXHAUSTED,
) {
  await db.transaction().execute(async (tx) => {
    const file = await lockFile(tx, filekey)
    if (file?.attempt !== attempt || !canTransition(file.state, 'fail')) return
    await transitionFile(tx, filekey, file.state, 'fail', { finished_at: clock.now(), ...failure })
    const changes = { state: [file.state, 'FAILED'], reason: [null, failure.failure_code] } as const
    await recordSystemAudit(tx, { resource: 'file', action: 'fail', id: filekey, changes })
    await sendJob(tx, 'drop-staging', { filekey })
    // Without an outcome of the dry run, nothing else removes a complete report. Under the row
    // lock, so that no retry has written new reports.
    if (!file.validated_at) await storage.remove(objectKey.reports(filekey))
  })
}
