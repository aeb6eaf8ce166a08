import { STATEMENTS } from '@backoffice/contract/access'
import type { Risk } from '@backoffice/contract/grants'
import { policiesList } from '@backoffice/contract/lists/users'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Reader, Tx } from '../../db/client.ts'
import { stampOf } from '../access/records/access-records.store.ts'
import { removeEndedAccess } from '../access/temporary-access.store.ts'

const MOST_OPTIONS = 1_000

const roleCount = sql<number>`(SELECT count(*)::int FROM role_policies WHERE policy_id = policies.id)`
const userCount = sql<number>`(
  SELECT count(*)::int FROM user_policies JOIN users holder ON holder.id = user_id AND holder.status <> 'DELETED'
  WHERE policy_id = policies.id
)`
const statementsText = sql`array_to_string(policies.statements, ', ')`
const byName = sql`lower(name) COLLATE "C"`
const holderName = sql<string>`given_name || ' ' || family_name`

function policyRows(db: Reader) {
  return db
    .selectFrom('policies')
    .leftJoin('users as editor', 'editor.id', 'policies.updated_by')
    .select([
      'policies.id',
      'policies.version',
      'policies.name',
      'policies.description',
      'policies.is_system',
    ])
    .select(['statements', 'policies.created_at', 'policies.updated_at', 'policies.updated_by'])
    .select([
      sql<string | null>`editor.given_name || ' ' || editor.family_name`.as('updated_by_name'),
      'policies.risk',
      roleCount.as('role_count'),
      userCount.as('user_count'),
    ])
}
export type StoredPolicy = Awaited<ReturnType<typeof findPolicyRow>> & {}

export function policiesSource(db: Reader) {
  const has = (statement: string): RawBuilder<SqlBool> => sql`${statement} = ANY (policies.statements)`
  return {
    declaration: policiesList,
    query: policyRows(db),
    id: sql.ref('policies.id'),
    fields: {
      name: { sql: sql.ref('policies.name') },
      description: { sql: sql.ref('policies.description') },
      risk: { sql: sql.ref('policies.risk') },
      statement: {
        sql: statementsText,
        conditions: Object.fromEntries(STATEMENTS.map((each) => [each, has(each)])),
      },
      kind: { sql: sql`CASE WHEN policies.is_system THEN 'system' ELSE 'own' END` },
      role_count: { sql: roleCount },
      user_count: { sql: userCount },
      updated_at: { sql: sql.ref('policies.updated_at') },
    },
    searched: [sql.ref('policies.name'), sql.ref('policies.description'), statementsText],
  }
}

export function policyOptions(db: Reader, search: string | undefined) {
  const { searched } = policiesSource(db)
  const pattern = `%${(search ?? '').replace(/[\\%_]/g, (special) => `\\${special}`)}%`
  return db
    .selectFrom('policies')
    .select(['id', 'name', 'description', 'statements', 'risk'])
    .where((q) => q.or(searched.map((each) => sql<SqlBool>`${each} ILIKE ${pattern}`)))
    .orderBy(byName)
    .limit(MOST_OPTIONS)
    .execute()
}

function findPolicyRow(db: Reader, id: string) {
  return policyRows(db).where('policies.id', '=', id).executeTakeFirst()
}

const MOST_HOLDERS = 50

/** Policy with the roles that have it and the users with it in addition to their role, sorted by name. */
export async function findPolicy(db: Reader, id: string) {
  const row = await findPolicyRow(db, id)
  if (!row) return undefined
  const used_by_roles = await db
    .selectFrom('role_policies')
    .innerJoin('roles', 'roles.id', 'role_id')
    .select(['roles.id', 'name'])
    .where('policy_id', '=', id)
    .orderBy(byName)
    .execute()
  const held_by = await db
    .selectFrom('user_policies')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['users.id', holderName.as('name')])
    .where('policy_id', '=', id)
    .where('status', '<>', 'DELETED')
    .orderBy(sql`lower(${holderName}) COLLATE "C"`)
    .orderBy('users.id')
    .limit(MOST_HOLDERS)
    .execute()
  return { ...row, used_by_roles, held_by }
}
export type StoredPolicyDetail = Awaited<ReturnType<typeof findPolicy>> & {}

export async function findPolicies(db: Reader, ids: readonly string[]) {
  if (ids.length === 0) return []
  return db
    .selectFrom('policies')
    .select(['id', 'name', 'statements'])
    .where('id', 'in', ids)
    .orderBy(byName)
    .execute()
}

export type PolicyContent = {
  name: string
  description: string
  statements: string[]
  risk: Risk
}

export async function insertPolicy(tx: Tx, content: PolicyContent, by: string): Promise<string> {
  const { id } = await tx
    .insertInto('policies')
    .values({ ...content, updated_by: by })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updatePolicy(tx: Tx, id: string, content: PolicyContent, by: string): Promise<void> {
  await tx
    .updateTable('policies')
    .set({ ...content, ...stampOf(by) })
    .where('id', '=', id)
    .execute()
}

/** Requires that no role and no user has the policy. Removes it from deleted users. */
export async function deletePolicy(tx: Tx, id: string): Promise<void> {
  await removeEndedAccess(tx, { policyId: id })
  await tx.deleteFrom('user_policies').where('policy_id', '=', id).execute()
  await tx.deleteFrom('policies').where('id', '=', id).execute()
}
