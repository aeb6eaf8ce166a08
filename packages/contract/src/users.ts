import * as z from 'zod/mini'
import { FILE_STATES } from './file-states.ts'
import { PURPOSES } from './purposes.ts'
import { count, timestamp, uuid } from './schemas.ts'

/** Users as replies have them. */

/** What the identity provider is still to be told, or refused for good: `failed` is not tried again by itself. */
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
  /** In words for administrators. */
  detail: z.nullable(z.string()),
  next_attempt_at: z.nullable(timestamp),
})
export type ProviderAction = z.output<typeof providerAction>

export const userRow = z.object({
  id: uuid,
  version: count,
  email: z.string(),
  given_name: z.string(),
  family_name: z.string(),
  contact: z.nullable(z.string()),
  employee_no: z.nullable(z.string()),
  department: z.nullable(z.string()),
  role: z.object({ id: uuid, name: z.string() }),
  extra_policies: z.array(z.object({ id: uuid, name: z.string(), risk: z.enum(['LOW', 'HIGH']) })),
  status: z.enum(['PENDING', 'ACTIVE', 'DISABLED', 'DELETED']),
  /** Locked by the identity provider after wrong passwords; null where it does not tell. */
  is_locked: z.nullable(z.boolean()),
  last_sign_in_at: z.nullable(timestamp),
  created_at: timestamp,
  updated_at: timestamp,
  provider_action: z.nullable(providerAction),
  /** Changes that the caller may not make, because the user holds permissions that the caller lacks. */
  exceeds: z.object({ manage: z.boolean(), account: z.boolean() }),
})
export type UserRow = z.output<typeof userRow>

const grantingPolicy = z.object({
  id: uuid,
  name: z.string(),
  risk: z.enum(['LOW', 'HIGH']),
  statements: z.array(z.string()),
})

export const userDetail = z.extend(userRow, {
  /** Null for the system. */
  updated_by: z.nullable(z.object({ name: z.string() })),
  /** What the identity provider says; null when it does not answer, or does not know. */
  mfa_enabled: z.nullable(z.boolean()),
  must_change_password: z.nullable(z.boolean()),
  grants: z.object({
    role: z.object({
      id: uuid,
      name: z.string(),
      modules: z.array(z.string()),
      policies: z.array(grantingPolicy),
      user_count: count,
    }),
    extra_policies: z.array(
      z.extend(grantingPolicy, { granted_by: z.nullable(z.string()), granted_at: z.nullable(timestamp) }),
    ),
  }),
  /** What a hand-over would move. */
  open_files: count,
  open_inquiries: count,
})
export type UserDetail = z.output<typeof userDetail>

/** How many of the open files and inquiries of a user are named. */
export const NAMED_OPEN_WORK = 5

export const openWork = z.object({
  /** Files that have not ended, or can be retried. */
  files: count,
  inquiries: count,
  /** Both together: an inquiry counts with its file. */
  total: count,
  /** The newest. */
  items: z.array(
    z.object({
      source_filekey: uuid,
      /** Card numbers masked. */
      name: z.string(),
      state: z.enum(FILE_STATES),
      /** The inquiry of the user over the file. */
      inquiry: z.nullable(z.object({ purpose: z.enum(PURPOSES), ticket_no: z.nullable(z.string()) })),
    }),
  ),
})
export type OpenWork = z.output<typeof openWork>
