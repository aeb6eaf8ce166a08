import { MODULES } from '@backoffice/contract/access'
import type { Risk } from '@backoffice/contract/grants'
import type { Filters } from '@backoffice/contract/list'
import { type UserStatus, usersList } from '@backoffice/contract/lists/users'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Reader, Tx } from '../../db/client.ts'
import { containsPattern } from '../../kernel/list-conditions.ts'
import { isDormant } from '../access/dormant.ts'
import { secondFactor } from '../access/second-factor.store.ts'
import { isInForce } from '../access/temporary-access.store.ts'

const fullName = sql<string>`(users.given_name || ' ' || users.family_name)`

function userRows(db: Reader) {
  return db
    .selectFrom('users')
    .leftJoin('roles', 'roles.id', 'users.role_id')
    .select(['users.id', 'users.version', 'email', 'given_name', 'family_name', 'contact', 'employee_no'])
    .select(['department', 'identity_sub', 'role_id', 'roles.name as role_name', 'last_sign_in_at'])
    .select(['invitation_expires_at', secondFactor.as('second_factor'), isDormant.as('is_dormant')])
    .select(['signed_in_after', 'users.created_at', 'users.updated_at'])
    .select((q) => [
      // The CHECK of the column allows only these.
      q.ref('users.status').$castTo<UserStatus>().as('status'),
      sql<{ id: string; name: string; risk: Risk }[]>`coalesce((
        SELECT json_agg(json_build_object('id', policies.id, 'name', name, 'risk', risk) ORDER BY lower(name) COLLATE "C")
        FROM user_policies JOIN policies ON policies.id = policy_id WHERE user_id = users.id
      ), '[]')`.as('extra_policies'),
    ])
}
export type StoredUser = Awaited<ReturnType<typeof findUser>> & {}

/** Condition of users who have a role or policy only for a time. */
const hasTemporaryAccess = sql<SqlBool>`EXISTS (
  SELECT FROM temporary_access WHERE temporary_access.user_id = users.id AND ${isInForce}
)`

/** List of users, without deleted ones unless their status is filtered for. */
export function usersSource(db: Reader, filters: Filters<'status'> = {}) {
  const listsDeleted = filters.status?.in?.includes('DELETED') ?? false
  const hasModule = (module: string): RawBuilder<SqlBool> => sql`${module} = ANY (roles.modules)`
  return {
    declaration: usersList,
    query: listsDeleted ? userRows(db) : userRows(db).where('users.status', '<>', 'DELETED'),
    id: sql.ref('users.id'),
    fields: {
      name: { sql: fullName },
      email: { sql: sql.ref('users.email') },
      role: { sql: sql.ref('roles.name') },
      module: {
        sql: sql`array_to_string(roles.modules, ', ')`,
        conditions: Object.fromEntries(MODULES.map((module) => [module, hasModule(module)])),
      },
      status: { sql: sql.ref('users.status') },
      second_factor: { sql: secondFactor },
      sign_in: {
        sql: sql`CASE WHEN users.last_sign_in_at IS NULL THEN 'NEVER' WHEN ${isDormant} THEN 'DORMANT' END`,
        conditions: { NEVER: sql<SqlBool>`users.last_sign_in_at IS NULL`, DORMANT: isDormant },
      },
      temporary_access: {
        sql: sql`CASE WHEN ${hasTemporaryAccess} THEN 'YES' ELSE 'NO' END`,
        conditions: { YES: hasTemporaryAccess, NO: sql<SqlBool>`NOT ${hasTemporaryAccess}` },
      },
      department: { sql: sql.ref('users.department'), nullable: true },
      employee_no: { sql: sql.ref('users.employee_no'), nullable: true },
      last_sign_in_at: { sql: sql.ref('users.last_sign_in_at'), nullable: true },
      created_at: { sql: sql.ref('users.created_at') },
    },
    searched: [fullName, sql.ref('users.email'), sql.ref('users.employee_no'), sql.ref('users.department')],
  }
}

/** Includes deleted users. */
export function findUser(db: Reader, id: string) {
  return userRows(db).where('users.id', '=', id).executeTakeFirst()
}

/** Name of the last editor of a user; null for the system. */
export async function findEditor(db: Reader, id: string): Promise<string | null> {
  const found = await db
    .selectFrom('users')
    .innerJoin('users as editor', 'editor.id', 'users.updated_by')
    .select(sql<string>`editor.given_name || ' ' || editor.family_name`.as('name'))
    .where('users.id', '=', id)
    .executeTakeFirst()
  return found?.name ?? null
}

/** Locks a user who is not deleted until the transaction ends. */
export async function lockUser(tx: Tx, id: string): Promise<StoredUser | undefined> {
  const locked = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('status', '<>', 'DELETED')
    .forUpdate()
    .executeTakeFirst()
  return locked && findUser(tx, id)
}

/** Versions and roles of users who are not deleted. */
export async function versionsOf(db: Reader, ids: readonly string[]) {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'version', 'role_id', fullName.as('name')])
    .where(sql<SqlBool>`id = ANY (${[...ids]}::uuid[])`)
    .where('status', '<>', 'DELETED')
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Users who are not deleted and have one of the emails, in lower case. */
export function findByEmails(db: Reader, emails: readonly string[]) {
  return db
    .selectFrom('users')
    .select(['id', 'email', fullName.as('name')])
    .where(sql<SqlBool>`email = ANY (${[...emails]}::text[])`)
    .where('status', '<>', 'DELETED')
    .execute()
}

