import * as z from 'zod/mini'
import type { Schemas } from './endpoint.ts'
import { modules, policyIds, risk, statements } from './roles.schemas.ts'
import { count, impactVersion, nameSchemas, person, timestamp, uuid } from './values.schemas.ts'

const roleChange = z.strictObject({ kind: z.literal('role'), id: uuid, modules, policy_ids: policyIds })
const policyChange = z.strictObject({ kind: z.literal('policy'), id: uuid, statements })
const userChange = z.strictObject({
  kind: z.literal('user'),
  id: uuid,
  role_id: uuid,
  extra_policies: policyIds,
})
const accessChange = z.union([roleChange, policyChange, userChange])

const effect = z.object({
  type: z.enum(['module', 'permission']),
  /** A module, or `resource:action`. */
  name: z.string(),
  /** Label for users. */
  label: z.string(),
  risk,
  user_count: count,
  /** The first 50 by name. */
  users: z.array(person),
})

/** Modules and permissions gained and lost, with the users affected. */
export const impact = z.object({
  impact_version: impactVersion,
  /** All users who have the role or policy, affected or not. */
  user_count: count,
  gains: z.array(effect),
  losses: z.array(effect),
  /** Permissions that users keep, because another policy grants them. */
  kept: z.array(
    z.object({
      name: z.string(),
      direction: z.enum(['gained', 'lost']),
      user_count: count,
      /** The first 10, with the policies by which they keep it. */
      users: z.array(z.extend(person, { by: z.array(z.string()) })),
    }),
  ),
})

nameSchemas({
  RoleChange: roleChange,
  PolicyChange: policyChange,
  UserChange: userChange,
  AccessEffect: effect,
  AccessImpact: impact,
})

export const explainSchemas = {
  explain: {
    summary:
      'Explain whether a user may do something, by which policy, and who could grant it. Users may explain their own access',
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
      /** False while the user is disabled and may do nothing. */
      is_active: z.boolean(),
      /** `until`: end of the module if only temporary access includes it. */
      module: z.object({ name: z.string(), held: z.boolean(), until: z.nullable(timestamp) }),
      /** The role in force, which may be temporary. */
      role: person,
      /** `until`: end of a temporary role or policy. */
      origins: z.array(
        z.object({
          via: z.enum(['role', 'extra']),
          policy: person,
          statement: z.string(),
          until: z.nullable(timestamp),
        }),
      ),
      /** Roles that would allow a denied action, least powerful first; at most five. */
      roles_with_it: z.array(person),
      /** Active users who may grant it; at most five. */
      can_be_given_by: z.array(person),
    }),
  },
  impact: {
    summary:
      'Access that users would gain and lose by a change of a role, a policy, or a user’s role and policies',
    isUse: false,
    audit: { resource: 'role', resourceIn: 'body.kind', action: 'impact', id: 'body.id' },
    body: accessChange,
    reply: impact,
  },
} satisfies Record<string, Schemas>
