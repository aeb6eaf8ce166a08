import { MODULES, type Module } from '@backoffice/contract/access'
import type { GrantingPolicy, Risk } from '@backoffice/contract/grants'
import { rolesList } from '@backoffice/contract/lists/users'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Reader, Tx } from '../../db/client.ts'
import { stampOf } from '../access/records/access-records.store.ts'
import { holdersWithoutAuthenticator } from '../access/second-factor.store.ts'
import { removeEndedAccess } from '../access/temporary-access.store.ts'

const userCount = sql<number>`(
  SELECT count(*)::int FROM users holder WHERE holder.role_id = roles.id AND holder.status <> 'DELETED'
)`

const policyCount = sql<number>`(SELECT count(*)::int FROM role_policies WHERE role_id = roles.id)`
const risk = sql<Risk>`CASE WHEN EXISTS (
  SELECT FROM role_policies JOIN policies ON policies.id = policy_id
  WHERE role_id = roles.id AND risk = 'HIGH'
) THEN 'HIGH' ELSE 'LOW' END`

function roleRows(db: Reader) {
  return db
    .selectFrom('roles')
    .leftJoin('users as editor', 'editor.id', 'roles.updated_by')
    .select(['roles.id', 'roles.version', 'roles.name', 'roles.description', 'roles.is_system'])
    .select(['modules', 'requires_second_factor', 'roles.created_at', 'roles.updated_at', 'roles.updated_by'])
    .select([
      sql<string | null>`editor.given_name || ' ' || editor.family_name`.as('updated_by_name'),
      policyCount.as('policy_count'),
      risk.as('risk'),
      userCount.as('user_count'),
    ])
}
export type StoredRole = Awaited<ReturnType<typeof findRoleRow>> & {}

export function rolesSource(db: Reader) {
  const names = (module: string): RawBuilder<SqlBool> => sql`${module} = ANY (roles.modules)`
  return {
    declaration: rolesList,
    query: roleRows(db),
    id: sql.ref('roles.id'),
    fields: {
      name: { sql: sql.ref('roles.name') },
      description: { sql: sql.ref('roles.description') },
      module: {
        sql: sql`array_to_string(roles.modules, ', ')`,
        conditions: Object.fromEntries(MODULES.map((module) => [module, names(module)])),
      },
      kind: { sql: sql`CASE WHEN roles.is_system THEN 'system' ELSE 'own' END` },
      policy_count: { sql: policyCount },
      risk: { sql: risk },
      user_count: { sql: userCount },
      updated_at: { sql: sql.ref('roles.updated_at') },
    },
    searched: [sql.ref('roles.name'), sql.ref('roles.description')],
  }
}

function findRoleRow(db: Reader, id: string) {
  return roleRows(db).where('roles.id', '=', id).executeTakeFirst()
}

export async function findRole(db: Reader, id: string) {
  const row = await findRoleRow(db, id)
  return (
    row && {
      ...row,
      policies: await policiesOfRole(db, id),
      break_glass_for: await breakGlassFor(db, id),
      without_authenticator: await countWithoutAuthenticator(db, id),
    }
  )
}
export type StoredRoleDetail = Awaited<ReturnType<typeof findRole>> & {}

async function countWithoutAuthenticator(db: Reader, id: string): Promise<number> {
  const found = await db
    .selectFrom('roles')
    .select(holdersWithoutAuthenticator.as('holders'))
    .where('id', '=', id)
    .executeTakeFirst()
  return found?.holders ?? 0
}

/** Roles whose users may take the role in an emergency. Deleted roles are left out. */
async function breakGlassFor(db: Reader, id: string): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom('roles as taker')
    .innerJoin('roles', (on) => on.on(sql<SqlBool>`taker.id = ANY (roles.break_glass_for)`))
    .select(['taker.id', 'taker.name'])
    .where('roles.id', '=', id)
    .orderBy(sql`lower(taker.name) COLLATE "C"`)
    .execute()
}

function policiesOfRole(db: Reader, id: string) {
  return db
    .selectFrom('role_policies')
    .innerJoin('policies', 'policies.id', 'policy_id')
    .select(['policies.id', 'name', 'statements', 'risk'])
    .where('role_id', '=', id)
    .orderBy(sql`lower(name) COLLATE "C"`)
    .execute()
}

export async function namesOfHolders(db: Reader, id: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select(sql<string>`given_name || ' ' || family_name`.as('name'))
    .where('role_id', '=', id)
    .where('status', '<>', 'DELETED')
    .orderBy(sql`lower(given_name || ' ' || family_name) COLLATE "C"`)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ name }) => name)
}

export type RoleContent = {
  name: string
  description: string
  modules: Module[]
  policies: readonly GrantingPolicy[]
  requires_second_factor: boolean
  break_glass_for: readonly { id: string; name: string }[]
}

function columnsOf({ policies: _policies, break_glass_for, ...values }: RoleContent) {
  return { ...values, break_glass_for: break_glass_for.map(({ id }) => id) }
}

export async function insertRole(tx: Tx, content: RoleContent, by: string): Promise<string> {
  const { id } = await tx
    .insertInto('roles')
    .values({ ...columnsOf(content), updated_by: by })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertPolicies(tx, id, content.policies)
  return id
}

export async function updateRole(tx: Tx, id: string, content: RoleContent, by: string): Promise<void> {
  await tx
    .updateTable('roles')
    .set({ ...columnsOf(content), ...stampOf(by) })
    .where('id', '=', id)
    .execute()
  await tx.deleteFrom('role_policies').where('role_id', '=', id).execute()
  await insertPolicies(tx, id, content.policies)
}

async function insertPolicies(tx: Tx, role_id: string, policies: RoleContent['policies']): Promise<void> {
  const rows = policies.map((policy) => ({ role_id, policy_id: policy.id }))
  if (rows.length > 0) await tx.insertInto('role_policies').values(rows).execute()
}

/** Requires that no user has the role. Removes it from deleted users. */
export async function deleteRole(tx: Tx, id: string): Promise<void> {
  await removeEndedAccess(tx, { roleId: id })
  await tx.deleteFrom('roles').where('id', '=', id).execute()
}

const roleNames = (db: Reader) => db.selectFrom('roles').select(['id', 'name'])
type RoleName = { id: string; name: string }

export function findRoleName(db: Reader, id: string): Promise<RoleName | undefined> {
  return roleNames(db).where('id', '=', id).executeTakeFirst()
}

/** The starter role, not another one of its name. */
export function findStarterRole(db: Reader, name: string): Promise<RoleName | undefined> {
  return roleNames(db).where('name', '=', name).where('is_system', '=', true).executeTakeFirst()
}
