import type pg from 'pg'
import { manilaDay } from '../adapters/clock.ts'
import { type Tx, withClient } from '../db/client.ts'
import { stagingTable } from '../inquiry-file/staging-table.ts'
import { validateInquiryFile } from '../inquiry-file/validate-inquiry-file.ts'
import { lockFile, moveFile, reportProgress } from '../resources/files/file-steps.store.ts'
import { findFile } from '../resources/files/files.store.ts'
import { objectKey } from '../resources/files/object-keys.ts'
import { acceptFile, rejectFile } from './dry-run-outcome.ts'
import { ReportFiles } from './report-files.ts'
import type { WorkerRoom } from './worker-room.ts'

/** The dry run: reads the upload once, stages its rows and says what it found. Changes nothing else. */
export async function validateFile(room: WorkerRoom, { filekey }: { filekey: string }): Promise<void> {
  const { db, pool, storage, clock, sendJob, limits } = room
  const isOurs = await db.transaction().execute(async (tx) => {
    const file = await lockFile(tx, filekey)
    // VALIDATING already: a worker died over it, and the reading begins again.
    if (file?.state === 'VALIDATING') return true
    if (file?.state !== 'UPLOADED') return false
    await moveFile(tx, filekey, file.state, 'read', {
      validating_at: clock.now(),
      total: 0,
      bytes_read: 0,
    })
    return true
  })
  if (!isOurs) return
  const file = await findFile(db, filekey)
  if (!file) return

  const stopped = new AbortController()
  let reporting = Promise.resolve()
  const onProgress = (rows: number, bytes: number) => {
    reporting = reporting.then(async () => {
      if (!(await reportProgress(db, filekey, rows, bytes))) stopped.abort(new NoLongerWanted())
    })
    // A database that is away fails the reading itself, which says so.
    reporting.catch(() => {})
  }
  const reports = new ReportFiles(storage, filekey)
  try {
    await withClient(pool, async (tx: Tx, client: pg.PoolClient) => {
      await client.query(`DROP TABLE IF EXISTS ${stagingTable(filekey)}`)
      const outcome = await validateInquiryFile({
        client,
        filekey,
        source: storage.read(objectKey.source(filekey)),
        expected: { sha256: file.declared_sha256 ?? undefined, size: file.size },
        today: manilaDay(clock.now()),
        limits: { maxRows: limits.maxRows, maxBytes: limits.maxBytes },
        openReport: (name) => reports.open(name),
        onProgress,
        signal: stopped.signal,
      })
      await reporting.catch(() => {})
      const reportBytes = await reports.stored()
      const current = await lockFile(tx, filekey)
      if (current?.state !== 'VALIDATING') throw new NoLongerWanted()
      if (outcome.outcome === 'rejected') {
        await rejectFile(tx, filekey, outcome, clock.now())
        await sendJob(tx, 'clean-file', { filekey })
      } else {
        const kept = { hasRejected: reports.has('rejected'), reportBytes }
        await acceptFile(tx, file, outcome, kept, clock.now())
      }
    })
  } catch (error) {
    await reports.discard()
    if (!(error instanceof NoLongerWanted)) throw error
  }
}

/** Somebody cancelled the file while it was read. */
class NoLongerWanted extends Error {}
