import type { Endpoint } from '@backoffice/contract/endpoint'
import fc from 'fast-check'
import { HOSTILE_NAMES, HOSTILE_VALUES } from './hostile-values.ts'
import { Known } from './known-values.ts'
import { ODDITIES, type Oddity } from './oddities.ts'
import { schemaArbitrary } from './schema-arbitrary.ts'

export const CALLERS = ['admin', 'agent', 'no policy', 'anonymous'] as const
export type CallerKind = (typeof CALLERS)[number]

/** A change of one place of a call that is otherwise as the contract wants it. */
export type Mutation = {
  part: 'params' | 'query' | 'body'
  /** Which of the places of the part, counted round. */
  at: number
  change:
    | { kind: 'replace'; value: unknown }
    | { kind: 'remove' }
    | { kind: 'add'; name: string; value: unknown }
}

/** A call before what is known is put into it. */
export type Call = {
  caller: CallerKind
  params: unknown
  query: unknown
  body: unknown
  mutations: readonly Mutation[]
  /** Undefined: none is sent. */
  ifMatch: unknown
  idempotencyKey: string | undefined
  oddity: Oddity | undefined
}

const hostileValue = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...HOSTILE_VALUES) },
  { weight: 1, arbitrary: fc.jsonValue() },
)

const mutation: fc.Arbitrary<Mutation> = fc.record({
  part: fc.constantFrom('body', 'query', 'params'),
  at: fc.nat(30),
  change: fc.oneof(
    { weight: 5, arbitrary: fc.record({ kind: fc.constant('replace' as const), value: hostileValue }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const) }) },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('add' as const),
        name: fc.constantFrom(...HOSTILE_NAMES),
        value: hostileValue,
      }),
    },
  ),
})

const KEYS = ['', 'k', 'k'.repeat(100), 'k'.repeat(101), 'Ünïcode', "'; --", '4111111111111111', ' ']

/** Half of the calls are as the contract wants them; the others break one or two places, or the transport. */
export function callArbitrary({ params, query, body, method, versioned }: Endpoint): fc.Arbitrary<Call> {
  const of = (schema: typeof params) => (schema ? schemaArbitrary(schema) : fc.constant(undefined))
  const rarely = <Value>(arbitrary: fc.Arbitrary<Value>, times: number) =>
    fc.oneof({ weight: times - 1, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary })
  return fc.record({
    caller: fc.oneof(
      { weight: 14, arbitrary: fc.constant('admin' as const) },
      { weight: 3, arbitrary: fc.constant('agent' as const) },
      { weight: 1, arbitrary: fc.constantFrom('no policy' as const, 'anonymous' as const) },
    ),
    params: of(params),
    query: of(query),
    body: of(body),
    mutations: fc.oneof(
      { weight: 5, arbitrary: fc.constant([]) },
      { weight: 4, arbitrary: fc.array(mutation, { minLength: 1, maxLength: 2 }) },
    ),
    ifMatch: versioned?.startsWith('if-match')
      ? fc.oneof(
          { weight: 6, arbitrary: fc.nat(3).map((each) => new Known('version', 'version', each)) },
          fc.constantFrom(undefined, '*', '7', 'W/"1"', '"1", "2"', '"99999999999"', ''),
        )
      : fc.constant(undefined),
    idempotencyKey: method === 'GET' ? fc.constant(undefined) : rarely(fc.constantFrom(...KEYS), 8),
    oddity: rarely(fc.constantFrom(...ODDITIES), 8),
  })
}
