import type { Schema } from '@backoffice/contract/endpoint'
import fc from 'fast-check'
import type { $ZodCheckDef, $ZodTypes } from 'zod/v4/core'
import { HOSTILE_NAMES, HOSTILE_TEXTS } from './hostile-values.ts'
import { AsJson, Known, KnownRow } from './known-values.ts'

type Def = $ZodTypes['_zod']['def']
type AnyArbitrary = fc.Arbitrary<unknown>

// What zod keeps of each schema; the type of the contract's schemas does not show it.
const defOf = (schema: unknown) => (schema as $ZodTypes)._zod.def

/** 0 or more, small more often: which of the known values is meant. */
const draw = fc.oneof(fc.nat(3), fc.nat(59))

/**
 * Values of the shape and within the bounds of a schema, so that calls get past it: known values, hostile ones and
 * those at the bounds. Refinements are not looked at. `name`: of the field that has the value.
 */
export function schemaArbitrary(schema: Schema, name = ''): AnyArbitrary {
  return ofDef(defOf(schema), name)
}

function ofDef(def: Def, name: string): AnyArbitrary {
  const inner = (schema: unknown, of = name) => ofDef(defOf(schema), of)
  switch (def.type) {
    case 'string':
      return ofString(def, name)
    case 'number':
      return ofNumber(def, name)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'unknown':
    case 'any':
      return fc.jsonValue({ maxDepth: 2 })
    case 'literal':
      return fc.constantFrom(...def.values)
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries))
    case 'optional':
      return fc.oneof(
        { weight: 3, arbitrary: fc.constant(undefined) },
        { weight: 2, arbitrary: inner(def.innerType) },
      )
    case 'nullable':
      return fc.oneof({ weight: 3, arbitrary: inner(def.innerType) }, fc.constant(null))
    case 'default':
      return fc.oneof(fc.constant(undefined), inner(def.innerType))
    case 'array':
      return ofArray(def.element, checksOf(def), name)
    case 'record':
      return ofRecord(inner(def.keyType, ''), inner(def.valueType))
    case 'object':
      return ofObject(def.shape, inner)
    case 'union':
      return fc.oneof(...def.options.map((option) => inner(option)))
    case 'pipe':
      return ofPipe(def.in, def.out, name)
    default:
      throw new Error(`There is no arbitrary for ${def.type}: add one`)
  }
}

function ofPipe(from: unknown, to: unknown, name: string): AnyArbitrary {
  const given = (schema: unknown): Def => {
    const def = defOf(schema)
    return def.type === 'pipe' ? given(def.in) : def
  }
  if (defOf(to).type === 'transform') return ofDef(defOf(from), name)
  const parsed = ofDef(defOf(to), name)
  // A text that is parsed, such as filters in a query string.
  return given(from).type === 'string' ? parsed.map((value) => new AsJson(value)) : parsed
}

/** Half of the larger ones are like a row that exists, but for some fields. */
function ofObject(shape: object, inner: (schema: unknown, of: string) => AnyArbitrary): AnyArbitrary {
  const keys = Object.keys(shape)
  const fresh = fc.record(
    Object.fromEntries(Object.entries(shape).map(([key, each]) => [key, inner(each, key)])),
  )
  if (keys.length < 3) return fresh
  const kept = fc.oneof(fc.constant(keys), fc.subarray(keys, { minLength: keys.length - 2 }))
  const like = fc.tuple(fresh, kept, draw).map((parts) => new KnownRow(...parts))
  return fc.oneof(fresh, like)
}

type Bounds = { min?: number; max?: number; pattern?: RegExp; format?: string }

