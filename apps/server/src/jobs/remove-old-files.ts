import { recordSystemAudit } from '../kernel/audit.ts'
import { FILE_DATA } from '../resources/files/file-retention.store.ts'
import { OLD_ROWS } from './retention/old-rows.store.ts'
import { removeFileData, removeLeftovers } from './retention/remove-file-data.ts'
import { addRemoved, takeRemoved } from './retention/removed-counts.store.ts'
import type { WorkerDeps } from './worker-deps.ts'

const BATCH_ROWS = 1_000
/** A row of the trail is small, and there are many. */
const BATCH_EVENTS = 10_000

/**
 * Nightly: removes what is past its retention period (docs/retention.md) and says so in the audit trail. What cannot be
 * removed keeps nothing else; the job then fails, so that it is tried again.
 */
export async function removeOldFiles(deps: WorkerDeps): Promise<void> {
  const now = deps.clock.now()
  const failures: unknown[] = []
  const onFailure = (error: unknown) => void failures.push(error)
  for (const data of FILE_DATA) await removeFileData(deps, data, now, onFailure).catch(onFailure)
  await removeLeftovers(deps, now, onFailure).catch(onFailure)
  for (const rows of OLD_ROWS) await removeRows(deps, rows, now).catch(onFailure)
  await recordSummary(deps, failures.length)
  if (failures.length > 0)
    throw new AggregateError(
      failures,
      `${failures.length} removals failed and are tried again: ${failures[0]}`,
    )
}

async function removeRows({ db }: WorkerDeps, { subject, remove }: (typeof OLD_ROWS)[number], now: Date) {
  const limit = subject === 'audit_events' ? BATCH_EVENTS : BATCH_ROWS
  for (;;) {
    const removed = await db.transaction().execute(async (tx) => {
      const count = await remove({ tx, now, limit })
      await addRemoved(tx, subject, count)
      return count
    })
    if (removed < limit) return
  }
}

/** One event for a night, also where nothing was due; none for a try in which nothing could be removed. */
async function recordSummary({ db }: WorkerDeps, failures: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const removed = await takeRemoved(tx)
    if (failures > 0 && removed.size === 0) return
    const counts = [...removed].sort().map(([subject, count]) => [subject, [count, 0]] as const)
    const changes = {
      ...Object.fromEntries(counts),
      ...(failures > 0 && { failed: [null, failures] as const }),
    }
    await recordSystemAudit(tx, { resource: 'retention', action: 'finish', id: null, changes })
  })
}
