import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { exportRequest, listQueryString, listReply } from '../list.ts'
import { rolesList } from '../lists/users.ts'
import { common, modules, params, policyIds, removed, risk } from '../roles.ts'
import type { RuleSet } from '../rules/rule.ts'
import { count, textCheckedByRules, uuid } from '../schemas.ts'
import { impactVersion } from './users.ts'

export const ROLE_RULES = {
  name: { label: 'Name', rules: 'required|max:50' },
  description: { label: 'Description', rules: 'max:200' },
  modules: { label: 'Modules', rules: 'select_required' },
  policy_ids: { label: 'Policies', rules: 'select_required' },
} as const satisfies Record<string, { label: string; rules: RuleSet }>

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
    versioned: 'if-match-optional',
    audit: { resource: 'role', action: 'delete', id: 'params.id' },
    params,
    reply: removed,
  }),
}
