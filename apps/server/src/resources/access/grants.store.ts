import type { GrantingPolicy, Grants, Risk } from '@backoffice/contract/grants'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Reader } from '../../db/client.ts'

type RoleGrants = Omit<Grants['role'], 'policies'> & { readonly policy_ids: readonly string[] }
export type PolicyGrants = GrantingPolicy & { readonly risk: Risk }

export type GrantTables = {
  readonly roles: ReadonlyMap<string, RoleGrants>
  readonly policies: ReadonlyMap<string, PolicyGrants>
}

export type Holder = {
  readonly id: string
  readonly name: string
  readonly status: string
  readonly role_id: string
  readonly extra_ids: readonly string[]
}

export function grantsFrom({ roles, policies }: GrantTables, roleId: string, extraIds: readonly string[]) {
  const role = roles.get(roleId)
  if (!role) throw new Error('A user has a role that was not read')
  const policiesWith = (ids: readonly string[]) =>
    ids.flatMap((id) => {
      const policy = policies.get(id)
      return policy ? [policy] : []
    })
  const { id, name, modules, policy_ids } = role
  return {
    role: { id, name, modules, policies: policiesWith(policy_ids) },
    extra_policies: policiesWith(extraIds),
  }
}

/** Undefined for a deleted or unknown user. The policies of the role are sorted by name. */
export async function grantsOf(db: Reader, userId: string) {
  return (await grantsOfUsers(db, [userId])).get(userId)
}

/** Keyed by user id, without deleted users. */
export async function grantsOfUsers(db: Reader, userIds: readonly string[]) {
  const users = userIds.length === 0 ? [] : await findHolders(db, { users: userIds })
  const tables = await readTables(db, users)
  return new Map(users.map(({ id, role_id, extra_ids }) => [id, grantsFrom(tables, role_id, extra_ids)]))
}

type Subject = { readonly kind: 'user' | 'role' | 'policy'; readonly id: string }
type UserIds = { readonly users: readonly string[] }
/** Active users with one of the modules and one of the statements. */
type AccessCriteria = { readonly modules: readonly string[]; readonly statements: readonly string[] }

/** Users who are not deleted, sorted by name. */
export async function findHolders(db: Reader, which: Subject | UserIds | AccessCriteria): Promise<Holder[]> {
  const { rows } = await sql<Holder>`
    SELECT users.id, users.given_name || ' ' || users.family_name AS name, users.status, users.role_id,
      array(SELECT policy_id FROM user_policies WHERE user_id = users.id ORDER BY policy_id) AS extra_ids
    FROM users
    WHERE users.status <> 'DELETED' AND ${conditionOf(which)}
    ORDER BY lower(users.given_name || ' ' || users.family_name) COLLATE "C", users.id`.execute(db)
  return rows
}

function conditionOf(which: Subject | UserIds | AccessCriteria): RawBuilder<SqlBool> {
  if ('users' in which) return sql`users.id = ANY (${[...which.users]}::uuid[])`
  if (!('kind' in which)) {
    const { modules, statements } = which
    const inModule = sql`users.role_id IN (SELECT id FROM roles WHERE modules && ${modules}::text[])`
    return sql`users.status = 'ACTIVE' AND ${inModule} AND ${anyPolicy(sql`statements && ${statements}::text[]`)}`
  }
  if (which.kind === 'user') return sql`users.id = ${which.id}`
  if (which.kind === 'role') return sql`users.role_id = ${which.id}`
  return anyPolicy(sql`policies.id = ${which.id}`)
}

function anyPolicy(condition: RawBuilder<unknown>): RawBuilder<SqlBool> {
  const found = sql`SELECT id FROM policies WHERE ${condition}`
  return sql`(
    users.role_id IN (SELECT role_id FROM role_policies WHERE policy_id IN (${found}))
    OR users.id IN (SELECT user_id FROM user_policies WHERE policy_id IN (${found}))
  )`
}

type More = { readonly roleIds?: readonly string[]; readonly policyIds?: readonly string[] }

/** Roles and policies of the users, and additional ones by id. Skips unknown ids. */
export async function readTables(
  db: Reader,
  holders: readonly Holder[],
  { roleIds = [], policyIds = [] }: More = {},
): Promise<GrantTables> {
  const roles = await readRoles(db, new Set([...holders.map(({ role_id }) => role_id), ...roleIds]))
  const policyIdsOfRoles = [...roles.values()].flatMap(({ policy_ids }) => policy_ids)
  const ids = new Set([...policyIdsOfRoles, ...holders.flatMap(({ extra_ids }) => extra_ids), ...policyIds])
  const policies = await db
    .selectFrom('policies')
    .select(['id', 'name', 'statements', 'risk'])
    .where(sql<SqlBool>`id = ANY (${[...ids]}::uuid[])`)
    .execute()
  return { roles, policies: new Map(policies.map((each) => [each.id, each])) }
}

async function readRoles(db: Reader, ids: ReadonlySet<string>) {
  const { rows } = await sql<RoleGrants>`
    SELECT id, name, modules, array(
      SELECT policy_id FROM role_policies JOIN policies ON policies.id = policy_id
      WHERE role_id = roles.id ORDER BY lower(policies.name) COLLATE "C"
    ) AS policy_ids
    FROM roles WHERE id = ANY (${[...ids]}::uuid[])`.execute(db)
  return new Map(rows.map((each) => [each.id, each]))
}

export async function findAllRoles(db: Reader): Promise<Grants['role'][]> {
  const all = await db.selectFrom('roles').select('id').execute()
  const tables = await readTables(db, [], { roleIds: all.map(({ id }) => id) })
  return [...tables.roles.keys()].map((id) => grantsFrom(tables, id, []).role)
}
