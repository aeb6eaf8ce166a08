import type pg from 'pg'
import { StartError } from '../config/start-error.ts'
import { onlyRow } from './client.ts'

/** Settings of every connection to the ledger. */
const SETTINGS = {
  // A chunk keeps one core of each node busy; by default Citus opens a connection per shard, for 2.6 times the work.
  'citus.max_adaptive_executor_pool_size': '1',
  // The planner settings of a chunk also apply on the nodes.
  'citus.propagate_set_commands': 'local',
}

const DIVIDE_TABLES = `
  ALTER TABLE transactions DROP CONSTRAINT transactions_pkey;
  ALTER TABLE transactions ADD CONSTRAINT transactions_pkey PRIMARY KEY (transaction_id, card_number);
  DROP INDEX cards_id;
  CREATE INDEX cards_id ON cards (card_id);
  SELECT create_distributed_table('cards', 'card_number');
  SELECT create_distributed_table('transactions', 'card_number', colocate_with => 'cards')`

const DIVIDE_STAGING = `
  CREATE OR REPLACE FUNCTION divide_staging(staging text) RETURNS void LANGUAGE sql
  AS $$ SELECT create_distributed_table(staging::regclass, 'card_number', colocate_with => 'cards') $$`

/**
 * With the extension Citus, divides cards and transactions by card over its nodes, and staged inquiries as they are
 * created. A key must then contain the card. Anything else stays on the coordinator. Safe to repeat.
 */
export async function divideLedger(client: pg.ClientBase): Promise<void> {
  const { rowCount } = await client.query(`SELECT FROM pg_extension WHERE extname = 'citus'`)
  if (rowCount === 0) return
  const { rows } = await client.query<{ name: string; nodes: number; isDivided: boolean }>(
    `SELECT current_database() AS name,
       (SELECT count(*)::int FROM pg_dist_node WHERE isactive AND shouldhaveshards AND noderole = 'primary') AS nodes,
       EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = 'transactions'::regclass) AS "isDivided"`,
  )
  const { name, nodes, isDivided } = onlyRow(rows)
  if (nodes === 0)
    throw new StartError(
      `The ledger's database ${name} has the extension Citus but no node for its tables: add the nodes (citus_add_node), then run npm run migrate.`,
    )
  await client.query('BEGIN')
  try {
    // Tables and functions in one transaction need one connection per node.
    await client.query(`SET LOCAL citus.multi_shard_modify_mode = 'sequential'`)
    if (!isDivided) await client.query(DIVIDE_TABLES)
    await client.query(DIVIDE_STAGING)
    for (const [setting, value] of Object.entries(SETTINGS))
      await client.query(`ALTER DATABASE ${client.escapeIdentifier(name)} SET ${setting} = '${value}'`)
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw new StartError(
      `Citus did not divide the ledger ${name}: ${error instanceof Error ? error.message : error}`,
      { cause: error },
    )
  }
}
