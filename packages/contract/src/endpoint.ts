import type * as z from 'zod/mini'
import type { Permission } from './access.ts'
import type { AuditDeclaration } from './audit.ts'
import type { RuleSet } from './rules/rule.ts'

/**
 * A call between browser and server has two parts. Its address is plain data that both sides import; the type of the
 * address includes the types of the call. Its schemas are for the server and its documentation: the browser never
 * imports them, and no value of an address leads to them.
 */

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
export type Schema = z.ZodMiniType

/**
 * `signed-in`: any active user; a permission: its module and its action; `anyOf`: at least one,
 * the handler asks for the exact one once it knows what is wanted.
 */
export type EndpointAccess =
  | 'signed-in'
  | Permission
  | { readonly anyOf: readonly [Permission, ...Permission[]] }

/** Rules of fields of the body, checked after its shape; the form of the browser checks the same ones. */
export type FieldRules = Readonly<Record<string, { readonly label: string; readonly rules: RuleSet }>>

type AddressParts = {
  readonly method: Method
  /** Fastify's notation: `/role/:id`; a literal colon is written twice. */
  readonly path: `/${string}`
  readonly access: EndpointAccess
  /** A write runs in a transaction, leaves an audit event and honours an Idempotency-Key. */
  readonly effect: 'read' | 'write' | 'stream'
  readonly rules?: FieldRules
}

/** The body has the version that is required of it. */
type Versioned =
  | { readonly versioned?: 'if-match' | 'if-match-optional'; readonly body?: Schema }
  | {
      readonly versioned: 'body'
      readonly body: z.ZodMiniType<{ version: number } | { items: readonly { version: number }[] }>
    }

/**
 * Schemas of a call, with the other parts that the browser does not need. An update requires the version of the row
 * that it is based on (`versioned`): `version` in the body or in each of its `items`, or `If-Match: "7"` where there is
 * no body; where a new row may be meant it is optional.
 */
export type Schemas = Versioned & {
  readonly summary: string
  /** Required, except for a read that is open to every active user, which is not recorded. */
  readonly audit?: AuditDeclaration
  /** Status of a success; default 200. */
  readonly status?: 200 | 201 | 202
  /** A reply with this value has 201 instead. */
  readonly createdWhen?: Readonly<Record<string, string>>
  /** A reply with this value has 202 instead. */
  readonly acceptedWhen?: Readonly<Record<string, string>>
  /** The reply of a write is not stored for its Idempotency-Key: nothing of it may stay. */
  readonly isSecret?: boolean
  /** A write that may end the session of its caller, which is no reason to refuse it. */
  readonly endsSessions?: boolean
  /** Default 64 KB. */
  readonly bodyLimitBytes?: number
  readonly params?: Schema
  readonly query?: Schema
  /** The `resource` of the reply. Columns it does not name never leave the server. */
  readonly reply: Schema
}

/** Exists in types only. */
declare const schemas: unique symbol
type Typed<S> = { readonly [schemas]?: S }
type SchemasOf<A> = A extends Typed<infer S> ? S : never

export type Address<S extends Schemas = Schemas> = AddressParts &
  Typed<S> & { readonly api: 'user' | 'operations' }
export type Endpoint = Address & Schemas

type Audited<A extends AddressParts, S> = A extends { access: 'signed-in'; effect: 'read' }
  ? unknown
  : S extends { audit: AuditDeclaration }
    ? unknown
    : { 'its schemas declare no audit': never }

/** Rules are for fields that the body has. */
type OnlyFieldsOf<A extends AddressParts, S> = A extends { rules: infer R }
  ? { rules: { [K in Exclude<keyof R, keyof (S extends { body: infer B } ? Input<B> : unknown)>]: never } }
  : unknown

/** Addresses of calls with these schemas: `addresses<typeof roleSchemas>('user')({ list: … })`. */
export function addresses<S extends Readonly<Record<string, Schemas>>>(api: Address['api']) {
  return <const G extends Readonly<Record<keyof S, AddressParts>>>(
    group: G & {
      [K in keyof G]: K extends keyof S ? Audited<G[K], S[K]> & OnlyFieldsOf<G[K], S[K]> : never
    },
  ) => {
    const entries = Object.entries<AddressParts>(group).map(([name, parts]) => [name, { api, ...parts }])
    // Exactly the names of the group. The schemas exist in the type only.
    return Object.fromEntries(entries) as {
      [K in keyof S]: G[K] & Pick<Address, 'api'> & Typed<S[K]>
    }
  }
}

/** Joins addresses with their schemas, for the server. */
export function endpoints<const G extends Readonly<Record<string, Address>>>(
  group: G,
  schemas: { readonly [K in keyof G]: SchemasOf<G[K]> },
) {
  const entries = Object.entries(group).map(([name, address]) => [name, { ...address, ...schemas[name] }])
  return Object.fromEntries(entries) as { [K in keyof G]: G[K] & SchemasOf<G[K]> }
}

/** The path with its parameters filled in; a literal colon is declared twice. */
export function fillPath(path: string, parameterOf: (name: string) => string): string {
  return path.replaceAll(/::|:(\w+)/g, (_all, name: string | undefined) =>
    name === undefined ? ':' : parameterOf(name),
  )
}

type PartOf<A, K extends string> =
  SchemasOf<A> extends infer S ? (K extends keyof S ? S[K] : undefined) : never
type Output<T> = T extends Schema ? z.output<T> : undefined
type Input<T> = T extends Schema ? z.input<T> : undefined

type IfMatch<A, Yes, Optional, No> =
  PartOf<A, 'versioned'> extends infer V
    ? V extends 'if-match'
      ? Yes
      : V extends 'if-match-optional'
        ? Optional
        : No
    : never

/** Checked input of a handler. */
export type HandlerInput<A extends Address> = {
  params: Output<PartOf<A, 'params'>>
  query: Output<PartOf<A, 'query'>>
  body: Output<PartOf<A, 'body'>>
  /** From `If-Match`. */
  version: IfMatch<A, number, number | undefined, undefined>
}

/** The `resource` of a reply, as a handler returns it. */
export type HandlerResult<A extends Address> = Input<PartOf<A, 'reply'>>

/** The `resource` of a reply, as a caller gets it. */
export type Reply<A extends Address> = Output<PartOf<A, 'reply'>>

type CallPart<K extends string, T> = T extends Schema
  ? Record<string, never> extends Input<T>
    ? { [P in K]?: Input<T> }
    : { [P in K]: Input<T> }
  : { [P in K]?: undefined }

/** Input of a call: exactly the declared parts, each required unless all of it is optional. */
export type CallInput<A extends Address> = CallPart<'params', PartOf<A, 'params'>> &
  CallPart<'query', PartOf<A, 'query'>> &
  CallPart<'body', PartOf<A, 'body'>> &
  IfMatch<A, { version: number }, { version?: number | undefined }, unknown>
