import * as z from 'zod/mini'
import type { Schemas } from '../endpoint.ts'
import { policiesList } from '../lists/users.ts'
import { exportRequest, listQueryString, listReply } from './list.ts'
import { common, params, removed, risk, statements } from './roles.ts'
import { count, impactVersion, person, text, textCheckedByRules, uuid } from './values.ts'

const policyRow = z.object({
  ...common,
  statements: z.array(z.string()),
  risk,
  role_count: count,
  user_count: count,
})
const policy = z.extend(policyRow, {
  used_by_roles: z.array(person),
  /** Users who have it in addition to their role; the first 50 of `user_count`. */
  held_by: z.array(person),
})

export const policySchemas = {
  list: {
    summary: 'List policies',
    audit: { resource: 'policy', action: 'list' },
    query: listQueryString(policiesList),
    reply: listReply(policyRow),
  },
  create: {
    summary: 'Create a policy',
    status: 201,
    audit: { resource: 'policy', action: 'create' },
    body: z.strictObject({
      name: textCheckedByRules,
      description: z.optional(textCheckedByRules),
      statements,
    }),
    reply: policy,
  },
  export: {
    summary: 'Write the list to a file',
    status: 202,
    audit: { resource: 'policy', action: 'export' },
    body: exportRequest(policiesList),
    reply: z.object({ source_filekey: uuid }),
  },
  catalogue: {
    summary: 'Every resource with its actions',
    audit: { resource: 'policy', action: 'options' },
    reply: z.array(
      z.object({
        resource: z.string(),
        label: z.string(),
        module: z.string(),
        actions: z.array(z.object({ action: z.string(), label: z.string(), risk })),
      }),
    ),
  },
  options: {
    summary: 'Policies to choose from: for roles, and beside a user’s role',
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
          /** True if the caller holds all of it, and so may grant it. */
          is_grantable: z.boolean(),
        }),
      ),
    }),
  },
  get: {
    summary: 'A policy and who has it',
    audit: { resource: 'policy', action: 'view', id: 'params.id' },
    params,
    reply: policy,
  },
  update: {
    summary: 'Change a policy: of its statements with the version of the impact that was shown',
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
    reply: policy,
  },
  remove: {
    summary: 'Delete a policy that no role and no user has',
    versioned: 'if-match-optional',
    audit: { resource: 'policy', action: 'delete', id: 'params.id' },
    params,
    reply: removed,
  },
} satisfies Record<string, Schemas>
