import { riskOf } from '@backoffice/contract/grants'
import { migrateIdentity } from '@backoffice/identity'
import type pg from 'pg'
import type { Config } from '../../config/config.ts'
import { StartError } from '../../config/start-error.ts'
import {
  connectClient,
  createDatabase,
  createPool,
  type Database,
  onlyRow,
  type Tx,
} from '../../db/client.ts'
import { requireOwner, setLoginDefaults } from '../../db/login.ts'
import { migrate, requireServerVersion, withMigrationLock } from '../../db/migrate.ts'
import { installQueues } from '../../jobs/queue.ts'
import { recordSystemAudit } from '../../kernel/audit.ts'
import { STARTER_POLICIES, STARTER_ROLES } from './starter-access.ts'

type Options = {
  ownerUrl: string
  /** URL of the application, without a pooler. */
  url: string
  hasPooler?: boolean
}

type LedgerUrls = NonNullable<Config['ledger']>

/**
 * Installs or upgrades tables, identity, queues and starter roles as the database's owner. Concurrent calls run one
 * after the other. Returns the names of the applied migrations.
 */
export async function installSystem({ ownerUrl, url, hasPooler = false }: Options): Promise<string[]> {
  const client = await connectClient(ownerUrl)
  try {
    await requireServerVersion(client)
    await requireOwner(client)
    return await withMigrationLock(client, async () => {
      const applied = await migrate(client)
      await migrateIdentity(client)
      await installQueues(ownerUrl)
      if (hasPooler) await setLoginDefaults(url)
      const db = createDatabase(createPool(url, { max: 1 }))
      try {
        await installStarterAccess(db)
        await refreshRisks(db)
      } finally {
        await db.destroy()
      }
      return applied
    })
  } finally {
    await client.end()
  }
}

/** Installs or upgrades all tables of a separate ledger, as its owner. The ledger uses some of them. */
export async function installLedger({ ownerUrl, directUrl, url }: LedgerUrls): Promise<string[]> {
  const client = await connectClient(ownerUrl)
  try {
    await requireServerVersion(client, 'LEDGER_DATABASE')
    await requireOwner(client, 'LEDGER_DATABASE')
    return await withMigrationLock(client, async () => {
      const applied = await migrate(client)
      await divideLedger(client)
      // So that its copied sums are those of a change, by which the main database knows that its ledger is elsewhere.
      await client.query('UPDATE ledger_version SET version = 1 WHERE version = 0')
      if (url !== directUrl) await setLoginDefaults(directUrl)
      return applied
    })
  } finally {
    await client.end()
  }
}

/** Creates the starter roles and policies unless the database has any role. */
export async function installStarterAccess(db: Database): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const any = await tx.selectFrom('roles').select('id').limit(1).executeTakeFirst()
    if (any) return
    const policyIds = await insertPolicies(tx)
    for (const role of STARTER_ROLES) await insertRole(tx, role, policyIds)
    await recordSystemAudit(tx, { resource: 'role', action: 'install', id: null })
  })
}

/** Updates the stored risks, which lists sort and filter by. High risk may differ between releases. */
export async function refreshRisks(db: Database): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const policies = await tx.selectFrom('policies').select(['id', 'statements', 'risk']).execute()
    for (const { id, statements, risk } of policies) {
      const derived = riskOf(statements)
      if (derived !== risk)
        await tx.updateTable('policies').set({ risk: derived }).where('id', '=', id).execute()
    }
  })
}

async function insertPolicies(tx: Tx): Promise<Map<string, string>> {
  const rows = await tx
    .insertInto('policies')
    .values(
      STARTER_POLICIES.map((policy) => ({
        ...policy,
        statements: [...policy.statements],
        risk: riskOf(policy.statements),
        is_system: true,
      })),
    )
    .returning(['id', 'name'])
    .execute()
  return new Map(rows.map((row) => [row.name, row.id]))
}

async function insertRole(tx: Tx, role: (typeof STARTER_ROLES)[number], policyIds: Map<string, string>) {
  const { id } = await tx
    .insertInto('roles')
    .values({ name: role.name, description: role.description, modules: [...role.modules], is_system: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rows = role.policies.map((name) => {
    const policy_id = policyIds.get(name)
    if (!policy_id) throw new Error(`Role ${role.name} names the unknown policy ${name}`)
    return { role_id: id, policy_id }
  })
  await tx.insertInto('role_policies').values(rows).execute()
}

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
async function divideLedger(client: pg.ClientBase): Promise<void> {
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
