import { type Access, effectiveAccess } from '@backoffice/contract/access'
import { sql } from 'kysely'
import type { Database, Reader } from '../../db/client.ts'
import { preparedRead } from '../../db/prepared-read.ts'
import { NO_REQUEST, recordAudit } from '../../kernel/audit.ts'
import { type TemporaryHolding, temporaryOfUser } from './temporary-access.store.ts'

const readVersion = preparedRead('access-version', (db) =>
  db.selectFrom('access_version').select(['version', sql<Date>`clock_timestamp()`.as('now')]),
)

/**
 * `version` changes whenever the access or a session of any user may have changed, except by the end of temporary access:
 * that comes with time. `now`: the database's clock, the only one by which access ends.
 */
export async function accessVersion(db: Reader): Promise<{ version: string; now: Date }> {
  const row = await readVersion(db)
  if (!row) throw new Error('The access version is missing')
  return row
}

export async function findCaller(db: Reader, identitySub: string) {
  const user = await db
    .selectFrom('users')
    .innerJoin('roles', 'roles.id', 'users.role_id')
    .select(['users.id', 'given_name', 'family_name', 'status', 'role_id', 'modules', 'signed_in_after'])
    .select(['last_sign_in_at', temporaryOfUser.as('temporary')])
    .select((q) =>
      sql<string[]>`array(${q
        .selectFrom('ended_sessions')
        .select('session_id')
        .whereRef('ended_sessions.user_id', '=', 'users.id')})`.as('ended_sessions'),
    )
    .where('identity_sub', '=', identitySub)
    .executeTakeFirst()
  if (!user) return undefined
  return {
    id: user.id,
    name: `${user.given_name} ${user.family_name}`,
    status: user.status,
    ...(await accessOf(db, user)),
    lastSignInAt: user.last_sign_in_at?.getTime() ?? 0,
    ended: { sessionIds: new Set(user.ended_sessions), signedInBefore: user.signed_in_after },
  }
}

type UserRole = { id: string; role_id: string | null; modules: string[]; temporary: TemporaryHolding[] }

export type UserAccess = {
  /** In force now. */
  access: Access
  /** Without temporary access. Decides what the user may pass on. */
  permanent: Access
  /** The first time at which `access` ends, by the database's clock; null without temporary access. */
  nextEnd: Date | null
}

async function accessOf(db: Reader, user: UserRole): Promise<UserAccess> {
  const { id, role_id, modules, temporary } = user
  const permanent = effectiveAccess({ modules, policies: await policiesOf(db, id, role_id, []) }, [])
  const [first] = temporary
  if (!first) return { access: permanent, permanent, nextEnd: null }
  const replacing = temporary.find((each) => each.role_id !== null)?.role_id
  const added = temporary.flatMap((each) => each.policy_id ?? [])
  const policies = await policiesOf(db, id, replacing ?? role_id, added)
  const ofRole = replacing ? await modulesOf(db, replacing) : modules
  const all = [...ofRole, ...temporary.flatMap((each) => each.modules)]
  return {
    access: effectiveAccess({ modules: all, policies }, []),
    permanent,
    nextEnd: new Date(first.until),
  }
}

function policiesOf(db: Reader, userId: string, roleId: string | null, added: readonly string[]) {
  return db
    .selectFrom('policies')
    .select('statements')
    .where((where) => {
      const held = where('id', 'in', (q) =>
        q
          .selectFrom('role_policies')
          .select('policy_id')
          .where('role_id', '=', roleId)
          .union(q.selectFrom('user_policies').select('policy_id').where('user_id', '=', userId)),
      )
      return added.length === 0 ? held : where.or([held, where('id', 'in', added)])
    })
    .execute()
}

async function modulesOf(db: Reader, roleId: string): Promise<string[]> {
  const role = await db.selectFrom('roles').select('modules').where('id', '=', roleId).executeTakeFirst()
  return role?.modules ?? []
}

/** Access in force. */
export async function findAccess(db: Reader, userId: string): Promise<Access> {
  return (await findUserAccess(db, userId))?.access ?? { modules: [], policies: [] }
}

export async function findUserAccess(db: Reader, userId: string): Promise<UserAccess | undefined> {
  const user = await db
    .selectFrom('users')
    .innerJoin('roles', 'roles.id', 'users.role_id')
    .select(['users.id', 'role_id', 'modules', temporaryOfUser.as('temporary')])
    .where('users.id', '=', userId)
    .executeTakeFirst()
  return user && accessOf(db, user)
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

/** Keeps the access version: no access depends on it. An earlier sign-in does not replace a later one. */
export async function saveSignIn(db: Database, id: string, at: Date): Promise<void> {
  await db
    .updateTable('users')
    .set({ last_sign_in_at: at })
    .where('id', '=', id)
    .where((q) => q.or([q('last_sign_in_at', 'is', null), q('last_sign_in_at', '<', at)]))
    .execute()
}
