import { sql } from 'kysely'
import type { Reader, Tx } from '../../db/client.ts'

const ADMINISTRATOR = 'Administrator'

// Id of the advisory lock.
const LOCK = 723_051_190

/** Serializes the creation of administrators until the end of the transaction. */
export async function lockAdministrators(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${LOCK})`.execute(tx)
}

/** Active and invited users with `*:*`, by their role or an extra policy. */
export async function findFullAccessUsers(db: Reader) {
  return db
    .selectFrom('users')
    .select(['email', 'status'])
    .where('status', 'in', ['ACTIVE', 'PENDING'])
    .where((where) => {
      const everything = where
        .selectFrom('policies')
        .select('id')
        .where(sql<boolean>`'*:*' = ANY (statements)`)
      return where.or([
        where(
          'role_id',
          'in',
          where.selectFrom('role_policies').select('role_id').where('policy_id', 'in', everything),
        ),
        where(
          'users.id',
          'in',
          where.selectFrom('user_policies').select('user_id').where('policy_id', 'in', everything),
        ),
      ])
    })
    .orderBy('email')
    .execute()
}

export async function findUser(db: Reader, email: string) {
  return db
    .selectFrom('users')
    .innerJoin('roles', 'roles.id', 'users.role_id')
    .select(['users.id', 'identity_sub', 'status', 'roles.name as role'])
    .where('email', '=', email)
    .where('status', '<>', 'DELETED')
    .executeTakeFirst()
}

type NewAdministrator = { identity_sub: string; email: string; given_name: string; family_name: string }

/** Returns the new id. */
export async function insertAdministrator(tx: Tx, person: NewAdministrator): Promise<string> {
  const role = await tx.selectFrom('roles').select('id').where('name', '=', ADMINISTRATOR).executeTakeFirst()
  if (!role) throw new Error(`There is no role ${ADMINISTRATOR}. Migrate the database first.`)
  const { id } = await tx
    .insertInto('users')
    .values({ ...person, role_id: role.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Links a user that was deleted and created again at the identity provider. */
export async function setIdentity(tx: Tx, id: string, identity_sub: string): Promise<void> {
  await tx
    .updateTable('users')
    .set((q) => ({ identity_sub, version: q('version', '+', 1), updated_at: new Date() }))
    .where('id', '=', id)
    .execute()
}

/** True for an invited administrator without a first sign-in. */
export function isInvited(user: { status: string; role: string }): boolean {
  return user.status === 'PENDING' && user.role === ADMINISTRATOR
}
