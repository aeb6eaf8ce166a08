import * as z from 'zod/mini'
import { similarUser } from './user-rows.schemas.ts'
import { count, nameSchemas, timestamp, uuid } from './values.schemas.ts'

/** Parts of an opened request. */

/** A user who gains or loses access, before and after the change. */
const affectedUser = z.object({
  /** Id of the user in the impact. */
  key: uuid,
  /** Null until the user exists. */
  id: z.nullable(uuid),
  name: z.string(),
  email: z.string(),
  contact: z.nullable(z.string()),
  department: z.nullable(z.string()),
  /** Null for a new user. */
  role_before: z.nullable(z.string()),
  role: z.nullable(z.string()),
  policies_before: z.array(z.string()),
  policies: z.array(z.string()),
})

/** A user of a request, with other users for whom they could be taken. */
export const shownUser = z.extend(affectedUser, {
  /** Names of others with the same contact number; the first three. */
  same_contact: z.array(z.string()),
  /** Other users whose names are easily taken for this one; the first five. */
  similar: z.array(similarUser),
})

/** Users of a role who may then take another role at once, in an emergency. */
export const takers = z.object({
  /** The role that they may take. */
  role: z.string(),
  /** Their own role. */
  taker_role: z.string(),
  /** High-risk permissions that they may take in addition. */
  permissions: z.array(z.string()),
  user_count: count,
  /** The first 50 by name. */
  users: z.array(z.object({ name: z.string(), email: z.string() })),
})

/** A role or policy that a user requested or took for a time. */
export const requestedAccess = z.object({
  type: z.enum(['role', 'policy']),
  id: uuid,
  name: z.string(),
  /** End of the access; null for a number of hours from the approval. */
  until: z.nullable(timestamp),
  hours: z.nullable(z.number()),
})

/** Break-glass access since it was taken. */
export const breakGlassUse = z.object({
  started_at: timestamp,
  /** End of the access, which may have passed. */
  until: timestamp,
  /** Null while the access runs. */
  ended_at: z.nullable(timestamp),
  /** Events of the user while the access ran, by kind; the most frequent first. */
  events: z.array(z.object({ action: z.string(), outcome: z.enum(['done', 'refused']), count })),
})

/** An event after a request that changed one of its records. */
export const laterChange = z.object({
  label: z.nullable(z.string()),
  at: timestamp,
  by: z.string(),
  action: z.string(),
  changes: z.record(z.string(), z.tuple([z.unknown(), z.unknown()])),
})

nameSchemas({
  AffectedUser: shownUser,
  RoleTakers: takers,
  RequestedAccess: requestedAccess,
  BreakGlassUse: breakGlassUse,
  LaterChange: laterChange,
})
