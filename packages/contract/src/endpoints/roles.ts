import * as z from 'zod/mini'
import { MODULES, STATEMENTS } from '../access.ts'
import { endpoint } from '../endpoint.ts'
import { exportRequest, listQueryString, listReply } from '../list.ts'
import { policiesList, rolesList } from '../lists/users.ts'
import type { RuleSet } from '../rules/rule.ts'
import { count, text, textCheckedByRules, timestamp, uuid } from '../schemas.ts'
import { impactVersion } from './users.ts'

const risk = z.enum(['LOW', 'HIGH'])
const person = z.object({ id: uuid, name: z.string() })

export const ROLE_RULES = {
  name: { label: 'Name', rules: 'required|max:50' },
  description: { label: 'Description', rules: 'max:200' },
  modules: { label: 'Modules', rules: 'select_required' },
  policy_ids: { label: 'Policies', rules: 'select_required' },
} as const satisfies Record<string, { label: string; rules: RuleSet }>

export const POLICY_RULES = {
  name: { label: 'Name', rules: 'required|max:60' },
  description: { label: 'Description', rules: 'max:200' },
  statements: { label: 'Statements', rules: 'select_required' },
} as const satisfies Record<string, { label: string; rules: RuleSet }>

const common = {
  id: uuid,
  version: count,
  name: z.string(),
  description: z.string(),
  is_system: z.boolean(),
  created_at: timestamp,
  updated_at: timestamp,
  /** Null: the system. */
  updated_by: z.nullable(person),
}

const roleRow = z.object({
  ...common,
  modules: z.array(z.string()),
  policy_count: count,
  risk,
  user_count: count,
})
const role = z.extend(roleRow, {
  policies: z.array(z.object({ id: uuid, name: z.string(), risk, statements: z.array(z.string()) })),
})
export type RoleRow = z.output<typeof roleRow>
export type Role = z.output<typeof role>

const policyRow = z.object({
  ...common,
  statements: z.array(z.string()),
  risk,
  role_count: count,
  user_count: count,
})
const policy = z.extend(policyRow, {
  used_by_roles: z.array(person),
  /** Who holds it beside their role; the first 50 of `user_count`. */
  held_by: z.array(person),
})
export type PolicyRow = z.output<typeof policyRow>
export type Policy = z.output<typeof policy>

const modules = z.array(z.enum(MODULES)).check(z.maxLength(MODULES.length))
const policyIds = z.array(uuid).check(z.maxLength(100))
const KNOWN = new Set(STATEMENTS)
const statements = z
  .array(
    z.string().check(
      z.maxLength(60),
      z.refine((each) => KNOWN.has(each), '{field}: there is no such action'),
    ),
  )
  .check(z.maxLength(KNOWN.size))

const params = z.object({ id: uuid })
const removed = z.object({ id: uuid })

