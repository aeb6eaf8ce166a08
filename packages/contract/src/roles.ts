import * as z from 'zod/mini'
import { MODULES, STATEMENTS } from './access.ts'
import { count, timestamp, uuid } from './schemas.ts'

/** What the calls of roles, policies and the explainer have in common. */

export const risk = z.enum(['LOW', 'HIGH'])
export const person = z.object({ id: uuid, name: z.string() })

export const common = {
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

export const modules = z.array(z.enum(MODULES)).check(z.maxLength(MODULES.length))
export const policyIds = z.array(uuid).check(z.maxLength(100))
const KNOWN = new Set(STATEMENTS)
export const statements = z
  .array(
    z.string().check(
      z.maxLength(60),
      z.refine((each) => KNOWN.has(each), '{field}: there is no such action'),
    ),
  )
  .check(z.maxLength(KNOWN.size))

export const params = z.object({ id: uuid })
export const removed = z.object({ id: uuid })
