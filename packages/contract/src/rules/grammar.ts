import type { Params, RuleSet } from './rule.ts'

type RuleUse = { name: string; params: Params }

/**
 * Parses rules in written order; a repeated rule keeps its first position and last parameters. Only the object form
 * supports parameters that contain `|` or `,`.
 */
export function parseRules(rules: RuleSet): RuleUse[] {
  const byName = new Map<string, Params>()
  if (typeof rules === 'string') {
    for (const part of rules.split('|')) {
      const [name = '', ...rest] = part.split(':')
      if (name) byName.set(name, rest.length ? rest.join(':').split(',') : [])
    }
  } else {
    for (const [name, written] of Object.entries(rules)) {
      if (written !== false) byName.set(name, paramsOf(written))
    }
  }
  return Array.from(byName, ([name, params]) => ({ name, params }))
}

function paramsOf(value: unknown): Params {
  if (value === true) return []
  if (Array.isArray(value)) return value
  if (typeof value !== 'object' || value === null || value instanceof RegExp) return [value]
  return { ...value }
}

export function isList(params: Params): params is readonly unknown[] {
  return Array.isArray(params)
}

/** Path of a reference to another field: `@password` → `password`. */
function referenceIn(param: unknown): string | undefined {
  return typeof param === 'string' && param.startsWith('@') ? param.slice(1) : undefined
}

/** Fields that rules refer to, without duplicates: `confirm_password:@password` → `['password']`. */
export function referencesOf(rules: RuleSet): string[] {
  const all = parseRules(rules).flatMap(({ params }) => Object.values(params).map(referenceIn))
  return [...new Set(all.filter((path) => path !== undefined))]
}

/** Replaces references by the current values of their fields. */
export function resolveParams(params: Params, values: Readonly<Record<string, unknown>>): Params {
  const resolve = (param: unknown) => {
    const path = referenceIn(param)
    return path === undefined ? param : valueAt(values, path)
  }
  if (isList(params)) return params.map(resolve)
  return Object.fromEntries(Object.entries(params).map(([name, param]) => [name, resolve(param)]))
}

/** Value at a path such as `address.lines.0`, or of a field whose name has dots; undefined if missing. */
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
