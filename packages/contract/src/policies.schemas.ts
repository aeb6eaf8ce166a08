import * as z from 'zod/mini'
import type { Schemas } from './endpoint.ts'
import { exportRequest, listQueryString, listReply } from './list.schemas.ts'
import { policiesList } from './lists/users.ts'
import { common, params, removed, risk, statements } from './roles.schemas.ts'
import {
  count,
  impactVersion,
  nameCheckedByRules,
  nameSchemas,
  person,
  text,
  uuid,
} from './values.schemas.ts'

const policyRow = z.object({
  ...common,
  statements: z.array(z.string()),
  risk,
  role_count: count,
  user_count: count,
})
const policy = z.extend(policyRow, {
  used_by_roles: z.array(person),
  /** The first 50 of `user_count` users with it as an extra policy. */
  held_by: z.array(person),
})

nameSchemas({ Policy: policyRow, PolicyDetails: policy })

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
    recentSignIn: { never: 'a new policy gives access to no user' },
    body: z.strictObject({
      name: nameCheckedByRules,
      description: z.optional(nameCheckedByRules),
      statements,
    }),
    reply: policy,
  },
  export: {
    summary: 'Export the listed policies to a file',
    status: 202,
    audit: { resource: 'policy', action: 'export' },
    recentSignIn: 'always',
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
    summary: 'Policies to choose from, for roles and as extra policies of users',
    isUse: false,
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
          /** True if the caller has all of it and may grant it. */
          is_grantable: z.boolean(),
        }),
      ),
    }),
  },
  get: {
    summary: 'A policy with its roles and users',
    audit: { resource: 'policy', action: 'view', id: 'params.id' },
    params,
    reply: policy,
  },
  update: {
    summary: 'Update a policy. A change of its statements requires the version of the shown impact',
    versioned: 'body',
    approval: ['HIGH_RISK_GRANT'],
    audit: { resource: 'policy', action: 'update', id: 'params.id' },
    recentSignIn: { when: 'a user gains high-risk access, or has it and loses any access' },
    params,
    body: z.strictObject({
      version: count,
      name: z.optional(nameCheckedByRules),
      description: z.optional(nameCheckedByRules),
      statements: z.optional(statements),
      impact_version: z.optional(impactVersion),
    }),
    reply: policy,
  },
  remove: {
    summary: 'Delete a policy that is not assigned',
    versioned: 'if-match-optional',
    audit: { resource: 'policy', action: 'delete', id: 'params.id' },
    recentSignIn: { never: 'a policy in use cannot be deleted' },
    params,
    reply: removed,
  },
} satisfies Record<string, Schemas>
