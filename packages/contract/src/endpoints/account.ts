import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { timestamp, uuid } from '../schemas.ts'

const session = z.object({
  id: uuid,
  created_at: timestamp,
  last_used_at: timestamp,
  /** As the browser called itself; null when it did not. */
  user_agent: z.nullable(z.string()),
  /** The one that this call belongs to. */
  is_current: z.boolean(),
})

/** The caller's own sessions; those of other users can neither be seen nor ended. */
export const accountEndpoints = {
  listSessions: endpoint({
    api: 'user',
    method: 'GET',
    path: '/account/sessions',
    summary: 'Where the caller is signed in, used last first',
    access: 'signed-in',
    effect: 'read',
    reply: z.object({
      /** False where the identity provider keeps no list that could be shown. */
      is_available: z.boolean(),
      items: z.array(session),
    }),
  }),
  endSession: endpoint({
    api: 'user',
    method: 'POST',
    path: '/account/sessions/end',
    summary: 'End one of the caller’s sessions: over on its next call, and not renewed any more',
    access: 'signed-in',
    audit: { resource: 'session', action: 'end', id: 'body.id' },
    effect: 'write',
    endsSessions: true,
    body: z.strictObject({ id: uuid }),
    reply: z.object({ id: uuid }),
  }),
  endCurrentSession: endpoint({
    api: 'user',
    method: 'POST',
    path: '/account/sessions/end-current',
    summary: 'End the session that this call belongs to, on signing out: its tokens are no good any more',
    access: 'signed-in',
    audit: { resource: 'session', action: 'end-current', id: 'caller' },
    effect: 'write',
    endsSessions: true,
    reply: z.object({ ended: z.literal(true) }),
  }),
  endOtherSessions: endpoint({
    api: 'user',
    method: 'POST',
    path: '/account/sessions/end-others',
    summary: 'End the caller’s sessions but this one, after a changed password: over on their next call',
    access: 'signed-in',
    audit: { resource: 'session', action: 'end-others', id: 'caller' },
    effect: 'write',
    reply: z.object({ ended: z.literal(true) }),
  }),
  endAllSessions: endpoint({
    api: 'user',
    method: 'POST',
    path: '/account/sessions/end-all',
    summary: 'End all of the caller’s sessions, this one too: over on their next call. Takes up to a second',
    access: 'signed-in',
    audit: { resource: 'session', action: 'end-all', id: 'caller' },
    effect: 'write',
    endsSessions: true,
    reply: z.object({ ended: z.literal(true) }),
  }),
}
