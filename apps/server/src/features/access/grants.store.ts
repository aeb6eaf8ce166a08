import type { GrantingPolicy, GrantingRole, Risk, TemporaryGrant } from '@backoffice/contract/grants'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Reader } from '../../db/client.ts'
import { isInForce, type TemporaryHolding, temporaryOfUser } from './temporary-access.store.ts'

type RoleGrants = Omit<GrantingRole, 'policies'> & { readonly policy_ids: readonly string[] }
export type PolicyGrants = GrantingPolicy & { readonly risk: Risk }

type RoleWithRisks = Omit<GrantingRole, 'policies'> & { readonly policies: readonly PolicyGrants[] }
export type StoredTemporary = Omit<TemporaryGrant, 'role' | 'policy'> & {
  readonly id: string
  readonly role: RoleWithRisks | null
  readonly policy: PolicyGrants | null
}
/** `Grants` with risks. */
type StoredGrants = {
  readonly role: RoleWithRisks
  readonly extra_policies: readonly PolicyGrants[]
  readonly temporary?: readonly StoredTemporary[]
}

export type GrantTables = {
  readonly roles: ReadonlyMap<string, RoleGrants>
  readonly policies: ReadonlyMap<string, PolicyGrants>
}

export type Holder = {
  readonly id: string
  readonly name: string
  readonly status: string
  /** Permanent, as the extra policies. */
  readonly role_id: string
  readonly extra_ids: readonly string[]
  /** In force. */
  readonly temporary: readonly TemporaryHolding[]
}

type HeldIds = Pick<Holder, 'role_id' | 'extra_ids'> & Partial<Pick<Holder, 'temporary'>>

export function grantsFrom(tables: GrantTables, held: HeldIds): StoredGrants {
  const { role_id, extra_ids, temporary = [] } = held
  const permanent = { role: roleFrom(tables, role_id), extra_policies: policiesFrom(tables, extra_ids) }
  if (temporary.length === 0) return permanent
  return { ...permanent, temporary: temporary.map((each) => temporaryFrom(tables, each)) }
}

function roleFrom(tables: GrantTables, roleId: string): RoleWithRisks {
  const role = tables.roles.get(roleId)
  if (!role) throw new Error('A user has a role that was not read')
  const { id, name, modules, policy_ids } = role
  return { id, name, modules, policies: policiesFrom(tables, policy_ids) }
}

function policiesFrom({ policies }: GrantTables, ids: readonly string[]): PolicyGrants[] {
  return ids.flatMap((id) => policies.get(id) ?? [])
}

function temporaryFrom(tables: GrantTables, held: TemporaryHolding): StoredTemporary {
  const { id, role_id, policy_id, modules, until } = held
  return {
    id,
    role: role_id === null ? null : roleFrom(tables, role_id),
    policy: policy_id === null ? null : (tables.policies.get(policy_id) ?? null),
    modules,
    until: new Date(until).toISOString(),
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
  return new Map(users.map((user) => [user.id, grantsFrom(tables, user)]))
}

type Subject = { readonly kind: 'user' | 'role' | 'policy'; readonly id: string }
type UserIds = { readonly users: readonly string[] }
/**
 * Active users with a module and a statement of these, and all with temporary access. The caller decides which count.
 */
type AccessCriteria = { readonly modules: readonly string[]; readonly statements: readonly string[] }

type Which = Subject | UserIds | AccessCriteria | 'all'

/** Users who are not deleted, sorted by name. */
export async function findHolders(db: Reader, which: Which): Promise<Holder[]> {
  const { rows } = await sql<Holder>`
    SELECT users.id, users.given_name || ' ' || users.family_name AS name, users.status, users.role_id,
      array(SELECT policy_id FROM user_policies WHERE user_id = users.id ORDER BY policy_id) AS extra_ids,
      ${temporaryOfUser} AS temporary
    FROM users
    WHERE users.status <> 'DELETED' AND ${conditionOf(which)}
    ORDER BY lower(users.given_name || ' ' || users.family_name) COLLATE "C", users.id`.execute(db)
  return rows
}

function conditionOf(which: Which): RawBuilder<SqlBool> {
  if (which === 'all') return sql`true`
  if ('users' in which) return sql`users.id = ANY (${[...which.users]}::uuid[])`
  if (!('kind' in which)) {
    const { modules, statements } = which
    const inModule = sql`users.role_id IN (SELECT id FROM roles WHERE modules && ${modules}::text[])`
    const permanent = sql`${inModule} AND ${anyPolicy(sql`statements && ${statements}::text[]`)}`
    return sql`users.status = 'ACTIVE' AND (${permanent} OR ${hasTemporary(sql`true`)})`
  }
  if (which.kind === 'user') return sql`users.id = ${which.id}`
  if (which.kind === 'role') {
    const { id } = which
    return sql`(users.role_id = ${id} OR ${hasTemporary(sql`temporary_access.role_id = ${id}`)})`
  }
  const { id } = which
  const ofRole = sql`temporary_access.role_id IN (SELECT role_id FROM role_policies WHERE policy_id = ${id})`
  const isTemporary = hasTemporary(sql`(temporary_access.policy_id = ${id} OR ${ofRole})`)
  return sql`(${anyPolicy(sql`policies.id = ${id}`)} OR ${isTemporary})`
}

function hasTemporary(condition: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql`users.id IN (SELECT user_id FROM temporary_access WHERE ${isInForce} AND ${condition})`
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
  const temporary = holders.flatMap((each) => each.temporary)
  const rolesOfUsers = [...holders, ...temporary].flatMap(({ role_id }) => role_id ?? [])
  const roles = await readRoles(db, new Set([...rolesOfUsers, ...roleIds]))
  const policiesOfRoles = [...roles.values()].flatMap(({ policy_ids }) => policy_ids)
  const policiesOfUsers = [
    ...holders.flatMap(({ extra_ids }) => extra_ids),
    ...temporary.flatMap(({ policy_id }) => policy_id ?? []),
  ]
  const ids = new Set([...policiesOfRoles, ...policiesOfUsers, ...policyIds])
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

export async function findAllRoles(db: Reader): Promise<GrantingRole[]> {
  const all = await db.selectFrom('roles').select('id').execute()
  const tables = await readTables(db, [], { roleIds: all.map(({ id }) => id) })
  return [...tables.roles.keys()].map((id) => roleFrom(tables, id))
}
