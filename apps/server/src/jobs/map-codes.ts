import type { MapRequest } from '../db/schema.ts'
import { recordSystemAudit } from '../kernel/audit.ts'
import { mapRequest } from '../resources/files/file-request.ts'
import { lockFile, transitionFile } from '../resources/files/file-writes.store.ts'
import { findFile } from '../resources/files/files.store.ts'
import { findWaiting, mapTransactions, type WaitingCode } from '../resources/mapping/gaps.store.ts'
import { requireWorkAccess } from './work-access.ts'
import type { WorkerDeps } from './worker-deps.ts'

/** Bounded, because loads and other jobs wait for the code figures while a chunk is written. */
const CHUNK_TRANSACTIONS = 2_000

/**
 * Assigns the current codes of the tables to transactions, in chunks that commit with their figures. A repetition finds
 * the transactions that still lack codes; figures add up over all runs.
 */
export async function mapCodes(deps: WorkerDeps, filekey: string): Promise<void> {
  const { db } = deps
  const file = await findFile(db, filekey)
  if (!file) return
  const request = mapRequest(file)
  const codes = await findWaiting(db, request.gap, request.codes)
  const waiting = codes.reduce((sum, { transactions }) => sum + transactions, 0)
  const total = file.processed + waiting
  await db.updateTable('files').set({ total }).where('source_filekey', '=', filekey).execute()
  for (const code of codes) {
    for (let after: string | null = '0'; after !== null; )
      after = await mapChunk(deps, filekey, request, code, after)
  }
  await finish(deps, filekey)
}

/** Id of the last processed transaction; null if none are left or the file was cancelled. */
async function mapChunk(
  { db }: WorkerDeps,
  filekey: string,
  { gap }: MapRequest,
  code: WaitingCode,
  after: string,
): Promise<string | null> {
  return db.transaction().execute(async (tx) => {
    const current = await lockFile(tx, filekey)
    if (current?.state !== 'PROCESSING') return null
    const { seen, mapped, last_id } = await mapTransactions(tx, gap, code, after, CHUNK_TRANSACTIONS)
    await tx
      .updateTable('files')
      .set((q) => ({
        processed: q('processed', '+', seen),
        valid: q('valid', '+', mapped),
        skipped: q('skipped', '+', seen - mapped),
      }))
      .where('source_filekey', '=', filekey)
      .execute()
    await requireWorkAccess(tx, filekey)
    return seen < CHUNK_TRANSACTIONS ? null : last_id
  })
}

async function finish({ db, clock }: WorkerDeps, filekey: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const current = await lockFile(tx, filekey)
    const file = await findFile(tx, filekey)
    if (current?.state !== 'PROCESSING' || !file) return
    const to = await transitionFile(tx, filekey, current.state, 'complete', {
      finished_at: clock.now(),
      total: file.processed,
    })
    const changes = {
      state: [current.state, to],
      mapped: [null, file.valid],
      left: [null, file.skipped],
    } as const
    await recordSystemAudit(tx, { resource: 'file', action: 'finish', id: filekey, changes })
    await requireWorkAccess(tx, filekey)
  })
}