export const roleEndpoints = {
  list: endpoint({
    api: 'user',
    method: 'GET',
    path: '/role',
    summary: 'List roles',
    access: 'role:view',
    effect: 'read',
    audit: { resource: 'role', action: 'list' },
    query: listQueryString(rolesList),
    reply: listReply(roleRow),
  }),
  create: endpoint({
    api: 'user',
    method: 'POST',
    path: '/role',
    summary: 'Create a role',
    access: 'role:create',
    effect: 'write',
    status: 201,
    audit: { resource: 'role', action: 'create' },
    body: z.strictObject({
      name: textCheckedByRules,
      description: z.optional(textCheckedByRules),
      modules,
      policy_ids: policyIds,
    }),
    rules: ROLE_RULES,
    reply: role,
  }),
  export: endpoint({
    api: 'user',
    method: 'POST',
    path: '/role/export',
    summary: 'Write the list to a file',
    access: 'role:export',
    effect: 'write',
    status: 202,
    audit: { resource: 'role', action: 'export' },
    body: exportRequest(rolesList),
    reply: z.object({ source_filekey: uuid }),
  }),
  get: endpoint({
    api: 'user',
    method: 'GET',
    path: '/role/:id',
    summary: 'A role with its policies',
    access: 'role:view',
    effect: 'read',
    audit: { resource: 'role', action: 'view', id: 'params.id' },
    params,
    reply: role,
  }),
  update: endpoint({
    api: 'user',
    method: 'PATCH',
    path: '/role/:id',
    summary: 'Change a role: of its modules and policies with the version of the impact that was shown',
    access: 'role:update',
    effect: 'write',
    versioned: 'body',
    audit: { resource: 'role', action: 'update', id: 'params.id' },
    params,
    body: z.strictObject({
      version: count,
      name: z.optional(textCheckedByRules),
      description: z.optional(textCheckedByRules),
      modules: z.optional(modules),
      policy_ids: z.optional(policyIds),
      impact_version: z.optional(impactVersion),
    }),
    rules: ROLE_RULES,
    reply: role,
  }),
  remove: endpoint({
    api: 'user',
    method: 'DELETE',
    path: '/role/:id',
    summary: 'Delete a role that nobody has',
    access: 'role:delete',
    effect: 'write',
    versioned: 'if-match',
    audit: { resource: 'role', action: 'delete', id: 'params.id' },
    params,
    reply: removed,
  }),
}

export const policyEndpoints = {
  list: endpoint({
    api: 'user',
    method: 'GET',
    path: '/policy',
    summary: 'List policies',
    access: 'policy:view',
    effect: 'read',
    audit: { resource: 'policy', action: 'list' },
    query: listQueryString(policiesList),
    reply: listReply(policyRow),
  }),
  create: endpoint({
    api: 'user',
    method: 'POST',
    path: '/policy',
    summary: 'Create a policy',
    access: 'policy:create',
    effect: 'write',
    status: 201,
    audit: { resource: 'policy', action: 'create' },
    body: z.strictObject({
      name: textCheckedByRules,
      description: z.optional(textCheckedByRules),
      statements,
    }),
    rules: POLICY_RULES,
    reply: policy,
  }),
  export: endpoint({
    api: 'user',
    method: 'POST',
    path: '/policy/export',
    summary: 'Write the list to a file',
    access: 'policy:export',
    effect: 'write',
    status: 202,
    audit: { resource: 'policy', action: 'export' },
    body: exportRequest(policiesList),
    reply: z.object({ source_filekey: uuid }),
  }),
  catalogue: endpoint({
    api: 'user',
    method: 'GET',
    path: '/policy/policy-action::all',
    summary: 'Every resource with its actions',
    access: { anyOf: ['policy:view', 'role:view', 'user:view'] },
    effect: 'read',
    audit: { resource: 'policy', action: 'options' },
    reply: z.array(
      z.object({
        resource: z.string(),
        label: z.string(),
        module: z.string(),
        actions: z.array(z.object({ action: z.string(), label: z.string(), risk })),
      }),
    ),
  }),
  options: endpoint({
    api: 'user',
    method: 'GET',
    path: '/policy/options',
    summary: 'Policies to choose from: for roles, and beside a user’s role',
    access: {
      anyOf: ['policy:view', 'role:view', 'role:create', 'role:update', 'user:create', 'user:update'],
    },
    effect: 'read',
    audit: { resource: 'policy', action: 'options' },
    query: z.object({ search: z.optional(text(100)) }),
    reply: z.object({
      items: z.array(
        z.object({
          id: uuid,
          name: z.string(),
          description: z.string(),
          risk,
          statements: z.array(z.string()),
          /** Whether the caller holds all of it, and so may give it. */
          is_grantable: z.boolean(),
        }),
      ),
    }),
  }),
  get: endpoint({
    api: 'user',
    method: 'GET',
    path: '/policy/:id',
    summary: 'A policy and who has it',
    access: 'policy:view',
    effect: 'read',
    audit: { resource: 'policy', action: 'view', id: 'params.id' },
    params,
    reply: policy,
  }),
  update: endpoint({
    api: 'user',
    method: 'PATCH',
    path: '/policy/:id',
    summary: 'Change a policy: of its statements with the version of the impact that was shown',
    access: 'policy:update',
    effect: 'write',
    versioned: 'body',
    audit: { resource: 'policy', action: 'update', id: 'params.id' },
    params,
    body: z.strictObject({
      version: count,
      name: z.optional(textCheckedByRules),
      description: z.optional(textCheckedByRules),
      statements: z.optional(statements),
      impact_version: z.optional(impactVersion),
    }),
    rules: POLICY_RULES,
    reply: policy,
  }),
  remove: endpoint({
    api: 'user',
    method: 'DELETE',
    path: '/policy/:id',
    summary: 'Delete a policy that no role and no user has',
    access: 'policy:delete',
    effect: 'write',
    versioned: 'if-match',
    audit: { resource: 'policy', action: 'delete', id: 'params.id' },
    params,
    reply: removed,
  }),
}

