import * as z from 'zod/mini'
import type { Schemas } from './endpoint.ts'
import { timestamp, uuid } from './values.schemas.ts'

/** Sessions of a user, for administrators. */
export const userSessionSchemas = {
  sessions: {
    summary: 'Sessions of a user, most recently used first',
    audit: { resource: 'user', action: 'view-sessions', id: 'params.id' },
    params: z.object({ id: uuid }),
    reply: z.object({
      /** False if the identity provider has no list of sessions. */
      is_available: z.boolean(),
      items: z.array(
        z.object({
          id: uuid,
          created_at: timestamp,
          last_used_at: timestamp,
          user_agent: z.nullable(z.string()),
          /** Address of the last use; null if unknown. */
          address: z.nullable(z.string()),
        }),
      ),
    }),
  },
  endSession: {
    summary: 'End one session of a user. Its next call is refused and it cannot be renewed',
    audit: { resource: 'user', action: 'end-session', id: 'params.id' },
    recentSignIn: { when: 'the user has high-risk access' },
    params: z.object({ id: uuid }),
    body: z.strictObject({ session_id: uuid }),
    reply: z.object({ id: uuid }),
  },
  endSessions: {
    summary: 'End all sessions of a user. Their next call is refused',
    audit: { resource: 'user', action: 'end-sessions', id: 'params.id' },
    recentSignIn: { when: 'the user has high-risk access' },
    params: z.object({ id: uuid }),
    reply: z.object({ id: uuid }),
  },
} satisfies Record<string, Schemas>
