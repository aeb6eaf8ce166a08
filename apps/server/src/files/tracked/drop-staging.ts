import type { Jobs } from '../../jobs/queue.ts'
import type { WorkerDeps } from '../../jobs/worker-deps.ts'
import {
  dropStagingTable,
  findStagedFile,
  listStagingTables,
  unneededTables,
} from './staging-tables.store.ts'

/**
 * Drops the staging tables of a file that its further work does not need. Safe at any time. Returns their number.
 * Throws while a look-up holds one, so that the queue tries again.
 */
export async function dropStaging(
  { db, pool, ledger }: Pick<WorkerDeps, 'db' | 'pool' | 'ledger'>,
  { filekey }: Jobs['drop-staging'],
): Promise<number> {
  let dropped = 0
  // Inquiries are staged in the ledger; imports and actions in the main database.
  for (const place of new Set([ledger.pool, pool])) {
    // Before the file, see `unneededTables`.
    const tables = await listStagingTables(place, filekey)
    if (tables.length === 0) continue
    for (const table of unneededTables(tables, filekey, await findStagedFile(db, filekey))) {
      await dropStagingTable(place, table)
      dropped += 1
    }
  }
  return dropped
}
