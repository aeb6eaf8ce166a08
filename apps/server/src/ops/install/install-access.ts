import { riskOf } from '@backoffice/contract/grants'
import type { Database, Tx } from '../../db/client.ts'
import { recordSystemAudit } from '../../kernel/audit.ts'
import { STARTER_POLICIES, STARTER_ROLES } from './starter-access.ts'

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
