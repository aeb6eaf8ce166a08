import type { api } from '@backoffice/contract/api'
import { Refusal } from '../../kernel/errors.ts'
import type { Handlers } from '../../kernel/mount.ts'
import type { Sessions } from '../../outside/identity/identity.ts'

type Room = { sessions: Sessions | null }

export function accountHandlers({ sessions }: Room): Handlers<(typeof api)['account']> {
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
    revokeSession: async ({ body: { id } }, { caller }) => {
      if (!sessions) throw new Refusal('not_found', { code: 'sessions_not_available', detail: NOT_KEPT })
      // Before the transaction: the provider is another system, and what it ended stays ended.
      if (!(await sessions.revoke(caller.identity.sub, id)))
        throw new Refusal('not_found', { code: 'session_not_found', detail: 'There is no such session.' })
      const entry = { action: 'session.revoke', resource: 'session', resourceId: id } as const
      return async () => ({ resource: { id }, audit: [entry] })
    },
  }
}

const NOT_KEPT = 'The identity provider keeps no list of sessions: sign out everywhere instead.'
