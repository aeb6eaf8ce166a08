import { setTimeout as sleep } from 'node:timers/promises'
import type { api } from '@backoffice/contract/api'
import type { Clock } from '../../adapters/clock.ts'
import type { Sessions } from '../../adapters/identity/identity.ts'
import { Refusal } from '../../kernel/errors.ts'
import type { Handlers } from '../../kernel/mount.ts'
import { noteEndedSessions, refuseEarlierSignIns } from './account.store.ts'

type Room = { clock: Clock; sessions: Sessions | null }

export function accountHandlers({ clock, sessions }: Room): Handlers<(typeof api)['account']> {
  return {
    listSessions: async (_received, { caller: { identity } }) => {
      if (!sessions) return { is_available: false, items: [] }
      const found = await sessions.list(identity.sub)
      const items = found.map(({ id, createdAt, lastUsedAt, userAgent }) => ({
        id,
        created_at: createdAt.toISOString(),
        last_used_at: lastUsedAt.toISOString(),
        user_agent: userAgent,
        is_current: id === identity.sessionId,
      }))
      return { is_available: true, items }
    },
    endSession: async ({ body: { id } }, { caller }) => {
      if (!sessions) throw new Refusal('not_found', { code: 'sessions_not_available', detail: NOT_KEPT })
      // Before the transaction: the provider is another system, and what it ended stays ended.
      if (!(await sessions.revoke(caller.identity.sub, id)))
        throw new Refusal('not_found', { code: 'session_not_found', detail: 'There is no such session.' })
      const entry = { action: 'session.end', resource: 'session', resourceId: id } as const
      return async (tx) => {
        const at = clock.now()
        const isNew = await noteEndedSessions(tx, { userId: caller.id, sessionIds: [id], at })
        return { resource: { id }, ...(isNew ? { audit: [entry] } : { unchanged: true }) }
      }
    },
    endCurrentSession: async (_received, { caller: { id: userId, identity } }) => {
      const sessionIds = identity.sessionId ? [identity.sessionId] : []
      for (const id of sessionIds) await sessions?.revoke(identity.sub, id)
      const entry = { action: 'session.end-current', resource: 'user', resourceId: userId } as const
      return async (tx) => {
        // Noted already when the browser revoked its refresh token meanwhile, which leaves no trail of its own.
        await noteEndedSessions(tx, { userId, sessionIds, at: clock.now() })
        return {
          resource: { ended: true },
          ...(sessionIds.length ? { audit: [entry] } : { unchanged: true }),
        }
      }
    },
    // The note is for sign-ins that their time does not tell: of the same second, and later ones where they are known.
    endOtherSessions: async (_received, { caller: { id: userId, identity } }) => {
      const { sub, sessionId, signedInAt } = identity
      const signedIn = new Date(signedInAt * 1_000)
      const others = (await sessions?.revokeOthers(sub, sessionId, signedIn)) ?? []
      return async (tx) => {
        // The user's row first, as everywhere: noting moves the access version, which comes last.
        const refused = await refuseEarlierSignIns(tx, userId, signedIn)
        const noted = await noteEndedSessions(tx, { userId, sessionIds: others, at: clock.now() })
        if (!noted && !refused) return { resource: { ended: true }, unchanged: true }
        const entry = { action: 'session.end-others', resource: 'user', resourceId: userId } as const
        return { resource: { ended: true }, audit: [entry] }
      }
    },
    endAllSessions: async (_received, { caller: { id: userId, identity } }) => {
      const at = await nextSecond(clock)
      // A cloud pool is told by the browser: it asks for the access token, which we are never given.
      await sessions?.revokeAll(identity.sub)
      return async (tx) => {
        await refuseEarlierSignIns(tx, userId, at)
        const sessionIds = identity.sessionId ? [identity.sessionId] : []
        await noteEndedSessions(tx, { userId, sessionIds, at })
        const entry = { action: 'session.end-all', resource: 'user', resourceId: userId } as const
        return { resource: { ended: true }, audit: [entry] }
      }
    },
  }
}

const NOT_KEPT = 'The identity provider keeps no list of sessions: sign out everywhere instead.'

/**
 * Waits for it. Tokens tell the time of their sign-in in whole seconds: one of this second cannot be told apart
 * from one that follows the answer, and the first is to be refused, the other to be accepted.
 */
async function nextSecond(clock: Clock): Promise<Date> {
  const at = (Math.floor(clock.now().getTime() / 1_000) + 1) * 1_000
  for (let leftMs = 1; leftMs > 0; leftMs = at - clock.now().getTime()) await sleep(leftMs)
  return new Date(at)
}
