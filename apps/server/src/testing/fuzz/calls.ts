import type { Endpoint, Schema } from '@backoffice/contract/endpoint'
import fc from 'fast-check'
import * as z from 'zod/mini'
import { HOSTILE_NAMES, HOSTILE_TEXTS, HOSTILE_VALUES } from './hostile-values.ts'
import { CURRENT_VERSION, type KnownValues } from './known-values.ts'
import { ODDITIES } from './requests.ts'

type JsonSchema = z.core.JSONSchema.BaseSchema
type Scope = { group: string; known: KnownValues; isHostile: boolean }
type Values = fc.Arbitrary<unknown>
export type Call = ReturnType<typeof recordOf> extends fc.Arbitrary<infer Value> ? Value : never

const KEYS = ['', 'k', 'k'.repeat(100), 'k'.repeat(101), 'Ünïcode', "'; --", '4111111111111111', ' ']
const VERSIONS = [undefined, '*', '7', 'W/"1"', '"1", "2"', '"99999999999"', '']
const DAYS = '2026-10-01 2026-11-20 2026-11-24 2024-02-29 0001-01-01 9999-12-31 1900-01-01'.split(' ')
const TIMES = ['2026-11-24T00:00:00Z', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999+14:00']
const CODES = ['A1', '0001', '1000', 'fuzz@example.test', 'Ana', 'TCK-1']
const EDGES = [0, 1, 2, 25, 2 ** 31 - 1, 2 ** 31, 2 ** 32]

/** Chooses a known value, favouring the first ones. */
const draw = fc.oneof(fc.nat(3), fc.nat(59))
const weigh = <Value>(weight: number, arbitrary: fc.Arbitrary<Value>) => ({ weight, arbitrary })
const none = fc.constant(undefined)
const rarely = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.oneof(weigh(7, none), weigh(1, arbitrary))
const hostileValue = fc.oneof(
  weigh(4, fc.constantFrom(...HOSTILE_VALUES)),
  weigh(1, fc.jsonValue()),
  // A missing field.
  weigh(1, none),
)

/** Half of the calls are valid; the others have some invalid values. */
export function callsOf(endpoint: Endpoint, group: string, known: KnownValues): fc.Arbitrary<Call> {
  const of = (isHostile: boolean) => recordOf(endpoint, { group, known, isHostile })
  return fc.oneof(weigh(5, of(false)), weigh(4, of(true)))
}

function recordOf({ params, query, body, method, versioned }: Endpoint, scope: Scope) {
  const of = (schema: Schema | undefined, io: 'input' | 'output' = 'input') =>
    schema ? valuesOf(z.toJSONSchema(schema, { io }), '', scope) : none
  const versions = fc.oneof(weigh<unknown>(6, fc.constant(CURRENT_VERSION)), fc.constantFrom(...VERSIONS))
  return fc.record({
    caller: fc.oneof(
      weigh(14, fc.constant('admin' as const)),
      weigh(3, fc.constant('agent' as const)),
      fc.constantFrom('no policy' as const, 'anonymous' as const),
    ),
    params: of(params),
    // Output types, because filters are more than a text, and page sizes more than a number.
    query: of(query, 'output'),
    body: of(body, 'output'),
    ifMatch: versioned?.startsWith('if-match') ? versions : none,
    idempotencyKey: method === 'GET' ? none : rarely(fc.constantFrom(...KEYS)),
    oddity: rarely(fc.constantFrom(...Object.keys(ODDITIES))),
  })
}

/** Known values, bounds and hostile texts of a schema. Ignores refinements. */
function valuesOf(schema: JsonSchema, name: string, scope: Scope): Values {
  const fitting = fittingOf(schema, name, scope)
  return scope.isHostile ? fc.oneof(weigh(5, fitting), weigh(1, hostileValue)) : fitting
}

function fittingOf(schema: JsonSchema, name: string, scope: Scope): Values {
  const of = (each: unknown, as = name) => valuesOf(Object(each), as, scope)
  const options = schema.anyOf ?? schema.oneOf
  if (options) return fc.oneof(...options.map((each) => of(each)))
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.type === 'string') return textsOf(schema, name, scope)
  if (schema.type === 'number' || schema.type === 'integer') return numbersOf(schema, name, scope)
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'null') return fc.constant(null)
  if (schema.type === 'array') return listsOf(of(schema.items), schema)
  if (schema.properties) return objectsOf(schema, of, scope)
  if (schema.type === 'object')
    return recordsOf(of(schema.propertyNames, ''), of(schema.additionalProperties))
  throw new Error(`No values for ${JSON.stringify(schema)}`)
}

