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

/** A user of a request, with other users whom they could be mistaken for. */
export const shownUser = z.extend(affectedUser, {
  /** Names of the first three other users with the same contact number. */
  same_contact: z.array(z.string()),
  /** The first five users whose names are easily confused with this one. */
  similar: z.array(similarUser),
})

/** Users of a role who may then take another role immediately in an emergency. */
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

/** A role or policy that a user requested or took temporarily. */
export const requestedAccess = z.object({
  type: z.enum(['role', 'policy']),
  id: uuid,
  name: z.string(),
  /** End of the access; null for a number of hours from the approval. */
  until: z.nullable(timestamp),
  hours: z.nullable(z.number()),
})

/** Use of break-glass access since it was taken. */
export const breakGlassUse = z.object({
  started_at: timestamp,
  /** End of the access, which may have passed. */
  until: timestamp,
  /** Null while the access is active. */
  ended_at: z.nullable(timestamp),
  /** Events of the user during the access, by kind, most frequent first. */
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
