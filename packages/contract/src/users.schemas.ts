import * as z from 'zod/mini'
import type { Schemas } from './endpoint.ts'
import { impact } from './explain.schemas.ts'
import { exportRequest, listQuery, listReply } from './list.schemas.ts'
import { usersList } from './lists/users.ts'
import { openWork, similarUser, userDetail, userRow, userSessionSchemas } from './user-rows.schemas.ts'
import { MOST_INVITED, OFF_BOARDING_MODES, RESET_MODES } from './users.ts'
import {
  bulkItems,
  count,
  fieldErrors,
  impactVersion,
  nameCheckedByRules,
  nameSchemas,
  rowOutcome,
  text,
  textCheckedByRules,
  uuid,
} from './values.schemas.ts'

const profile = {
  given_name: nameCheckedByRules,
  family_name: nameCheckedByRules,
  contact: z.optional(z.nullable(textCheckedByRules)),
  employee_no: z.optional(z.nullable(nameCheckedByRules)),
  department: z.optional(z.nullable(nameCheckedByRules)),
}
const policyIds = z.array(uuid).check(z.maxLength(50))
const newUser = z.strictObject({
  email: textCheckedByRules,
  ...profile,
  role_id: uuid,
  extra_policies: z.optional(policyIds),
})
const userVersions = bulkItems(z.strictObject({ id: uuid, version: count }))

const givenId = z.strictObject({ id: uuid })

nameSchemas({ NewUser: newUser, GivenId: givenId })