function textsOf(
  { format, minLength = 0, maxLength = 300, ...more }: JsonSchema,
  name: string,
  scope: Scope,
) {
  const value = draw.map((at) => scope.known.value(name, at))
  const pattern = more.pattern ?? Object(more.allOf?.[0]).pattern
  if (format === 'uuid')
    return fc.oneof(
      weigh(
        5,
        draw.map((at) => scope.known.id(scope.group, name, at)),
      ),
      fc.uuid(),
    )
  if (format === 'date') return fc.oneof(value, fc.constantFrom(...DAYS))
  if (format === 'date-time') return fc.constantFrom(...TIMES)
  if (pattern) return fc.oneof(weigh(2, value), weigh(3, textsMatching(pattern)))
  if (name === 'email')
    return fc.oneof(
      value,
      fc.nat(9_999).map((at) => `fuzz.${at}@example.test`),
    )
  const texts = HOSTILE_TEXTS.filter(({ length }) => length >= minLength && length <= maxLength)
  return fc.oneof(
    weigh(4, value),
    weigh(4, fc.constantFrom(...texts)),
    weigh(1, fc.constantFrom('x'.repeat(maxLength), 'é'.repeat(maxLength))),
    weigh(2, fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 12) })),
    weigh(1, fc.constantFrom(...CODES)),
  )
}

const matching = new Map<string, fc.Arbitrary<string>>()

/** Kept, because fast-check takes long to read a pattern. */
function textsMatching(pattern: string): fc.Arbitrary<string> {
  const texts = matching.get(pattern) ?? fc.stringMatching(new RegExp(pattern))
  matching.set(pattern, texts)
  return texts
}

function numbersOf(schema: JsonSchema, name: string, { group, known }: Scope): Values {
  const min = schema.minimum ?? Number.MIN_SAFE_INTEGER
  const max = schema.maximum ?? Number.MAX_SAFE_INTEGER
  const edges = [min, max, ...EDGES].filter((each) => each >= min && each <= max)
  if (name === 'version')
    return fc.oneof(weigh<unknown>(5, fc.constant(CURRENT_VERSION)), fc.constantFrom(...edges))
  if (name === 'count')
    return fc.oneof(
      draw.map((at) => known.total(group, at)),
      fc.nat(9),
    )
  return fc.oneof(fc.constantFrom(...edges), fc.integer({ min, max }))
}

/** Few elements, or one repeated up to the bound and beyond. */
function listsOf(element: Values, { minItems: min = 0, maxItems: max = 50 }: JsonSchema): Values {
  const few = fc.array(element, { minLength: min, maxLength: Math.max(min, Math.min(max, 3)) })
  const many = fc.tuple(element, fc.constantFrom(max, max + 1)).map(([one, count]) => Array(count).fill(one))
  return fc.oneof(weigh(19, few), weigh(1, many))
}

/** Half of the larger objects resemble an existing row. */
function objectsOf(
  { properties = {}, required = [] }: JsonSchema,
  of: (schema: unknown, name: string) => Values,
  { group, known, isHostile }: Scope,
): Values {
  const names = Object.keys(properties)
  const field = (name: string) => {
    const value = of(properties[name], name)
    const isOptional = !required.includes(name) || 'default' in Object(properties[name])
    return isOptional ? fc.oneof(weigh(3, none), weigh(2, value)) : value
  }
  const fresh = fc.record(Object.fromEntries(names.map((name) => [name, field(name)])))
  const kept = fc.subarray(names, { minLength: Math.max(0, names.length - 2) })
  const similar = fc.tuple(fresh, kept, draw).map(([row, fields, at]) => {
    return { ...row, ...known.fieldsOf(group, fields, at) }
  })
  const valid = names.length < 3 ? fresh : fc.oneof(fresh, similar)
  if (!isHostile) return valid
  const added = fc.tuple(valid, fc.constantFrom(...HOSTILE_NAMES), hostileValue)
  const extended = added.map(([row, name, value]) =>
    Object.fromEntries([...Object.entries(row), [name, value]]),
  )
  return fc.oneof(weigh(8, valid), weigh(1, extended))
}

function recordsOf(key: Values, value: Values): Values {
  const entry = fc.tuple(
    fc
      .oneof(key, fc.constantFrom('status', ...HOSTILE_NAMES))
      .map((name) => (typeof name === 'string' ? name : 'status')),
    value,
  )
  return fc.array(entry, { maxLength: 4 }).map((entries) => Object.fromEntries(entries))
}
