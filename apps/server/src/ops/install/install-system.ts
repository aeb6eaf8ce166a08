import { riskOf } from '@backoffice/contract/grants'
import { migrateIdentity } from '@backoffice/identity'
import type { Config } from '../../config/config.ts'
import { connectClient, createDatabase, createPool, type Database, type Tx } from '../../db/client.ts'
import { divideLedger } from '../../db/divide-ledger.ts'
import { requireOwner, setLoginDefaults } from '../../db/login.ts'
import { migrate, withMigrationLock } from '../../db/migrate.ts'
import { requireServerVersion } from '../../db/server-version.ts'
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
 * Installs or upgrades a database, as its owner: tables, identity, queues, starter roles. Concurrent calls run one after
 * the other. Returns the names of the applied migrations.
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

/** Installs or upgrades a separate ledger, as its owner: all tables, of which it uses its part. */
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