const accessChangeRequest = z.union([
  z.strictObject({ kind: z.literal('role'), id: uuid, modules, policy_ids: policyIds }),
  z.strictObject({ kind: z.literal('policy'), id: uuid, statements }),
  z.strictObject({ kind: z.literal('user'), id: uuid, role_id: uuid, extra_policies: policyIds }),
])
export type AccessChangeRequest = z.output<typeof accessChangeRequest>

const effect = z.object({
  type: z.enum(['module', 'permission']),
  /** A module, or `resource:action`. */
  name: z.string(),
  /** In words. */
  label: z.string(),
  risk,
  user_count: count,
  /** The first 50 by name. */
  users: z.array(person),
})

/** Who gains and who loses what. */
const impact = z.object({
  impact_version: impactVersion,
  /** Everybody who has the role or policy; whether or not anything changes for them. */
  user_count: count,
  gains: z.array(effect),
  losses: z.array(effect),
  /** What would be gained or lost but is held otherwise. */
  kept: z.array(
    z.object({
      name: z.string(),
      direction: z.enum(['gained', 'lost']),
      user_count: count,
      /** With the policies by which they keep it; the first 10. */
      users: z.array(z.extend(person, { by: z.array(z.string()) })),
    }),
  ),
})
export type Impact = z.output<typeof impact>

export const explainEndpoints = {
  explain: endpoint({
    api: 'user',
    method: 'POST',
    path: '/access/explain',
    summary:
      'Whether a user may do something, by which policy, and who could allow it; anybody may ask about themselves',
    access: 'signed-in',
    effect: 'read',
    audit: { resource: 'user', action: 'view', id: 'body.user_id' },
    body: z.strictObject({
      /** Default: the caller. */
      user_id: z.optional(uuid),
      permission: z.string().check(z.maxLength(60)),
    }),
    reply: z.object({
      user: person,
      permission: z.string(),
      label: z.string(),
      allowed: z.boolean(),
      /** False while the user is disabled: then nothing is allowed. */
      is_active: z.boolean(),
      module: z.object({ name: z.string(), held: z.boolean() }),
      role: person,
      origins: z.array(z.object({ via: z.enum(['role', 'extra']), policy: person, statement: z.string() })),
      /** Of what is not allowed: roles that would allow it, least powerful first; at most five. */
      roles_with_it: z.array(person),
      /** Active users who may give it; at most five. */
      can_be_given_by: z.array(person),
    }),
  }),
  impact: endpoint({
    api: 'user',
    method: 'POST',
    path: '/access/impact',
    summary:
      'Who would gain and who would lose what by a change of a role, a policy, or a user’s role and policies',
    access: { anyOf: ['role:update', 'policy:update', 'user:update'] },
    effect: 'read',
    audit: { resource: 'role', resourceIn: 'body.kind', action: 'impact', id: 'body.id' },
    body: accessChangeRequest,
    reply: impact,
  }),
}
