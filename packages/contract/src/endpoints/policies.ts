import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { exportRequest, listQueryString, listReply } from '../list.ts'
import { policiesList } from '../lists/users.ts'
import { common, params, person, removed, risk, statements } from '../roles.ts'
import type { RuleSet } from '../rules/rule.ts'
import { count, text, textCheckedByRules, uuid } from '../schemas.ts'
import { impactVersion } from './users.ts'

export const POLICY_RULES = {
  name: { label: 'Name', rules: 'required|max:60' },
  description: { label: 'Description', rules: 'max:200' },
  statements: { label: 'Statements', rules: 'select_required' },
} as const satisfies Record<string, { label: string; rules: RuleSet }>

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
    versioned: 'if-match-optional',
    audit: { resource: 'policy', action: 'delete', id: 'params.id' },
    params,
    reply: removed,
  }),
}
