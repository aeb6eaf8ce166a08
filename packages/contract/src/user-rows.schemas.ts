import * as z from 'zod/mini'
import { temporaryAccess } from './account.schemas.ts'
import type { Schemas } from './endpoint.ts'
import { FILE_STATES } from './file-states.ts'
import { SECOND_FACTORS } from './lists/users.ts'
import { PURPOSES } from './purposes.ts'
import { count, nameSchemas, person, timestamp, uuid } from './values.schemas.ts'

/** A change that the identity provider has not applied. `failed`: no automatic retries. */
const providerAction = z.object({
  action: z.enum([
    'create',
    'update',
    'enable',
    'disable',
    'delete',
    'reset',
    'resend',
    'authenticator',
    'end-sessions',
  ]),
  state: z.enum(['waiting', 'failed']),
  attempts: count,
  /** Message for administrators. */
  detail: z.nullable(z.string()),
  next_attempt_at: z.nullable(timestamp),
})

export const userRow = z.object({
  id: uuid,
  version: count,
  email: z.string(),
  given_name: z.string(),
  family_name: z.string(),
  contact: z.nullable(z.string()),
  employee_no: z.nullable(z.string()),
  department: z.nullable(z.string()),
  role: person,
  extra_policies: z.array(z.object({ id: uuid, name: z.string(), risk: z.enum(['LOW', 'HIGH']) })),
  status: z.enum(['PENDING', 'ACTIVE', 'DISABLED', 'DELETED']),
  /** Locked by the identity provider after wrong passwords; null if unknown. */
  is_locked: z.nullable(z.boolean()),
  last_sign_in_at: z.nullable(timestamp),
  /** True if active and without a sign-in for `DORMANT_DAYS`. */
  is_dormant: z.boolean(),
  second_factor: z.enum(SECOND_FACTORS),
  /** End of the invitation of a pending user; null before it is sent. */
  invitation_expires_at: z.nullable(timestamp),
  created_at: timestamp,
  updated_at: timestamp,
  provider_action: z.nullable(providerAction),
  /** Changes that the caller may not make, because the user has permissions that the caller lacks. */
  exceeds: z.object({ manage: z.boolean(), account: z.boolean() }),
})

const grantingPolicy = z.object({
  id: uuid,
  name: z.string(),
  risk: z.enum(['LOW', 'HIGH']),
  statements: z.array(z.string()),
})

const grantingRole = z.object({
  id: uuid,
  name: z.string(),
  modules: z.array(z.string()),
  policies: z.array(grantingPolicy),
})

/** The role replaces the user's own. */
const temporaryGrant = z.extend(temporaryAccess, {
  role: z.nullable(grantingRole),
  policy: z.nullable(grantingPolicy),
})

export const userDetail = z.extend(userRow, {
  /** Null for the system. */
  updated_by: z.nullable(z.object({ name: z.string() })),
  /** State at the identity provider; null if unknown. */
  mfa_enabled: z.nullable(z.boolean()),
  must_change_password: z.nullable(z.boolean()),
  grants: z.object({
    /** Permanent role. */
    role: z.extend(grantingRole, { user_count: count }),
    extra_policies: z.array(
      z.extend(grantingPolicy, { granted_by: z.nullable(z.string()), granted_at: z.nullable(timestamp) }),
    ),
    /** Access in force that ends. */
    temporary: z.array(temporaryGrant),
  }),
  /** Work that would be handed over. */
  open_files: count,
  open_inquiries: count,
  /** Open cases assigned to the user. */
  open_cases: count,
})

export const openWork = z.object({
  /** Files that are not finished or can be retried. */
  files: count,
  inquiries: count,
  /** Open cases that are assigned to the user. */
  cases: count,
  /** The user’s own requests that wait for approval. Off-boarding withdraws them. */
  requests: count,
  /** Temporary access in force. */
  temporary_access: count,
  /** Files and inquiries; an inquiry and its file count once. */
  total: count,
  /** The newest items. */
  items: z.array(
    z.object({
      source_filekey: uuid,
      /** Card numbers masked. */
      name: z.string(),
      state: z.enum(FILE_STATES),
      /** The user's inquiry over the file. */
      inquiry: z.nullable(z.object({ purpose: z.enum(PURPOSES), ticket_no: z.nullable(z.string()) })),
    }),
  ),
})

nameSchemas({
  User: userRow,
  UserDetails: userDetail,
  ProviderAction: providerAction,
  GrantingPolicy: grantingPolicy,
  GrantingRole: grantingRole,
  TemporaryGrant: temporaryGrant,
  OpenWork: openWork,
})

/** A user whose name is easily confused with another one. */
export const similarUser = z.object({
  id: uuid,
  name: z.string(),
  email: z.string(),
  similarity: z.enum(['equal', 'confusable']),
})

nameSchemas({ SimilarUser: similarUser })

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
