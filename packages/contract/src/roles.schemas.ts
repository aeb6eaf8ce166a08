import * as z from 'zod/mini'
import { MODULES, STATEMENTS } from './access.ts'
import type { Schemas } from './endpoint.ts'
import { exportRequest, listQueryString, listReply } from './list.schemas.ts'
import { rolesList } from './lists/users.ts'
import {
  count,
  impactVersion,
  nameCheckedByRules,
  nameSchemas,
  person,
  timestamp,
  uuid,
} from './values.schemas.ts'

export const risk = z.enum(['LOW', 'HIGH'])

export const common = {
  id: uuid,
  version: count,
  name: z.string(),
  description: z.string(),
  is_system: z.boolean(),
  created_at: timestamp,
  updated_at: timestamp,
  /** Null for the system. */
  updated_by: z.nullable(person),
}

export const modules = z.array(z.enum(MODULES)).check(z.maxLength(MODULES.length))
export const policyIds = z.array(uuid).check(z.maxLength(100))
const KNOWN = new Set(STATEMENTS)
export const statements = z
  .array(
    z.string().check(
      z.maxLength(60),
      z.refine((each) => KNOWN.has(each), '{field} has an unknown action'),
    ),
  )
  .check(z.maxLength(KNOWN.size))

export const params = z.object({ id: uuid })
export const removed = z.object({ id: uuid })

const roleRow = z.object({
  ...common,
  modules: z.array(z.string()),
  policy_count: count,
  risk,
  user_count: count,
  requires_second_factor: z.boolean(),
})
const role = z.extend(roleRow, {
  /** Roles whose users may take this role immediately in an emergency, for a short time. */
  break_glass_for: z.array(person),
  /** Holders of the role, permanent or temporary, who have no authenticator. */
  without_authenticator: count,
  policies: z.array(z.object({ id: uuid, name: z.string(), risk, statements: z.array(z.string()) })),
})

nameSchemas({ Role: roleRow, RoleDetails: role, RecordId: removed })

export const roleSchemas = {
  list: {
    summary: 'List roles',
    audit: { resource: 'role', action: 'list' },
    query: listQueryString(rolesList),
    reply: listReply(roleRow),
  },
  create: {
    summary: 'Create a role',
    status: 201,
    audit: { resource: 'role', action: 'create' },
    recentSignIn: { never: 'a new role gives access to no user' },
    body: z.strictObject({
      name: nameCheckedByRules,
      description: z.optional(nameCheckedByRules),
      modules,
      policy_ids: policyIds,
      requires_second_factor: z.optional(z.boolean()),
    }),
    reply: role,
  },
  export: {
    summary: 'Export the listed roles to a file',
    status: 202,
    audit: { resource: 'role', action: 'export' },
    recentSignIn: 'always',
    body: exportRequest(rolesList),
    reply: z.object({ source_filekey: uuid }),
  },
  get: {
    summary: 'A role with its policies',
    audit: { resource: 'role', action: 'view', id: 'params.id' },
    params,
    reply: role,
  },
  update: {
    summary: 'Update a role. A change of its modules or policies requires the version of the shown impact',
    versioned: 'body',
    approval: ['HIGH_RISK_GRANT'],
    audit: { resource: 'role', action: 'update', id: 'params.id' },
    recentSignIn: {
      when: 'the second factor changes, a user gains high-risk access, or has it and loses any access',
    },
    params,
    body: z.strictObject({
      version: count,
      name: z.optional(nameCheckedByRules),
      description: z.optional(nameCheckedByRules),
      modules: z.optional(modules),
      policy_ids: z.optional(policyIds),
      break_glass_for: z.optional(policyIds),
      requires_second_factor: z.optional(z.boolean()),
      impact_version: z.optional(impactVersion),
    }),
    reply: role,
  },
  remove: {
    summary: 'Delete a role that is not assigned',
    versioned: 'if-match-optional',
    audit: { resource: 'role', action: 'delete', id: 'params.id' },
    recentSignIn: { never: 'a role in use cannot be deleted' },
    params,
    reply: removed,
  },
} satisfies Record<string, Schemas>
