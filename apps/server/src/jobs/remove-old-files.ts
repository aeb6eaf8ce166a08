import { UPLOAD_EXPIRES_AFTER_HOURS } from '@backoffice/contract/file-states'
import { stagingTable } from '../inquiry-file/staging-table.ts'
import { recordSystemAudit } from '../kernel/audit.ts'
import { deleteOldEndedSessions } from '../resources/account/account.store.ts'
import { removeOldEvents } from '../resources/audit/audit-retention.store.ts'
import {
  deleteOldIdempotencyKeys,
  findPastRetention,
  markRemoved,
  type RetainedData,
} from '../resources/files/file-retention.store.ts'
import { dropStagingTable } from '../resources/files/file-writes.store.ts'
import { objectKey } from '../resources/files/object-keys.ts'
import {
  ORIGINALS_RETENTION_DAYS,
  REPORTS_RETENTION_DAYS,
  RESULTS_RETENTION_DAYS,
} from '../resources/files/tracked-file.ts'
import type { WorkerDeps } from './worker-deps.ts'

const DAY_MS = 24 * 3_600_000
/** The link of a file that ended without an upload may have been used until it expired. */
const NEVER_REGISTERED_DAYS = 1
const IDEMPOTENCY_KEY_DAYS = 2
/** As long as an upload may be continued; no call or job writes longer. */
const PARTIAL_WRITE_DAYS = UPLOAD_EXPIRES_AFTER_HOURS / 24

/** Nightly: removes data past its retention and audits it. */
export async function removeOldFiles(deps: WorkerDeps): Promise<void> {
  const { db, storage, clock } = deps
  const before = (days: number) => new Date(clock.now().getTime() - days * DAY_MS)
  const past = {
    originals: [
      ...(await findPastRetention(db, 'originals', before(ORIGINALS_RETENTION_DAYS))),
      ...(await findPastRetention(db, 'results', before(RESULTS_RETENTION_DAYS))),
      ...(await findPastRetention(db, 'never-registered', before(NEVER_REGISTERED_DAYS))),
    ],
    reports: await findPastRetention(db, 'reports', before(REPORTS_RETENTION_DAYS)),
  }
  for (const filekey of past.originals) {
    await storage.remove(objectKey.upload(filekey))
    await storage.remove(objectKey.results(filekey))
    await storage.remove(objectKey.chunks(filekey))
    await recordRemoval(deps, filekey, 'originals')
  }
  for (const filekey of past.reports) {
    await storage.remove(objectKey.reports(filekey))
    await recordRemoval(deps, filekey, 'reports')
  }
  await storage.removePartialWrites(before(PARTIAL_WRITE_DAYS))
  await deleteOldIdempotencyKeys(db, before(IDEMPOTENCY_KEY_DAYS))
  await deleteOldEndedSessions(db, clock.now())
  await removeOldEvents(db)
}

async function recordRemoval({ db, clock }: WorkerDeps, filekey: string, what: RetainedData) {
  await db.transaction().execute(async (tx) => {
    await markRemoved(tx, filekey, what, clock.now())
    if (what === 'originals') await dropStagingTable(tx, stagingTable(filekey))
    const changes = { [what]: ['kept', 'removed'] } as const
    await recordSystemAudit(tx, { resource: 'file', action: 'remove', id: filekey, changes })
  })
}
