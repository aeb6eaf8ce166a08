import type { api } from '@backoffice/contract/api'
import type { Handlers } from '../../kernel/mount.ts'
import { lockAccess } from '../access/access-lock.ts'
import { requireNotExceeding } from '../access/exceeding.ts'
import { revokeEarlierSignIns } from '../account/account.store.ts'
import { requestProviderAction } from './provider-actions.ts'
import { noSuchUser } from './user-replies.ts'
import type { UsersDeps } from './user-values.ts'
import { findUser, lockUser } from './users.store.ts'

type SessionHandlers = Pick<Handlers<(typeof api)['users']>, 'sessions' | 'endSessions'>

export function sessionHandlers({ db, clock, sendJob, identity }: UsersDeps): SessionHandlers {
  return {
    sessions: async ({ params }) => {
      const user = await findUser(db, params.id)
      if (!user || user.status === 'DELETED') throw noSuchUser()
      if (!identity.sessions) return { is_available: false, items: [] }
      const found = user.identity_sub === null ? [] : await identity.sessions.list(user.identity_sub)
      const items = found.map(({ id, createdAt, lastUsedAt, userAgent }) => ({
        id,
        created_at: createdAt.toISOString(),
        last_used_at: lastUsedAt.toISOString(),
        user_agent: userAgent,
      }))
      return { is_available: true, items }
    },

    endSessions:
      async ({ params }, { caller }) =>
      async (tx) => {
        const held = await lockAccess(tx, caller, 'user:update-status')
        const user = await lockUser(tx, params.id)
        if (!user) throw noSuchUser()
        await requireNotExceeding(tx, held, user.id, 'manage')
        await revokeEarlierSignIns(tx, user.id, nextSecond(clock.now()))
        await requestProviderAction(tx, sendJob, {
          userId: user.id,
          action: 'end-sessions',
          requestedBy: caller.id,
        })
        return { resource: { id: user.id }, audit: [{}] }
      },
  }
}

/** `auth_time` has whole seconds: sign-ins of the current second are revoked too. */
export function nextSecond(now: Date): Date {
  return new Date((Math.floor(now.getTime() / 1_000) + 1) * 1_000)
}
