import {
  CONFIRMATION_EXPIRES_AFTER_HOURS,
  canTransition,
  UPLOAD_EXPIRES_AFTER_HOURS,
} from '@backoffice/contract/file-states'
import { spreadsheetSafe } from '../inquiry-file/spreadsheet-safe.ts'
import { stagingTable } from '../inquiry-file/staging-table.ts'
import { recordAudit, SYSTEM } from '../kernel/audit.ts'
import {
  dropStaging,
  findOverdue,
  lockFile,
  markSpreadsheet,
  moveFile,
} from '../resources/files/file-steps.store.ts'
import { findFile } from '../resources/files/files.store.ts'
import { objectKey } from '../resources/files/object-keys.ts'
import type { FileWork, Jobs } from './queue.ts'
import type { WorkerRoom } from './worker-room.ts'

const HOUR_MS = 3_600_000

/** After the result, off its path: the copy that keeps all sixteen digits in a spreadsheet. */
export async function copyForSpreadsheets(
  { db, storage }: WorkerRoom,
  { filekey }: Jobs['copy-for-spreadsheets'],
) {
  // First: on a full disk the copy needs their space.
  await storage.remove(objectKey.chunks(filekey))
  await storage.write(
    objectKey.result_spreadsheet(filekey),
    spreadsheetSafe(storage.read(objectKey.result(filekey))),
  )
  await markSpreadsheet(db, filekey)
}

/** The file has ended without a result: nothing half-made of it stays behind. */
export async function cleanFile({ db, storage }: WorkerRoom, { filekey }: Jobs['clean-file']) {
  await db.transaction().execute((tx) => dropStaging(tx, stagingTable(filekey)))
  await storage.remove(objectKey.chunks(filekey))
  const file = await findFile(db, filekey)
  // Bytes that were never registered are nobody's; what was, is kept as long as any upload.
  if (!file?.uploaded_at) await storage.remove(objectKey.upload(filekey))
}

/** Nobody uploaded in a day, or decided in three: that counts as no. */
export async function expireFiles({ db, clock, sendJob }: WorkerRoom) {
  const now = clock.now()
  const before = (hours: number) => new Date(now.getTime() - hours * HOUR_MS)
  const overdue = [
    ...(await findOverdue(db, 'PENDING_UPLOAD', before(UPLOAD_EXPIRES_AFTER_HOURS))),
    ...(await findOverdue(db, 'AWAITING_CONFIRMATION', before(CONFIRMATION_EXPIRES_AFTER_HOURS))),
  ]
  for (const { source_filekey: filekey, state } of overdue) {
    await db.transaction().execute(async (tx) => {
      const current = await lockFile(tx, filekey)
      if (current?.state !== state) return
      await moveFile(tx, filekey, state, 'expire', { finished_at: now })
      await sendJob(tx, 'clean-file', { filekey })
      const changes = { state: [state, 'EXPIRED'] } as const
      const entry = { action: 'file.expire', resource: 'file', resourceId: filekey, changes } as const
      await recordAudit(tx, SYSTEM, [entry], 'done', null)
    })
  }
}

const WORK_FAILED = {
  failure_code: 'work_failed',
  failure_detail:
    'The work on this file failed several times. Retry; if it fails again, tell the system’s operators.',
}
const STORAGE_FULL = {
  failure_code: 'storage_full',
  failure_detail:
    'Storage is full, so the work on this file has stopped. Ask the system’s operators to free some space, then choose Retry.',
}

/** A job failed for good: its file must not look as if somebody still worked on it. */
export const giveUp = (room: WorkerRoom, work: FileWork) => failFile(room, work, WORK_FAILED)

/** Another try would find the disk as full: the file says so at once. */
export const stopForFullStorage = (room: WorkerRoom, work: FileWork) => failFile(room, work, STORAGE_FULL)

async function failFile(
  { db, storage, clock }: WorkerRoom,
  { filekey, attempt }: FileWork,
  failure: typeof WORK_FAILED,
) {
  await db.transaction().execute(async (tx) => {
    const file = await lockFile(tx, filekey)
    if (file?.attempt !== attempt || !canTransition(file.state, 'fail')) return
    await moveFile(tx, filekey, file.state, 'fail', { finished_at: clock.now(), ...failure })
    const changes = { state: [file.state, 'FAILED'] } as const
    const entry = { action: 'file.fail', resource: 'file', resourceId: filekey, changes } as const
    await recordAudit(tx, SYSTEM, [entry], 'done', null)
    // Of two reports one may be whole. Without an outcome of the dry run nobody would remove it. While the row is
    // held, so that no retry has written others.
    if (!file.validated_at) await storage.remove(objectKey.reports(filekey))
  })
}
