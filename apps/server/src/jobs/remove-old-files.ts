import { UPLOAD_EXPIRES_AFTER_HOURS } from '@backoffice/contract/file-states'
import { stagingTable } from '../inquiry-file/staging-table.ts'
import { recordAudit, SYSTEM } from '../kernel/audit.ts'
import { forgetEndedSessions } from '../resources/account/account.store.ts'
import { dropStaging } from '../resources/files/file-steps.store.ts'
import { objectKey } from '../resources/files/object-keys.ts'
import { findPast, forgetOldKeys, type Kept, markRemoved } from '../resources/files/old-files.store.ts'
import { ORIGINALS_KEPT_DAYS, REPORTS_KEPT_DAYS } from '../resources/files/present-file.ts'
import type { WorkerRoom } from './worker-room.ts'

const DAY_MS = 24 * 3_600_000
/** A link to a file that ended without an upload may have been used until its own end. */
const NEVER_REGISTERED_DAYS = 1
const KEYS_DAYS = 2
/** As long as an upload may be continued; no call and no job writes that long. */
const LEFTOVERS_DAYS = UPLOAD_EXPIRES_AFTER_HOURS / 24

/** Nightly: what has been kept for its time goes, and the trail says so. */
export async function removeOldFiles(room: WorkerRoom): Promise<void> {
  const { db, storage, clock } = room
  const before = (days: number) => new Date(clock.now().getTime() - days * DAY_MS)
  const past = {
    originals: [
      ...(await findPast(db, 'originals', before(ORIGINALS_KEPT_DAYS))),
      ...(await findPast(db, 'never-registered', before(NEVER_REGISTERED_DAYS))),
    ],
    reports: await findPast(db, 'reports', before(REPORTS_KEPT_DAYS)),
  }
  for (const filekey of past.originals) {
    await storage.remove(objectKey.upload(filekey))
    await storage.remove(objectKey.results(filekey))
    await storage.remove(objectKey.chunks(filekey))
    await note(room, filekey, 'originals')
  }
  for (const filekey of past.reports) {
    await storage.remove(objectKey.reports(filekey))
    await note(room, filekey, 'reports')
  }
  await storage.removePartialWrites(before(LEFTOVERS_DAYS))
  await forgetOldKeys(db, before(KEYS_DAYS))
  await forgetEndedSessions(db, clock.now())
}

async function note({ db, clock }: WorkerRoom, filekey: string, what: Kept) {
  await db.transaction().execute(async (tx) => {
    await markRemoved(tx, filekey, what, clock.now())
    if (what === 'originals') await dropStaging(tx, stagingTable(filekey))
    const changes = { [what]: ['kept', 'removed'] } as const
    const entry = { action: 'file.remove', resource: 'file', resourceId: filekey, changes } as const
    await recordAudit(tx, SYSTEM, [entry], 'done', null)
  })
}
