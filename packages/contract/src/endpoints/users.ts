import * as z from 'zod/mini'
import type { Permission } from '../access.ts'
import { endpoint } from '../endpoint.ts'
import { exportRequest, listQuery, listReply } from '../list.ts'
import { usersList } from '../lists/users.ts'
import type { RuleSet } from '../rules/rule.ts'
import { bulkItems, count, rowOutcome, text, textCheckedByRules, timestamp, uuid } from '../schemas.ts'
import { openWork, userDetail, userRow } from '../users.ts'

/** Letters of Spanish names, and the marks between them. */
const PERSON_NAME = /^[\p{L}\s\-'.]+$/u

export const USER_RULES = {
  email: { label: 'Email', rules: 'required|email|max:254' },
  given_name: { label: 'Given name', rules: { required: true, max: 60, regex: PERSON_NAME } },
  family_name: { label: 'Family name', rules: { required: true, max: 60, regex: PERSON_NAME } },
  contact: { label: 'Contact', rules: 'ph_phone_number' },
  employee_no: { label: 'Employee no.', rules: 'max:15' },
  department: { label: 'Department', rules: 'max:60' },
  role_id: { label: 'Role', rules: 'select_required' },
} as const satisfies Record<string, { label: string; rules: RuleSet }>

const profile = {
  given_name: textCheckedByRules,
  family_name: textCheckedByRules,
  contact: z.optional(z.nullable(textCheckedByRules)),
  employee_no: z.optional(z.nullable(textCheckedByRules)),
  department: z.optional(z.nullable(textCheckedByRules)),
}
const policyIds = z.array(uuid).check(z.maxLength(50))
const { email: _email, role_id: _role, ...PROFILE_RULES } = USER_RULES

/** Of `POST /access/impact`: required where access changes, so that what was shown is what is saved. */
export const impactVersion = z.string().check(z.regex(/^[0-9a-f]{64}$/))

export const RESET_MODES = ['reset', 'resend', 'authenticator'] as const
/** Each lets its holder end the access of a user, and hand over their open work first. */
export const LEAVING: readonly [Permission, ...Permission[]] = ['user:delete', 'user:update-status']
const someone: readonly [Permission, ...Permission[]] = ['user:create', 'user:update']

export const userEndpoints = {
  create: endpoint({
    api: 'user',
    method: 'POST',
    path: '/',
    summary: 'Create a user, here and at the identity provider, which mails a temporary password',
    access: 'user:create',
    effect: 'write',
    status: 201,
    audit: { resource: 'user', action: 'create' },
    body: z.strictObject({
      email: textCheckedByRules,
      ...profile,
      role_id: uuid,
      extra_policies: z.optional(policyIds),
    }),
    rules: USER_RULES,
    reply: userDetail,
  }),
  search: endpoint({
    api: 'user',
    method: 'GET',
    path: '/search',
    summary: 'Users by the beginning of a name, e-mail or employee number: the first ten',
    access: 'user:view',
    effect: 'read',
    audit: { resource: 'user', action: 'list' },
    query: z.object({ q: text(100) }),
    reply: z.object({
      items: z.array(
        z.object({ id: uuid, name: z.string(), email: z.string(), status: z.string(), role: z.string() }),
      ),
    }),
  }),
  list: endpoint({
    api: 'user',
    method: 'POST',
    path: '/list',
    summary: 'List users',
    access: 'user:view',
    effect: 'read',
    audit: { resource: 'user', action: 'list' },
    body: listQuery(usersList),
    reply: listReply(userRow),
  }),
  export: endpoint({
    api: 'user',
    method: 'POST',
    path: '/list/export',
    summary: 'Write the list to a file',
    access: 'user:export',
    effect: 'write',
    status: 202,
    audit: { resource: 'user', action: 'export' },
    body: exportRequest(usersList),
    reply: z.object({ source_filekey: uuid }),
  }),
  get: endpoint({
    api: 'user',
    method: 'GET',
    path: '/:id',
    summary: 'A user with what they were given; anybody may ask for themselves',
    access: 'signed-in',
    effect: 'read',
    audit: { resource: 'user', action: 'view', id: 'params.id' },
    params: z.object({ id: uuid }),
    reply: userDetail,
  }),
  update: endpoint({
    api: 'user',
    method: 'PATCH',
    path: '/:id',
    summary: 'Change a user’s profile, role or extra policies',
    access: 'user:update',
    effect: 'write',
    versioned: 'body',
    audit: { resource: 'user', action: 'update', id: 'params.id' },
    params: z.object({ id: uuid }),
    body: z.strictObject({
      version: count,
      given_name: z.optional(profile.given_name),
      family_name: z.optional(profile.family_name),
      contact: profile.contact,
      employee_no: profile.employee_no,
      department: profile.department,
      role_id: z.optional(uuid),
      extra_policies: z.optional(policyIds),
      impact_version: z.optional(impactVersion),
    }),
    rules: PROFILE_RULES,
    reply: userDetail,
  }),
  updateStatus: endpoint({
    api: 'user',
    method: 'PATCH',
    path: '/user-status',
    summary: 'Enable or disable users; enabling lifts a lock. Disabling ends their sessions',
    access: 'user:update-status',
    effect: 'write',
    versioned: 'body',
    audit: {
      resource: 'user',
      action: 'update-status',
      id: 'body.items.id',
    },
    bodyLimitBytes: 128 * 1024,
    body: z.strictObject({
      items: bulkItems(z.strictObject({ id: uuid, version: count })),
      status: z.enum(['ACTIVE', 'DISABLED']),
      /** Required for disabling. */
      reason: z.optional(text(200)),
    }),
    reply: z.object({ items: z.array(rowOutcome(userRow)) }),
  }),
  resetPassword: endpoint({
    api: 'user',
    method: 'PATCH',
    path: '/reset-password',
    summary: 'Send a reset code, send the invitation again, or remove a lost authenticator',
    access: 'user:reset-password',
    effect: 'write',
    audit: { resource: 'user', action: 'reset-password', id: 'body.id' },
    body: z.strictObject({ id: uuid, mode: z.enum(RESET_MODES) }),
    reply: userDetail,
  }),
  remove: endpoint({
    api: 'user',
    method: 'POST',
    path: '/delete/:id',
    summary: 'Delete a user; open files and inquiries that were not handed over go to the caller',
    access: 'user:delete',
    effect: 'write',
    versioned: 'if-match-optional',
    audit: { resource: 'user', action: 'delete', id: 'params.id' },
    params: z.object({ id: uuid }),
    reply: z.object({ id: uuid }),
  }),
  openWork: endpoint({
    api: 'user',
    method: 'GET',
    path: '/open-work/:id',
    summary: 'The open files and inquiries of a user: how many, and the newest by name',
    access: { anyOf: LEAVING },
    effect: 'read',
    audit: { resource: 'user', action: 'view', id: 'params.id' },
    params: z.object({ id: uuid }),
    reply: openWork,
  }),
  handOver: endpoint({
    api: 'user',
    method: 'POST',
    path: '/handover',
    summary: 'Give the open files and inquiries of a user to another',
    access: { anyOf: LEAVING },
    effect: 'write',
    audit: { resource: 'user', action: 'hand-over', id: 'body.from', refersTo: 'body.to' },
    body: z.strictObject({ from: uuid, to: uuid }),
    reply: z.object({ files: count, inquiries: count }),
  }),
  retryProvider: endpoint({
    api: 'user',
    method: 'POST',
    path: '/provider-action/retry',
    summary: 'Try again what the identity provider did not take',
    access: 'user:update-status',
    effect: 'write',
    audit: { resource: 'user', action: 'retry', id: 'body.id' },
    body: z.strictObject({ id: uuid }),
    reply: userDetail,
  }),
  sessions: endpoint({
    api: 'user',
    method: 'GET',
    path: '/sessions/:id',
    summary: 'Where a user is signed in, used last first',
    access: 'user:view',
    effect: 'read',
    audit: { resource: 'user', action: 'view-sessions', id: 'params.id' },
    params: z.object({ id: uuid }),
    reply: z.object({
      /** False where the identity provider keeps no list that could be shown. */
      is_available: z.boolean(),
      items: z.array(
        z.object({
          id: uuid,
          created_at: timestamp,
          last_used_at: timestamp,
          user_agent: z.nullable(z.string()),
        }),
      ),
    }),
  }),
  endSessions: endpoint({
    api: 'user',
    method: 'POST',
    path: '/sessions/:id/end-all',
    summary: 'End all sessions of a user: over on their next call',
    access: 'user:update-status',
    effect: 'write',
    audit: { resource: 'user', action: 'end-sessions', id: 'params.id' },
    params: z.object({ id: uuid }),
    reply: z.object({ id: uuid }),
  }),
  roleOptions: endpoint({
    api: 'user',
    method: 'GET',
    path: '/role/options',
    summary: 'Roles to choose from',
    access: { anyOf: [...someone, 'user:view', 'role:view'] },
    effect: 'read',
    audit: { resource: 'role', action: 'options' },
    reply: z.object({
      items: z.array(
        z.object({
          id: uuid,
          name: z.string(),
          description: z.string(),
          user_count: count,
          /** Whether the caller may give it to others. */
          is_grantable: z.boolean(),
        }),
      ),
    }),
  }),
}