function checksOf(def: Def): Bounds {
  const bounds: Bounds = {}
  const own = def as unknown as $ZodCheckDef & { format?: string; pattern?: RegExp }
  if (own.format) Object.assign(bounds, { format: own.format, ...(own.pattern && { pattern: own.pattern }) })
  for (const check of def.checks ?? []) {
    // Each kind of check has fields of its own.
    const each = check._zod.def as unknown as Record<string, unknown> & { check: string }
    if (each.check === 'max_length') bounds.max = Number(each.maximum)
    if (each.check === 'min_length') bounds.min = Number(each.minimum)
    if (each.check === 'less_than') bounds.max = Number(each.value)
    if (each.check === 'greater_than') bounds.min = Number(each.value)
    if (each.check === 'string_format' && !bounds.format) bounds.pattern = each.pattern as RegExp
  }
  return bounds
}

function ofString(def: Def, name: string): AnyArbitrary {
  const { min = 0, max = 300, pattern, format } = checksOf(def)
  const value = draw.map((number) => new Known('value', name, number))
  if (format === 'uuid')
    return fc.oneof({ weight: 5, arbitrary: draw.map((each) => new Known('id', name, each)) }, fc.uuid())
  if (format === 'date') return fc.oneof(value, fc.constantFrom(...DAYS))
  if (format === 'datetime')
    return fc.constantFrom('2026-11-24T00:00:00Z', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999+14:00')
  if (pattern)
    return fc.oneof({ weight: 2, arbitrary: value }, { weight: 3, arbitrary: fc.stringMatching(pattern) })
  if (name === 'email')
    return fc.oneof(
      value,
      fc.nat(9_999).map((each) => `fuzz.${each}@example.test`),
    )
  const fits = (text: string) => text.length >= min && text.length <= max
  return fc.oneof(
    { weight: 4, arbitrary: value },
    { weight: 4, arbitrary: fc.constantFrom(...HOSTILE_TEXTS.filter(fits)) },
    { weight: 1, arbitrary: fc.constantFrom('x', 'é').map((letter) => letter.repeat(max)) },
    { weight: 2, arbitrary: fc.string({ unit: 'grapheme', minLength: min, maxLength: Math.min(max, 12) }) },
    { weight: 1, arbitrary: fc.constantFrom('A1', '0001', '1000', 'fuzz@example.test', 'Ana', 'TCK-1') },
  )
}

const DAYS = [
  '2026-10-01',
  '2026-11-20',
  '2026-11-24',
  '2024-02-29',
  '0001-01-01',
  '9999-12-31',
  '1900-01-01',
]

function ofNumber(def: Def, name: string): AnyArbitrary {
  const { min = -(2 ** 53) + 1, max = 2 ** 53 - 1 } = checksOf(def)
  if (name === 'version')
    return fc.oneof(
      { weight: 5, arbitrary: draw.map((each) => new Known('version', name, each)) },
      fc.constantFrom(0, 1, 2 ** 31, 2 ** 53 - 1),
    )
  if (name === 'count')
    return fc.oneof(
      draw.map((each) => new Known('total', name, each)),
      fc.nat(9),
    )
  const edges = [min, max, 0, 1, 2, 25, 2 ** 31 - 1, 2 ** 31, 2 ** 32].filter(
    (each) => each >= min && each <= max,
  )
  return fc.oneof(fc.constantFrom(...edges), fc.integer({ min, max }))
}

/** Few elements, or the same one as often as the bound allows and once more. */
function ofArray(element: unknown, { min = 0, max = 50 }: Bounds, name: string): AnyArbitrary {
  const each = ofDef(defOf(element), name)
  const few = fc.array(each, { minLength: min, maxLength: Math.max(min, Math.min(max, 3)) })
  const many = fc.tuple(each, fc.constantFrom(max, max + 1)).map(([one, count]) => Array(count).fill(one))
  return fc.oneof({ weight: 19, arbitrary: few }, { weight: 1, arbitrary: many })
}

function ofRecord(key: AnyArbitrary, value: AnyArbitrary): AnyArbitrary {
  const name = fc
    .oneof(key, fc.constantFrom(...HOSTILE_NAMES))
    .map((each) => (each instanceof Known ? 'status' : String(each)))
  return fc.array(fc.tuple(name, value), { maxLength: 4 }).map((entries) => Object.fromEntries(entries))
}
