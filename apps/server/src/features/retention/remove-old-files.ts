import { UPLOAD_EXPIRES_AFTER_HOURS } from '@backoffice/contract/file-states'
import { objectKey } from '../../adapters/storage/object-keys.ts'
import { daysBefore, RETENTION_DAYS } from '../../db/retention-periods.ts'
import { dropStaging } from '../../files/tracked/drop-staging.ts'
import {
  FILE_DATA,
  type FileData,
  findJustEnded,
  findPastRetention,
  lockPastRetention,
  markRemoved,
} from '../../files/tracked/file-retention.store.ts'
import { listStagedFiles } from '../../files/tracked/staging-tables.store.ts'
import type { WorkerDeps } from '../../jobs/worker-deps.ts'
import { recordSystemAudit } from '../../kernel/audit.ts'
import { removeMappingProgress } from '../mapping/gaps.store.ts'
import { addRemoved, OLD_ROWS, type RemovedSubject, takeRemoved } from './old-rows.store.ts'

const BATCH_ROWS = 1_000
/** Large, because audit events are small and many. */
const BATCH_EVENTS = 10_000

/**
 * Removes data past its retention period (docs/retention.md) every night and audits it. A failed removal does not
 * affect others, but fails the job, so that it is retried.
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

/** Maximum duration of an upload; no call or job writes longer. */
const PARTIAL_WRITE_DAYS = UPLOAD_EXPIRES_AFTER_HOURS / 24
/** Nights of search for leftovers of an ended file; later ones are removed with its other objects. */
const LEFTOVER_NIGHTS = 2
/** More consecutive failures mean that the storage fails, not single files. */
const MAX_CONSECUTIVE_FAILURES = 20

const SUBJECTS = {
  originals: 'originals',
  results: 'results',
  'never-registered': 'unregistered_uploads',
  reports: 'reports',
} as const satisfies Record<FileData, RemovedSubject>

type OnFailure = (error: unknown) => void

/** Removes data file by file, with an audit event each. Failed files are retried the next night. */
async function removeFileData(
  deps: WorkerDeps,
  data: FileData,
  now: Date,
  onFailure: OnFailure,
): Promise<void> {
  let after: string | null = null
  for (;;) {
    const page: string[] = await findPastRetention(deps.db, data, now, after)
    const last = page.at(-1)
    if (last === undefined) return
    await each(page, onFailure, (filekey) => removeOne(deps, filekey, data, now))
    after = last
  }
}

async function removeOne({ db, storage, clock }: WorkerDeps, filekey: string, data: FileData, now: Date) {
  await db.transaction().execute(async (tx) => {
    const file = await lockPastRetention(tx, filekey, data, now)
    if (!file) return
    // Under the row lock, so that no retry starts meanwhile. A kill before the commit repeats the removal.
    for (const key of objectsOf(filekey, data, file)) await storage.remove(key)
    await markRemoved(tx, filekey, data, clock.now())
    const part = data === 'reports' ? 'reports' : 'originals'
    await addRemoved(tx, SUBJECTS[data], 1)
    const changes = { [part]: ['kept', 'removed'] } as const
    await recordSystemAudit(tx, { resource: 'file', action: 'remove', id: filekey, changes })
  })
}

type Reports = { validated_at: Date | null; reports_removed_at: Date | null }

function objectsOf(filekey: string, data: FileData, { validated_at, reports_removed_at }: Reports) {
  if (data === 'reports') return [objectKey.reports(filekey)]
  // From a dry run without an outcome, or written by a retry after the removal.
  const hasStrayReports = validated_at === null || reports_removed_at !== null
  return [
    objectKey.upload(filekey),
    objectKey.results(filekey),
    objectKey.chunks(filekey),
    ...(hasStrayReports ? [objectKey.reports(filekey)] : []),
  ]
}

/** Removes the staging tables, chunks and unfinished writes of lost jobs. */
export async function removeLeftovers(deps: WorkerDeps, now: Date, onFailure: OnFailure): Promise<void> {
  const { db, pool, ledger, storage } = deps
  const until = daysBefore(now, RETENTION_DAYS.leftovers)
  const drop = async (filekey: string) => {
    const dropped = await dropStaging(deps, { filekey })
    await db.transaction().execute((tx) => addRemoved(tx, 'staging_tables', dropped))
  }
  for (const place of new Set([ledger.pool, pool]))
    await listStagedFiles(place)
      .then((filekeys) => each(filekeys, onFailure, drop))
      .catch(onFailure)
  await each(await findJustEnded(db, daysBefore(until, LEFTOVER_NIGHTS), until), onFailure, (filekey) =>
    storage.remove(objectKey.chunks(filekey)),
  )
  await storage.removePartialWrites(daysBefore(now, PARTIAL_WRITE_DAYS))
}

/** Continues after a failure, but gives up after many consecutive ones. */
async function each(
  filekeys: readonly string[],
  onFailure: OnFailure,
  work: (filekey: string) => Promise<void>,
) {
  let inARow = 0
  for (const filekey of filekeys) {
    try {
      await work(filekey)
      inARow = 0
    } catch (error) {
      inARow += 1
      if (inARow === MAX_CONSECUTIVE_FAILURES) throw error
      onFailure(
        new Error(`File ${filekey}: ${error instanceof Error ? error.message : error}`, { cause: error }),
      )
    }
  }
}
