import * as z from 'zod/mini'
import type { Schemas } from '../endpoint.ts'
import { timestamp, uuid } from './values.ts'

const session = z.object({
  id: uuid,
  created_at: timestamp,
  last_used_at: timestamp,
  /** As the browser called itself; null when it did not. */
  user_agent: z.nullable(z.string()),
  /** The one that this call belongs to. */
  is_current: z.boolean(),
})

export const accountSchemas = {
  listSessions: {
    summary: 'Where the caller is signed in, used last first',
    reply: z.object({
      /** False where the identity provider keeps no list that could be shown. */
      is_available: z.boolean(),
      items: z.array(session),
    }),
  },
  endSession: {
    summary: 'End one of the caller’s sessions: over on its next call, and not renewed any more',
    audit: { resource: 'session', action: 'end', id: 'body.id' },
    endsSessions: true,
    body: z.strictObject({ id: uuid }),
    reply: z.object({ id: uuid }),
  },
  endCurrentSession: {
    summary: 'End the session that this call belongs to, on signing out: its tokens are no good any more',
    audit: { resource: 'session', action: 'end-current', id: 'caller' },
    endsSessions: true,
    reply: z.object({ ended: z.literal(true) }),
  },
  endOtherSessions: {
    summary: 'End the caller’s sessions but this one, after a changed password: over on their next call',
    audit: { resource: 'session', action: 'end-others', id: 'caller' },
    reply: z.object({ ended: z.literal(true) }),
  },
  endAllSessions: {
    summary: 'End all of the caller’s sessions, this one too: over on their next call. Takes up to a second',
    audit: { resource: 'session', action: 'end-all', id: 'caller' },
    endsSessions: true,
    reply: z.object({ ended: z.literal(true) }),
  },
} satisfies Record<string, Schemas>
