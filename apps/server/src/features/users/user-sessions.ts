import type { api } from '@backoffice/contract/api'
import type { Tx } from '../../db/client.ts'
import type { Call } from '../../kernel/caller.ts'
import type { Handlers } from '../../kernel/mount.ts'
import type { RecentSignInCall } from '../../kernel/recent-sign-in.ts'
import { lockAccess } from '../access/access-lock.ts'
import { requireNotExceeding } from '../access/exceeding.ts'
import { requireRecentFor } from '../access/high-risk.ts'
import { insertEndedSessions, revokeEarlierSignIns, withLastUse } from '../account/account.store.ts'
import { noSuchSession, sessionsNotAvailable } from '../account/session-errors.ts'
import { requestProviderAction } from './provider-actions.ts'
import { noSuchUser } from './user-replies.ts'
import type { UsersDeps } from './user-values.ts'
import { findUser, lockUser } from './users.store.ts'

type SessionHandlers = Pick<Handlers<(typeof api)['users']>, 'sessions' | 'endSession' | 'endSessions'>

export function sessionHandlers({ db, clock, sendJob, identity }: UsersDeps): SessionHandlers {
  return {
    sessions: async ({ params }) => {
      const user = await findUser(db, params.id)
      if (!user || user.status === 'DELETED') throw noSuchUser()
      if (!identity.sessions) return { is_available: false, items: [] }
      const listed = user.identity_sub === null ? [] : await identity.sessions.list(user.identity_sub)
      // Ended ones lose access at once, but stay at the provider until a job has ended them there.
      const active = listed.filter(({ createdAt }) => createdAt >= (user.signed_in_after ?? createdAt))
      const found = await withLastUse(db, active)
      const items = found.map(({ id, createdAt, lastUsedAt, userAgent, address }) => ({
        id,
        created_at: createdAt.toISOString(),
        last_used_at: lastUsedAt.toISOString(),
        user_agent: userAgent,
        address,
      }))
      return { is_available: true, items }
    },

    endSession: async ({ params: { id }, body: { session_id } }, call) => {
      if (!identity.sessions) throw sessionsNotAvailable()
      const user = await db.transaction().execute((tx) => lockManaged(tx, call, id))
      // Before the transaction of the call, because a rollback cannot undo it at the provider.
      const isFound =
        user.identity_sub !== null && (await identity.sessions.revoke(user.identity_sub, session_id))
      if (!isFound) throw noSuchSession()
      return async (tx) => {
        await lockManaged(tx, call, id)
        const isNew = await insertEndedSessions(tx, {
          userId: id,
          sessionIds: [session_id],
          at: clock.now(),
        })
        const resource = { id: session_id }
        return isNew ? { resource, audit: [{ id }] } : { resource, unchanged: true }
      }
    },

    endSessions:
      async ({ params }, call) =>
      async (tx) => {
        const user = await lockManaged(tx, call, params.id)
        await revokeEarlierSignIns(tx, user.id, nextSecond(clock.now()))
        await requestProviderAction(tx, sendJob, {
          userId: user.id,
          action: 'end-sessions',
          requestedBy: call.caller.id,
        })
        return { resource: { id: user.id }, audit: [{}] }
      },
  }
}

/** Locks a user whose sessions the caller may end. */
async function lockManaged(tx: Tx, call: Call & RecentSignInCall, id: string) {
  const held = await lockAccess(tx, call.caller, 'user:update-status')
  const user = await lockUser(tx, id)
  if (!user) throw noSuchUser()
  await requireNotExceeding(tx, held, user.id, 'manage')
  await requireRecentFor(tx, call, [user.id])
  return user
}

/** `auth_time` has whole seconds, so sign-ins of the current second are revoked too. */
export function nextSecond(now: Date): Date {
  return new Date((Math.floor(now.getTime() / 1_000) + 1) * 1_000)
}
