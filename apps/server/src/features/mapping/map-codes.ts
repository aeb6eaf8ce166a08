import { setTimeout as sleep } from 'node:timers/promises'
import { isRetryable, type Tx } from '../../db/client.ts'
import type { MapRequest } from '../../db/schema.ts'
import { mapRequest } from '../../files/tracked/file-permissions.ts'
import { lockFile, transitionFile } from '../../files/tracked/file-writes.store.ts'
import { findFile } from '../../files/tracked/files.store.ts'
import { refuseLostAccess, requireWorkAccess } from '../../files/tracked/work-access.ts'
import { copySums, copySumsIn } from '../../jobs/copy-sums.ts'
import type { WorkerDeps } from '../../jobs/worker-deps.ts'
import { recordSystemAudit } from '../../kernel/audit.ts'
import {
  findWaiting,
  listCandidates,
  type MappingProgress,
  mappingProgress,
  mapTransactions,
  type WaitingCode,
} from './gaps.store.ts'
import { lockMapping } from './start-mapping.ts'

/** Bounded, because loads and other jobs wait for the code figures while a chunk is written. */
const CHUNK_TRANSACTIONS = 2_000
/** Between two tries, each of which waits for some seconds. */
const LOAD_PAUSE_MS = 1_000

/**
 * Assigns the current codes of the tables to transactions, in chunks that commit with their figures and progress. The
 * ledger may commit a chunk that the main database does not. A repetition continues after it, and counts it once.
 * Transactions that a load has brought meanwhile with lower ids wait for the next mapping.
 */
export async function mapCodes(
  deps: WorkerDeps,
  filekey: string,
  most: number = CHUNK_TRANSACTIONS,
): Promise<void> {
  const { db, ledger } = deps
  const file = await findFile(db, filekey)
  if (!file) return
  const { gap, codes: only } = mapRequest(file)
  await copySums(deps)
  const codes = await findWaiting(db, gap, only)
  const { mapped } = await mappingProgress(ledger.db, filekey)
  // Those that were seen and not mapped still wait.
  const total = codes.reduce((sum, { transactions }) => sum + transactions, mapped)
  await db.updateTable('files').set({ total }).where('source_filekey', '=', filekey).execute()
  for (const code of codes) while (await whenFree(() => mapChunk(deps, { filekey, gap, code, most }))) {}
  await finish(deps, filekey)
}

/** Repeats work until no load holds the ledger. Meanwhile the file can be cancelled, and rows can be deleted. */
async function whenFree<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isRetryable(error)) throw error
    }
    await sleep(LOAD_PAUSE_MS)
  }
}

type Chunk = { filekey: string; gap: MapRequest['gap']; code: WaitingCode; most: number }

/** False if none are left or the file was cancelled. */
async function mapChunk({ db, ledger }: WorkerDeps, { filekey, gap, code, most }: Chunk): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const current = await lockFile(tx, filekey)
    if (current?.state !== 'PROCESSING') return false
    await refuseLostAccess(tx, filekey)
    await lockMapping(tx)
    const candidates = await listCandidates(tx, gap, code)
    const { seen, progress } = await ledger.write(tx, async (ledgerTx) => ({
      seen: await mapTransactions(ledgerTx, { filekey, kind: gap, code, candidates, most }),
      progress: await mappingProgress(ledgerTx, filekey),
    }))
    await setCounters(tx, filekey, progress)
    // With a separate ledger this rolls back the main database only. A retry counts the committed chunk.
    await requireWorkAccess(tx, filekey)
    return seen === most
  })
}

async function setCounters(tx: Tx, filekey: string, { seen, mapped }: MappingProgress): Promise<void> {
  await tx
    .updateTable('files')
    .set({ processed: seen, valid: mapped, skipped: seen - mapped })
    .where('source_filekey', '=', filekey)
    .execute()
}

async function finish({ db, ledger, clock }: WorkerDeps, filekey: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const current = await lockFile(tx, filekey)
    if (current?.state !== 'PROCESSING') return
    const progress = await mappingProgress(ledger.during(tx), filekey)
    await copySumsIn(tx, ledger)
    await setCounters(tx, filekey, progress)
    const to = await transitionFile(tx, filekey, current.state, 'complete', {
      finished_at: clock.now(),
      total: progress.seen,
    })
    const changes = {
      state: [current.state, to],
      mapped: [null, progress.mapped],
      left: [null, progress.seen - progress.mapped],
    } as const
    await recordSystemAudit(tx, { resource: 'file', action: 'finish', id: filekey, changes })
    await requireWorkAccess(tx, filekey)
  })
}
