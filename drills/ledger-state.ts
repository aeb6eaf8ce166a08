import type { createPool } from '../apps/server/src/db/client.ts'
import { retryUntilReply } from './driver.ts'
import { digestOf } from './files.ts'

type Pool = ReturnType<typeof createPool>

/** Names of all staging tables. */
export function readStaging(...pools: readonly Pool[]): Promise<string[]> {
  return retryUntilReply(async () => {
    const found = await Promise.all(
      pools.map((pool) =>
        pool.query<{ name: string }>(`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'staging'`),
      ),
    )
    return [...new Set(found.flatMap(({ rows }) => rows.map(({ name }) => name)))]
  })
}

/** Rows and digest of each table of sums, whichever change last wrote them. */
export function readAllSums(pool: Pool): Promise<Record<string, string>> {
  return retryUntilReply(async () => {
    const shown: Record<string, string> = {}
    for (const table of ['code_usage', 'transaction_days']) {
      const { rows } = await pool.query<{ row: object }>(
        `SELECT to_jsonb(t) - 'version' AS row FROM ${table} t WHERE transactions > 0 ORDER BY 1`,
      )
      shown[table] = `${rows.length} rows, ${digestOf(JSON.stringify(rows))}`
    }
    return shown
  })
}

/** Sums of the ledger, counted again. */
export async function recountSums(ledger: Pool): Promise<Record<string, string>> {
  await retryUntilReply(() => ledger.query('SELECT rebuild_sums()'))
  return readAllSums(ledger)
}
