import { type Access, effectiveAccess } from '@backoffice/contract/access'
import { sql } from 'kysely'
import type { Database, Reader } from '../../db/client.ts'
import { preparedRead } from '../../db/prepared-read.ts'
import { NO_REQUEST, recordAudit } from '../../kernel/audit.ts'

const readVersion = preparedRead('access-version', (db) => db.selectFrom('access_version').select('version'))

/** Changes whenever the access or a session of any user may have changed. */
export async function accessVersion(db: Reader): Promise<string> {
  const row = await readVersion(db)
  if (!row) throw new Error('The access version is missing')
  return row.version
}

export async function findCaller(db: Reader, identitySub: string) {
  const user = await db
    .selectFrom('users')
    .innerJoin('roles', 'roles.id', 'users.role_id')
    .select(['users.id', 'given_name', 'family_name', 'status', 'role_id', 'modules', 'signed_in_after'])
    .select('last_sign_in_at')
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
    access: await accessOf(db, user),
    lastSignInAt: user.last_sign_in_at?.getTime() ?? 0,
    ended: { sessionIds: new Set(user.ended_sessions), signedInBefore: user.signed_in_after },
  }
}

type UserRole = { id: string; role_id: string | null; modules: string[] }

async function accessOf(db: Reader, { id, role_id, modules }: UserRole): Promise<Access> {
  const policies = await db
    .selectFrom('policies')
    .select('statements')
    .where('id', 'in', (q) =>
      q
        .selectFrom('role_policies')
        .select('policy_id')
        .where('role_id', '=', role_id)
        .union(q.selectFrom('user_policies').select('policy_id').where('user_id', '=', id)),
    )
    .execute()
  return effectiveAccess({ modules, policies }, [])
}

export async function findAccess(db: Reader, userId: string): Promise<Access> {
  const user = await db
    .selectFrom('users')
    .innerJoin('roles', 'roles.id', 'users.role_id')
    .select(['users.id', 'role_id', 'modules'])
    .where('users.id', '=', userId)
    .executeTakeFirst()
  return user ? accessOf(db, user) : { modules: [], policies: [] }
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
