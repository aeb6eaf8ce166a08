import * as z from 'zod/mini'
import type { Schemas } from './endpoint.ts'
import { nameSchemas, text, timestamp, uuid } from './values.schemas.ts'

const session = z.object({
  id: uuid,
  created_at: timestamp,
  last_used_at: timestamp,
  /** User agent of the browser; null if unknown. */
  user_agent: z.nullable(z.string()),
  /** True for the session of this call. */
  is_current: z.boolean(),
})

const named = z.object({ name: z.string() })
const ended = z.object({ ended: z.literal(true) })

/** Temporary access of a user, without its permissions. */
export const temporaryAccess = z.object({
  id: uuid,
  /** Either a role or a policy. */
  role: z.nullable(named),
  policy: z.nullable(named),
  modules: z.array(z.string()),
  until: timestamp,
  reason: z.string(),
  ticket_no: z.nullable(z.string()),
  is_break_glass: z.boolean(),
  granted_by: z.nullable(z.string()),
})

nameSchemas({ Name: named, EndedSessions: ended, Session: session, TemporaryAccess: temporaryAccess })

export const accountSchemas = {
  temporaryAccess: {
    summary: 'Temporary access of the caller, the first to end first',
    reply: z.object({ items: z.array(temporaryAccess) }),
  },
  listSessions: {
    summary: 'Sessions of the caller, most recently used first',
    reply: z.object({
      /** False if the identity provider has no list of sessions. */
      is_available: z.boolean(),
      items: z.array(session),
    }),
  },
  endSession: {
    summary: 'End one of the caller’s sessions. Its next call is refused and it cannot be renewed',
    audit: { resource: 'session', action: 'end', id: 'body.id' },
    endsSessions: true,
    body: z.strictObject({ id: uuid }),
    reply: z.object({ id: uuid }),
  },
  endCurrentSession: {
    summary: 'Sign out: end the session of this call and invalidate its tokens',
    audit: { resource: 'session', action: 'end-current', id: 'caller' },
    endsSessions: true,
    openToSetUp: true,
    reply: ended,
  },
  endOtherSessions: {
    summary: 'End all other sessions of the caller, after a password change',
    audit: { resource: 'session', action: 'end-others', id: 'caller' },
    reply: ended,
  },
  endAllSessions: {
    summary: 'End all sessions of the caller, including this one. Takes up to a second',
    audit: { resource: 'session', action: 'end-all', id: 'caller' },
    endsSessions: true,
    reply: ended,
  },
  confirmIdentity: {
    summary:
      'Confirm the session of this call for ten minutes with the identity token of a second sign-in, which ends',
    audit: { resource: 'sign-in', action: 'confirm-identity', id: 'caller' },
    isSecret: true,
    body: z.strictObject({ token: text(8_192) }),
    reply: z.object({ confirmed_until: timestamp }),
  },
  endConfirmation: {
    summary: 'End the confirmation of this session, because its screen was locked',
    audit: { resource: 'sign-in', action: 'end', id: 'caller' },
    reply: ended,
  },
  checkAuthenticator: {
    summary: 'Ask the identity provider whether the caller has an authenticator, and store its reply',
    audit: { resource: 'user', action: 'check-authenticator', id: 'caller' },
    openToSetUp: true,
    reply: z.object({ has_authenticator: z.boolean(), is_required: z.boolean() }),
  },
} satisfies Record<string, Schemas>