export const userSchemas = {
  create: {
    summary: 'Create a user, also at the identity provider, which emails a temporary password',
    status: 201,
    approval: ['HIGH_RISK_GRANT'],
    audit: { resource: 'user', action: 'create' },
    recentSignIn: { when: 'the user gains high-risk access' },
    body: newUser,
    reply: userDetail,
  },
  invite: {
    summary: `Create up to ${MOST_INVITED} users, who are invited by email, with an outcome for each in order`,
    approval: ['HIGH_RISK_GRANT'],
    audit: { resource: 'user', action: 'create' },
    recentSignIn: { when: 'a user gains high-risk access' },
    bodyLimitBytes: 512 * 1024,
    body: z.strictObject({ items: z.array(newUser).check(z.minLength(1), z.maxLength(MOST_INVITED)) }),
    reply: z.object({
      items: z.array(
        z.object({
          outcome: z.enum(['done', 'refused']),
          /** The new user. */
          user: z.optional(z.object({ id: uuid, name: z.string(), email: z.string() })),
          /** Code of a refusal, as in a problem. */
          code: z.optional(z.string()),
          detail: z.optional(z.string()),
          errors: z.optional(fieldErrors),
        }),
      ),
    }),
  },
  checkInvitations: {
    summary: 'Emails that already belong to users, and users with similar names, before inviting them',
    audit: { resource: 'user', action: 'list' },
    bodyLimitBytes: 128 * 1024,
    body: z.strictObject({
      emails: z.array(text(254)).check(z.maxLength(MOST_INVITED)),
      names: z.optional(z.array(text(130)).check(z.maxLength(MOST_INVITED))),
    }),
    reply: z.object({
      taken: z.array(z.object({ email: z.string(), user: z.object({ id: uuid, name: z.string() }) })),
      /** Active users whose name is easily confused with one of the names. */
      similar: z.array(similarUser),
    }),
  },
  search: {
    summary: 'The first ten users whose name, email or employee number starts with a text',
    audit: { resource: 'user', action: 'list' },
    query: z.object({ q: text(100) }),
    reply: z.object({
      items: z.array(
        z.object({ id: uuid, name: z.string(), email: z.string(), status: z.string(), role: z.string() }),
      ),
    }),
  },
  similarNames: {
    summary: 'Up to five active users whose names are easily taken for a name, without the user of the id',
    isUse: false,
    audit: { resource: 'user', action: 'list' },
    query: z.object({ name: text(130), id: z.optional(uuid) }),
    reply: z.object({
      items: z.array(similarUser),
    }),
  },
  list: {
    summary: 'List users',
    audit: { resource: 'user', action: 'list' },
    body: listQuery(usersList),
    reply: listReply(userRow),
  },
  export: {
    summary: 'Export the listed users to a file',
    status: 202,
    audit: { resource: 'user', action: 'export' },
    recentSignIn: 'always',
    body: exportRequest(usersList),
    reply: z.object({ source_filekey: uuid }),
  },
  get: {
    summary: 'A user with their role and policies. Every user may read their own',
    audit: { resource: 'user', action: 'view', id: 'params.id' },
    params: z.object({ id: uuid }),
    reply: userDetail,
  },
  update: {
    summary: 'Change a user’s profile, role or extra policies',
    versioned: 'body',
    approval: ['HIGH_RISK_GRANT'],
    audit: { resource: 'user', action: 'update', id: 'params.id' },
    recentSignIn: {
      when: 'the phone number changes, the user gains high-risk access, or has it and loses any access',
    },
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
    reply: userDetail,
  },
  updateRole: {
    summary: 'Change the role of users. Extra policies and temporary access stay',
    versioned: 'body',
    approval: ['HIGH_RISK_GRANT'],
    audit: { resource: 'user', action: 'update', id: 'body.items.id' },
    recentSignIn: { when: 'a user gains high-risk access, or has it and loses any access' },
    bodyLimitBytes: 128 * 1024,
    body: z.strictObject({
      items: userVersions,
      role_id: uuid,
      impact_version: z.optional(impactVersion),
    }),
    reply: z.object({ items: z.array(rowOutcome(userRow)) }),
  },
  roleImpact: {
    summary:
      'Access that users would gain and lose with another role, and users whose role cannot be changed',
    audit: { resource: 'user', action: 'impact', id: 'body.items.id' },
    bodyLimitBytes: 128 * 1024,
    body: z.strictObject({ items: userVersions, role_id: uuid }),
    reply: z.extend(impact, {
      /** Users whose role stays, with the reason. */
      refused: z.array(
        z.object({ id: uuid, name: z.nullable(z.string()), code: z.string(), detail: z.string() }),
      ),
      /** Users who have the role already. */
      unchanged_count: count,
    }),
  },
  updateStatus: {
    summary: 'Enable or disable users. Enabling unlocks them; disabling ends their sessions',
    versioned: 'body',
    approval: ['HIGH_RISK_GRANT'],
    audit: {
      resource: 'user',
      action: 'update-status',
      id: 'body.items.id',
    },
    recentSignIn: { when: 'a user with high-risk access is enabled or disabled' },
    bodyLimitBytes: 128 * 1024,
    body: z.strictObject({
      items: userVersions,
      status: z.enum(['ACTIVE', 'DISABLED']),
      /** Required for disabling. */
      reason: z.optional(text(200)),
    }),
    reply: z.object({ items: z.array(rowOutcome(userRow)) }),
  },
  resetPassword: {
    summary: 'Send a reset code, resend the invitation, or remove a lost authenticator',
    audit: { resource: 'user', action: 'reset-password', id: 'body.id' },
    recentSignIn: 'always',
    body: z.strictObject({ id: uuid, mode: z.enum(RESET_MODES) }),
    reply: userDetail,
  },
  remove: {
    summary: 'Delete a user. Open work that was not handed over goes to the caller',
    versioned: 'if-match-optional',
    audit: { resource: 'user', action: 'delete', id: 'params.id' },
    recentSignIn: { when: 'the user has high-risk access' },
    params: z.object({ id: uuid }),
    reply: z.object({ id: uuid }),
  },
  offBoard: {
    summary:
      'Disable or delete a user who leaves, and reassign the open work. Ends sessions and temporary access, and withdraws requests',
    versioned: 'body',
    audit: { resource: 'user', action: 'off-board', id: 'body.id', refersTo: 'body.to' },
    recentSignIn: { when: 'the user has high-risk access' },
    body: z.strictObject({
      id: uuid,
      version: count,
      mode: z.enum(OFF_BOARDING_MODES),
      reason: text(200),
      /** User who receives the open work. Default: it stays, or goes to the caller if the user is deleted. */
      to: z.optional(uuid),
    }),
    reply: z.object({
      id: uuid,
      /** Number of reassigned files, inquiries and cases. */
      files: count,
      inquiries: count,
      cases: count,
      /** Number of withdrawn requests. */
      requests: count,
      /** Number of temporary roles and policies that ended. */
      temporary_access: count,
    }),
  },
  openWork: {
    summary: 'Open work of a user: files, inquiries, cases, requests, temporary access and the newest files',
    isUse: false,
    audit: { resource: 'user', action: 'view', id: 'params.id' },
    params: z.object({ id: uuid }),
    reply: openWork,
  },
  handOver: {
    summary: 'Reassign the open files, inquiries and cases of a user',
    audit: { resource: 'user', action: 'hand-over', id: 'body.from', refersTo: 'body.to' },
    recentSignIn: { when: 'the user has high-risk access' },
    body: z.strictObject({ from: uuid, to: uuid }),
    reply: z.object({ files: count, inquiries: count, cases: count }),
  },
  retryProvider: {
    summary: 'Retry changes that the identity provider has not applied',
    audit: { resource: 'user', action: 'retry', id: 'body.id' },
    recentSignIn: { never: 'repeats a change that was already made here' },
    body: givenId,
    reply: userDetail,
  },
  ...userSessionSchemas,
  endAccess: {
    summary: 'End a user’s temporary access early, with effect on their next call',
    audit: { resource: 'user', action: 'end-access', id: 'params.id' },
    recentSignIn: { when: 'the user has high-risk access' },
    params: z.object({ id: uuid, access_id: uuid }),
    reply: userDetail,
  },
  roleOptions: {
    summary: 'Roles to choose from',
    isUse: false,
    audit: { resource: 'role', action: 'options' },
    reply: z.object({
      items: z.array(
        z.object({
          id: uuid,
          name: z.string(),
          description: z.string(),
          user_count: count,
          is_system: z.boolean(),
          requires_second_factor: z.boolean(),
          /** True if the caller may grant it to others. */
          is_grantable: z.boolean(),
        }),
      ),
    }),
  },
} satisfies Record<string, Schemas>
