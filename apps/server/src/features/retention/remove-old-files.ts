import { daysBefore, RETENTION_DAYS } from '../../db/retention-periods.ts'
import { FILE_DATA } from '../../files/tracked/file-retention.store.ts'
import type { WorkerDeps } from '../../jobs/worker-deps.ts'
import { recordSystemAudit } from '../../kernel/audit.ts'
import { removeMappingProgress } from '../mapping/gaps.store.ts'
import { OLD_ROWS } from './old-rows.store.ts'
import { removeFileData, removeLeftovers } from './remove-file-data.ts'
import { addRemoved, takeRemoved } from './removed-counts.store.ts'

const BATCH_ROWS = 1_000
/** Large, because audit events are small and many. */
const BATCH_EVENTS = 10_000

/**
 * Nightly: removes data past its retention period (docs/retention.md) and audits it. A failed removal does not affect
 * others, but fails the job, so that it is retried.
 */
export async function removeOldFiles(deps: WorkerDeps): Promise<void> {
  const now = deps.clock.now()
  const failures: unknown[] = []
  const onFailure = (error: unknown) => void failures.push(error)
  for (const data of FILE_DATA) await removeFileData(deps, data, now, onFailure).catch(onFailure)
  await removeLeftovers(deps, now, onFailure).catch(onFailure)
  for (const rows of OLD_ROWS) await removeRows(deps, rows, now).catch(onFailure)
  await removeMappingProgress(deps.ledger.db, daysBefore(now, RETENTION_DAYS.results)).catch(onFailure)
  await recordSummary(deps, failures.length)
  if (failures.length > 0)
    throw new AggregateError(
      failures,
      `${failures.length} removals failed and will be retried: ${failures[0]}`,
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

/** Records one event per night, even if nothing was due, but none for a run in which every removal failed. */
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
