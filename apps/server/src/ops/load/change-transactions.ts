import type { ClientBase } from 'pg'
import { onlyRow } from '../../db/client.ts'

/**
 * Writes some transactions as one change of the ledger, which the sums follow. `ids` has all rows that `write` adds,
 * changes or deletes. `client` is the owner's, in a transaction.
 */
export async function changeTransactions(
  client: ClientBase,
  ids: readonly (string | number)[],
  write: () => Promise<unknown>,
): Promise<void> {
  const { rows } = await client.query<{ version: string }>('SELECT start_ledger_change() AS version')
  const collect = (sign: 1 | -1) =>
    client.query(
      `INSERT INTO changed_transactions SELECT t.*, ${sign} FROM transactions t WHERE t.transaction_id = ANY ($1)`,
      [ids],
    )
  await collect(-1)
  await write()
  await collect(1)
  await client.query('SELECT apply_ledger_change($1)', [onlyRow(rows).version])
}
