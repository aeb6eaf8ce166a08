import { serializerCompiler } from 'fastify-type-provider-zod'
import type * as z from 'zod/mini'

type Serialize = (reply: unknown) => string
type Route = Parameters<typeof serializerCompiler>[0]

/**
 * Serializes replies by the schema of their endpoint, and lets through states that it does not list. After a release
 * went back, or while it rolls, rows have states of the newer one. Clients show them as *Newer release*.
 */
export function replySerializer(route: Route): Serialize {
  const serialize: Serialize = serializerCompiler(route)
  return (reply) => {
    try {
      return serialize(reply)
    } catch (error) {
      const unknown = unknownStates(issuesOf(error), reply)
      if (!unknown) throw error
      // The schema removes undeclared columns, so it must accept the rest of the reply.
      const accepted = structuredClone(reply)
      for (const { path, known } of unknown) replace(accepted, path, known)
      const serialized: unknown = JSON.parse(serialize(accepted))
      for (const { path, state } of unknown) replace(serialized, path, state)
      return JSON.stringify(serialized)
    }
  }
}

/** A single word, as states are. Never a number, a name with a space or an address. */
const STATE = /^[A-Za-z][A-Za-z_]{0,39}$/

type UnknownState = { path: readonly PropertyKey[]; state: string; known: unknown }
type Issue = z.core.$ZodIssue

/** Null if the reply is wrong in another way. */
function unknownStates(issues: readonly Issue[], reply: unknown): UnknownState[] | null {
  const found: UnknownState[] = []
  for (const issue of issues) {
    const value = issue.path.reduce(partOf, reply)
    if (issue.code === 'invalid_union') {
      const inside = issue.errors.map((each) => unknownStates(each, value)).find((each) => each !== null)
      if (!inside) return null
      found.push(...inside.map((each) => ({ ...each, path: [...issue.path, ...each.path] })))
    } else if (issue.code === 'invalid_value' && typeof value === 'string' && STATE.test(value)) {
      found.push({ path: issue.path, state: value, known: issue.values[0] })
    } else return null
  }
  return found.length > 0 ? found : null
}

function issuesOf(error: unknown): readonly Issue[] {
  const { cause } = error as { cause?: z.core.$ZodError }
  return cause?.issues ?? []
}

// A path of an issue leads through objects and lists only.
const partOf = (whole: unknown, key: PropertyKey) => (whole as Record<PropertyKey, unknown>)[key]

function replace(whole: unknown, path: readonly PropertyKey[], value: unknown): void {
  const owner = path.slice(0, -1).reduce(partOf, whole) as Record<PropertyKey, unknown>
  owner[path.at(-1) ?? ''] = value
}
