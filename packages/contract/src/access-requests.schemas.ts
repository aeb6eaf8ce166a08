import * as z from 'zod/mini'
import { MAX_REASON_CHARS, MAX_TICKET_CHARS } from './approvals.ts'
import { maxHours } from './durations.ts'
import type { Schemas } from './endpoint.ts'
import { risk } from './roles.schemas.ts'
import {
  count,
  nameSchemas,
  person,
  statedLine,
  statedText,
  text,
  timestamp,
  uuid,
} from './values.schemas.ts'

const choice = z.object({
  type: z.enum(['role', 'policy']),
  id: uuid,
  name: z.string(),
  description: z.string(),
  risk,
  /** Modules that come with a policy. */
  modules: z.array(z.string()),
  /** Permissions that the caller would gain, the requested one included. */
  gains: z.array(z.string()),
  max_hours: count,
  /** Active users who could approve it; at most five. */
  deciders: z.array(person),
})

nameSchemas({ AccessChoice: choice })

export const accessRequestSchemas = {
  options: {
    summary:
      'Missing access for a permission, and the roles and policies that would give it, the least first',
    body: z.strictObject({ permission: z.string().check(z.maxLength(60)) }),
    reply: z.object({
      permission: z.string(),
      label: z.string(),
      module: z.object({ name: z.string(), held: z.boolean() }),
      /** True if a policy of the caller allows the action, in a module that they lack. */
      action_held: z.boolean(),
      choices: z.array(choice),
      /** Roles with the permission that the caller may take immediately, and the duration. */
      break_glass: z.object({ roles: z.array(person), hours: z.number() }),
    }),
  },
  create: {
    summary: 'Request a role or a policy temporarily. It is granted once another user approves it',
    approval: ['ACCESS'],
    executesAs: 'approver',
    audit: { resource: 'user', action: 'grant', id: 'caller' },
    body: z.strictObject({
      /** Either a role, or a policy with the modules that its actions need. */
      role_id: z.optional(uuid),
      policy_id: z.optional(uuid),
      /** End of the access; its duration counts from the request. A request that is not approved by then expires. */
      until: z.optional(timestamp),
      /** Hours from the approval, instead of an end. */
      hours: z.optional(z.int().check(z.minimum(1), z.maximum(maxHours('LOW')))),
      reason: statedText(MAX_REASON_CHARS),
      ticket_no: z.optional(text(MAX_TICKET_CHARS).check(z.trim())),
    }),
    /** End of the granted access. Before the approval, the reply is the request. */
    reply: z.object({ until: timestamp }),
  },
  breakGlass: {
    summary:
      'Take a role at once in an emergency, for a short time. All deciders are notified, and one reviews it',
    recentSignIn: 'always',
    audit: { resource: 'user', action: 'break-glass', id: 'caller' },
    body: z.strictObject({
      role_id: uuid,
      reason: statedText(MAX_REASON_CHARS),
      ticket_no: statedLine(MAX_TICKET_CHARS),
    }),
    reply: z.object({ until: timestamp, approval_id: uuid }),
  },
} satisfies Record<string, Schemas>