export function identitiesOf(db: Reader, ids: readonly string[]) {
  return db.selectFrom('users').select('identity_sub').where('id', 'in', ids).execute()
}

export function searchUsers(db: Reader, text: string, limit: number) {
  const contains = containsPattern(text)
  const begins = contains.slice(1)
  return db
    .selectFrom('users')
    .innerJoin('roles', 'roles.id', 'users.role_id')
    .select(['users.id', fullName.as('name'), 'email', 'status', 'roles.name as role'])
    .where('status', '<>', 'DELETED')
    .where(
      sql<SqlBool>`(${fullName} ILIKE ${begins} OR ${fullName} ILIKE ${`% ${begins}`} OR ${fullName} ILIKE ${`%-${begins}`}
        OR email ILIKE ${begins} OR employee_no ILIKE ${begins})`,
    )
    .orderBy(sql`lower${fullName} COLLATE "C"`)
    .orderBy('users.id')
    .limit(limit)
    .execute()
}

/** User with the email, and if the removal of a deleted one at the identity provider is still open. */
export async function findByEmail(db: Reader, email: string) {
  const rows = await db
    .selectFrom('users')
    .select(['users.id', fullName.as('name'), 'status'])
    .select((q) =>
      q
        .exists(
          q
            .selectFrom('provider_actions')
            .select('user_id')
            .whereRef('user_id', '=', 'users.id')
            .where('action', '=', 'delete'),
        )
        .as('is_removal_open'),
    )
    .where('email', '=', email)
    .execute()
  return {
    holder: rows.find(({ status }) => status !== 'DELETED'),
    isRemovalOpen: rows.some(({ is_removal_open }) => is_removal_open),
  }
}

/** Deleted users with one of the emails whose removal at the identity provider has failed. */
export async function failedRemovals(db: Reader, emails: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('provider_actions')
    .innerJoin('users', 'users.id', 'user_id')
    .select('users.id')
    .distinct()
    .where('action', '=', 'delete')
    .where('state', '=', 'failed')
    .where('email', 'in', emails)
    .execute()
  return rows.map(({ id }) => id)
}

export type Profile = {
  given_name: string
  family_name: string
  contact: string | null
  employee_no: string | null
  department: string | null
}

export async function insertUser(
  tx: Tx,
  values: Profile & { email: string; role_id: string },
  by: string,
): Promise<string> {
  const { id } = await tx
    .insertInto('users')
    .values({ ...values, identity_sub: null, status: 'PENDING', updated_by: by })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type UserUpdate = Partial<Profile> & {
  role_id?: string
  status?: UserStatus
  status_reason?: string | null
  signed_in_after?: Date
}

/** `by` is null for the system. */
export async function updateUser(tx: Tx, id: string, values: UserUpdate, by: string | null): Promise<void> {
  await tx
    .updateTable('users')
    .set((q) => ({
      ...values,
      version: q('version', '+', 1),
      updated_at: sql<Date>`clock_timestamp()`,
      updated_by: by,
    }))
    .where('id', '=', id)
    .execute()
}

/** Replaces the extra policies. Unchanged ones keep their granter and time. */
export async function saveExtraPolicies(
  tx: Tx,
  user_id: string,
  policyIds: readonly string[],
  granted_by: string | null,
): Promise<void> {
  await tx
    .deleteFrom('user_policies')
    .where('user_id', '=', user_id)
    .where(sql<SqlBool>`NOT policy_id = ANY (${[...policyIds]}::uuid[])`)
    .execute()
  const rows = policyIds.map((policy_id) => ({ user_id, policy_id, granted_by }))
  if (rows.length === 0) return
  await tx
    .insertInto('user_policies')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export function findGranters(db: Reader, userId: string) {
  return db
    .selectFrom('user_policies')
    .leftJoin('users as giver', 'giver.id', 'granted_by')
    .select(['policy_id', 'granted_at'])
    .select(sql<string | null>`giver.given_name || ' ' || giver.family_name`.as('granted_by'))
    .where('user_id', '=', userId)
    .execute()
}

export async function countUsersOfRole(db: Reader, roleId: string): Promise<number> {
  const { users } = await db
    .selectFrom('users')
    .select(sql<number>`count(*)::int`.as('users'))
    .where('role_id', '=', roleId)
    .where('status', '<>', 'DELETED')
    .executeTakeFirstOrThrow()
  return users
}

/** Active and invited users. */
export function listActiveNames(db: Reader): Promise<{ id: string; name: string; email: string }[]> {
  return db
    .selectFrom('users')
    .select(['id', 'email', fullName.as('name')])
    .where('status', 'in', ['ACTIVE', 'PENDING'])
    .orderBy('email')
    .execute()
}

export function describeRoles(db: Reader) {
  return db
    .selectFrom('roles')
    .select(['id', 'name', 'description', 'is_system', 'requires_second_factor'])
    .select(
      sql<number>`(SELECT count(*)::int FROM users WHERE role_id = roles.id AND status <> 'DELETED')`.as(
        'user_count',
      ),
    )
    .orderBy(sql`lower(name) COLLATE "C"`)
    .execute()
}
