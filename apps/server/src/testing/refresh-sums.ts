import { connectClient } from '../db/client.ts'

/** Counts the sums again after a test wrote transactions itself, and copies them to the main database. */
export async function refreshSums({ url, ledgerUrl }: { url: string; ledgerUrl: string }): Promise<void> {
  const ledger = await connectClient(ledgerUrl)
  try {
    await ledger.query('SELECT rebuild_sums()')
    if (ledgerUrl === url) return
    const main = await connectClient(url)
    try {
      for (const name of ['code_usage', 'transaction_days']) {
        await main.query(`TRUNCATE ${name}`)
        const { rows } = await ledger.query<{ rows: unknown }>(
          `SELECT coalesce(json_agg(sums), '[]') AS rows FROM ${name} AS sums`,
        )
        await main.query(`INSERT INTO ${name} SELECT * FROM json_populate_recordset(NULL::${name}, $1)`, [
          JSON.stringify(rows[0]?.rows),
        ])
      }
    } finally {
      await main.end()
    }
  } finally {
    await ledger.end()
  }
}
