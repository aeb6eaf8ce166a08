import { type Access, effectiveAccess } from '@backoffice/contract/access'
import { sql } from 'kysely'
import { type Database, onlyRow, type Reader } from '../../db/client.ts'
import { preparedRead } from '../../db/statements.ts'
import { NO_REQUEST, recordAudit } from '../../kernel/audit.ts'
import { needsAuthenticator, requiredAuthenticatorCheckedAt } from './second-factor.store.ts'
import { type TemporaryHolding, temporaryOfUser } from './temporary-access.store.ts'

const readVersion = preparedRead('access-version', (db) =>
  db.selectFrom('access_version').select(['version', sql<Date>`clock_timestamp()`.as('now')]),
)

/**
 * `version` changes whenever the access or a session of any user may have changed, but not when temporary access ends.
 * `now` is the database's clock, the only one by which access ends.
 */
export async function accessVersion(db: Reader): Promise<{ version: string; now: Date }> {
  const row = await readVersion(db)
  if (!row) throw new Error('The access version is missing')
  return row
}

export async function databaseTime(db: Reader): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`SELECT clock_timestamp() AS now`.execute(db)
  return onlyRow(rows).now
}

/** Users with their permanent role and statements. One query, which suffices for users without temporary access. */
function usersWithAccess(db: Reader) {
  return db
    .selectFrom('users')
    .innerJoin('roles', 'roles.id', 'users.role_id')
    .select(['users.id', 'role_id', 'modules', temporaryOfUser.as('temporary')])
    .select(
      sql<string[]>`array(
        SELECT DISTINCT statement FROM policies, unnest(policies.statements) AS statement WHERE policies.id IN (
          SELECT policy_id FROM role_policies WHERE role_id = users.role_id
          UNION ALL SELECT policy_id FROM user_policies WHERE user_id = users.id
        )
      )`.as('statements'),
    )
}

const readCaller = preparedRead('caller', (db, identitySub) =>
  usersWithAccess(db)
    .select(['given_name', 'family_name', 'status', 'signed_in_after', 'last_sign_in_at'])
    .select(needsAuthenticator.as('needs_authenticator'))
    .select(requiredAuthenticatorCheckedAt.as('authenticator_checked_at'))
    .select((q) =>
      sql<string[]>`array(${q
        .selectFrom('ended_sessions')
        .select('session_id')
        .whereRef('ended_sessions.user_id', '=', 'users.id')})`.as('ended_sessions'),
    )
    .where('identity_sub', '=', identitySub),
)

const readUser = preparedRead('user-access', (db, id) => usersWithAccess(db).where('users.id', '=', id))

export async function findCaller(db: Reader, identitySub: string) {
  const user = await readCaller(db, identitySub)
  if (!user) return undefined
  return {
    id: user.id,
    name: `${user.given_name} ${user.family_name}`,
    status: user.status,
    needsAuthenticator: user.needs_authenticator,
    /** Last check of the authenticator that the user needs and has; null otherwise. */
    authenticatorCheckedAt: user.authenticator_checked_at,
    ...(await accessOf(db, user)),
    lastSignInAt: user.last_sign_in_at?.getTime() ?? 0,
    ended: { sessionIds: new Set(user.ended_sessions), signedInBefore: user.signed_in_after },
  }
}

/** Undefined for deleted users whose role is deleted, and unknown ones. */
export async function findUserAccess(db: Reader, userId: string): Promise<UserAccess | undefined> {
  const user = await readUser(db, userId)
  return user && accessOf(db, user)
}

/** Access in force. */
export async function findAccess(db: Reader, userId: string): Promise<Access> {
  return (await findUserAccess(db, userId))?.access ?? { modules: [], policies: [] }
}

export type UserAccess = {
  /** In force now. */
  access: Access
  /** Without temporary access. Decides what the user may pass on. */
  permanent: Access
  /** The first time at which `access` ends, by the database's clock; null without temporary access. */
  nextEnd: Date | null
}

type StoredUser = {
  id: string
  role_id: string | null
  modules: string[]
  statements: string[]
  temporary: TemporaryHolding[]
}

async function accessOf(db: Reader, user: StoredUser): Promise<UserAccess> {
  const { modules, statements, temporary } = user
  const permanent = effectiveAccess({ modules, policies: [{ statements }] }, [])
  const [first] = temporary
  if (!first) return { access: permanent, permanent, nextEnd: null }
  const role = await replacingRole(db, temporary)
  const added = await policiesOf(db, { user, roleId: role?.id ?? user.role_id })
  const all = [...(role?.modules ?? modules), ...temporary.flatMap((each) => each.modules)]
  const access = effectiveAccess({ modules: all, policies: added }, [])
  return { access, permanent, nextEnd: new Date(first.until) }
}

async function replacingRole(db: Reader, temporary: readonly TemporaryHolding[]) {
  const id = temporary.find((each) => each.role_id !== null)?.role_id
  if (!id) return undefined
  return db.selectFrom('roles').select(['id', 'modules']).where('id', '=', id).executeTakeFirst()
}

type PoliciesInForce = { user: StoredUser; roleId: string | null }

/** Policies of the role in force, extra and temporary ones. */
function policiesOf(db: Reader, { user, roleId }: PoliciesInForce) {
  const temporary = user.temporary.flatMap((each) => each.policy_id ?? [])
  return db
    .selectFrom('policies')
    .select('statements')
    .where((where) =>
      where.or([
        where('id', 'in', (q) =>
          q
            .selectFrom('role_policies')
            .select('policy_id')
            .where('role_id', '=', roleId)
            .union(q.selectFrom('user_policies').select('policy_id').where('user_id', '=', user.id)),
        ),
        sql<boolean>`id = ANY (${temporary}::uuid[])`,
      ]),
    )
    .execute()
}

/** True if the access was read before an end that has passed. */
export function hasEnded({ nextEnd }: Pick<UserAccess, 'nextEnd'>, now: Date): boolean {
  return nextEnd !== null && nextEnd <= now
}

export async function markActive(db: Database, id: string, name: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const changed = await tx
      .updateTable('users')
      .set((q) => ({ status: 'ACTIVE', version: q('version', '+', 1), updated_at: new Date() }))
      .where('id', '=', id)
      .where('status', '=', 'PENDING')
      .returning('id')
      .executeTakeFirst()
    if (!changed) return
    const changes = { status: ['PENDING', 'ACTIVE'] } as const
    const event = { resource: 'user', action: 'activate', id, changes } as const
    await recordAudit(tx, { actor: { id, name }, ...NO_REQUEST }, [event])
  })
}

/** Keeps the access version, because no access depends on it. An earlier sign-in does not replace a later one. */
export async function saveSignIn(db: Database, id: string, at: Date): Promise<void> {
  await db
    .updateTable('users')
    .set({ last_sign_in_at: at })
    .where('id', '=', id)
    .where((q) => q.or([q('last_sign_in_at', 'is', null), q('last_sign_in_at', '<', at)]))
    .execute()
}
