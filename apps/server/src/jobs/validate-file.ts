import { PassThrough } from 'node:stream'
import type { FileState } from '@backoffice/contract/file-states'
import type pg from 'pg'
import type { Tx } from '../db/client.ts'
import { withClient } from '../db/client.ts'
import { stagingTable } from '../inquiry-file/staging-table.ts'
import { validateInquiryFile } from '../inquiry-file/validate-inquiry-file.ts'
import type { ReadyFile, RefusedFile, ReportName, ReportSink } from '../inquiry-file/validation-types.ts'
import { manilaDay } from '../outside/clock.ts'
import type { Storage } from '../outside/storage/storage.ts'
import {
  findSameContent,
  lockFile,
  moveFile,
  replaceErrors,
  reportProgress,
} from '../resources/files/file-steps.store.ts'
import { findFile } from '../resources/files/files.store.ts'
import { objectKey } from '../resources/files/object-keys.ts'
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
  const reports = new Reports(storage, filekey)
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
      await reports.stored()
      const current = await lockFile(tx, filekey)
      if (current?.state !== 'VALIDATING') throw new NoLongerWanted()
      if (outcome.outcome === 'rejected') {
        await reject(tx, filekey, current.state, outcome, clock.now())
        await sendJob(tx, 'clean-file', { filekey })
      } else {
        await accept(tx, filekey, current.state, outcome, file.category, reports.has('rejected'), clock.now())
      }
    })
  } catch (error) {
    await reports.discard()
    if (!(error instanceof NoLongerWanted)) throw error
  }
}

/** Somebody cancelled the file while it was read. */
class NoLongerWanted extends Error {}

async function reject(tx: Tx, filekey: string, from: FileState, outcome: RefusedFile, now: Date) {
  await replaceErrors(tx, filekey, [])
  await moveFile(tx, filekey, from, 'reject', {
    sha256: outcome.sha256 ?? null,
    failure_code: outcome.code,
    failure_detail: outcome.detail,
    validated_at: now,
    finished_at: now,
  })
}

async function accept(
  tx: Tx,
  filekey: string,
  from: FileState,
  outcome: ReadyFile,
  category: string,
  hasRejected: boolean,
  now: Date,
) {
  await replaceErrors(tx, filekey, outcome.firstErrors)
  await moveFile(tx, filekey, from, 'accept', {
    sha256: outcome.sha256,
    bytes_read: outcome.bytes,
    total: outcome.total,
    valid: outcome.valid,
    warning: outcome.warning,
    error: outcome.error,
    duplicate: outcome.duplicate,
    skipped: outcome.error + outcome.duplicate,
    rows_without_dates: outcome.rowsWithoutDates,
    errors_total: outcome.errorsTotal,
    has_rejected: hasRejected,
    validated_at: now,
    already_uploaded: await findSameContent(tx, filekey, outcome.sha256, category),
  })
}

/** Report files grow in the storage while the upload is read; they appear when they are whole. */
class Reports {
  readonly #storage: Storage
  readonly #filekey: string
  readonly #open = new Map<ReportName, { stream: PassThrough; stored: Promise<unknown> }>()

  constructor(storage: Storage, filekey: string) {
    this.#storage = storage
    this.#filekey = filekey
  }

  open(name: ReportName): ReportSink {
    const stream = new PassThrough({ highWaterMark: 1024 * 1024 })
    const stored = this.#storage.write(objectKey[name](this.#filekey), stream)
    // Looked at in stored(); until then a failure must not end the process.
    stored.catch(() => {})
    this.#open.set(name, { stream, stored })
    return {
      write: (bytes) => {
        if (stream.write(bytes)) return
        return new Promise((resolve, reject) => {
          stream.once('drain', resolve)
          stored.catch(reject)
        })
      },
      end: () => {
        stream.end()
      },
      discard: () => {
        stream.destroy(new Error('discarded'))
        this.#open.delete(name)
      },
    }
  }

  has(name: ReportName) {
    return this.#open.has(name)
  }

  async stored() {
    await Promise.all([...this.#open.values()].map((report) => report.stored))
  }

  async discard() {
    for (const { stream, stored } of this.#open.values()) {
      stream.destroy(new Error('discarded'))
      await stored.catch(() => {})
    }
    this.#open.clear()
  }
}
