import type { Params, RuleSet } from './rule.ts'

type Written = { name: string; params: Params }

/**
 * The rules of a set in the order written, one per name: the last wording stands at the first one's place.
 * A string cannot carry a parameter that contains `|` or `,`; the object form can.
 */
export function parseRules(rules: RuleSet): Written[] {
  const byName = new Map<string, Params>()
  if (typeof rules === 'string') {
    for (const part of rules.split('|')) {
      const [name = '', ...rest] = part.split(':')
      if (name) byName.set(name, rest.length ? rest.join(':').split(',') : [])
    }
  } else {
    for (const [name, given] of Object.entries(rules)) {
      if (given !== false) byName.set(name, paramsOf(given))
    }
  }
  return Array.from(byName, ([name, params]) => ({ name, params }))
}

function paramsOf(given: unknown): Params {
  if (given === true) return []
  if (Array.isArray(given)) return given
  if (typeof given !== 'object' || given === null || given instanceof RegExp) return [given]
  return { ...given }
}

export function isList(params: Params): params is readonly unknown[] {
  return Array.isArray(params)
}

/** The path in a parameter that refers to another field: `@password` → `password`. */
function referenceIn(param: unknown): string | undefined {
  return typeof param === 'string' && param.startsWith('@') ? param.slice(1) : undefined
}

/** The fields a rule set refers to, each once: `confirm_password:@password` → `['password']`. */
export function referencesOf(rules: RuleSet): string[] {
  const all = parseRules(rules).flatMap(({ params }) => Object.values(params).map(referenceIn))
  return [...new Set(all.filter((path) => path !== undefined))]
}

/** Puts the current values of the fields referred to in place of the references. */
export function resolveParams(params: Params, values: Readonly<Record<string, unknown>>): Params {
  const resolve = (param: unknown) => {
    const path = referenceIn(param)
    return path === undefined ? param : valueAt(values, path)
  }
  if (isList(params)) return params.map(resolve)
  return Object.fromEntries(Object.entries(params).map(([name, param]) => [name, resolve(param)]))
}

/** `address.lines.0`, or a field whose very name has dots; undefined where the path leads nowhere. */
export function valueAt(values: Readonly<Record<string, unknown>>, path: string): unknown {
  let found: unknown = values
  for (const step of path.split('.')) found = ownProperty(found, step)
  return found ?? ownProperty(values, path)
}

function ownProperty(owner: unknown, key: string): unknown {
  return typeof owner === 'object' && owner !== null && Object.hasOwn(owner, key)
    ? Reflect.get(owner, key)
    : undefined
}
