import type * as z from 'zod/mini'
import type { Permission } from './access.ts'
import type { ApprovalKind } from './approvals.ts'
import type { AuditDeclaration } from './audit.ts'
import type { HighRiskPermission } from './grants.ts'
import type { RuleSet } from './rules/rule.ts'

/**
 * An endpoint has an address (plain data for both sides, whose type includes those of the call) and schemas for the
 * server and its documentation. The browser never imports schemas, so no value of an address refers to them.
 */

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
export type Schema = z.ZodMiniType

/**
 * `signed-in`: any active user. A permission: its module and its action. `anyOf`: at least one permission; the handler
 * checks the exact one.
 */
export type EndpointAccess =
  | 'signed-in'
  | Permission
  | { readonly anyOf: readonly [Permission, ...Permission[]] }

/**
 * States if a call requires a sign-in of the last ten minutes: `always`, `when` the handler decides so (the text
 * completes "if …"), or `never`, with the reason.
 */
export type RecentSignIn = 'always' | { readonly when: string } | { readonly never: string }

/** Permissions whose writes declare when they need a recent sign-in. */
type GuardedPermission =
  | HighRiskPermission
  | 'user:export'
  | 'role:export'
  | 'policy:export'
  | 'inquiry:export'

/** Rules of body fields, checked after the body's shape and by the browser's form. */
export type BodyRules = Readonly<Record<string, { readonly label: string; readonly rules: RuleSet }>>

type AddressParts = {
  readonly method: Method
  /** Fastify's notation: `/role/:id`; a literal colon is doubled. */
  readonly path: `/${string}`
  readonly access: EndpointAccess
  /** A write runs in a transaction, records an audit event and honours an Idempotency-Key. */
  readonly effect: 'read' | 'write' | 'stream'
  readonly rules?: BodyRules
}

/** Requires a version in the body of a `versioned` call. */
type VersionedSchemas =
  | { readonly versioned?: 'if-match' | 'if-match-optional'; readonly body?: Schema }
  | {
      readonly versioned: 'body'
      readonly body: z.ZodMiniType<{ version: number } | { items: readonly { version: number }[] }>
    }

/**
 * Schemas of a call, and other properties that the browser does not need. `versioned`: place of the row version that an
 * update is based on: `version` in the body or each of its `items`, or `If-Match: "7"` (optional if the row may be new).
 */
export type Schemas = VersionedSchemas & {
  readonly summary: string
  /** Required, except for reads open to every active user, which are not audited. */
  readonly audit?: AuditDeclaration
  /** The call does not count as use of the permissions that allow it. */
  readonly isUse?: false
  /** Success status; default 200. */
  readonly status?: 200 | 201 | 202
  /** Kinds of change that may need approval. The call is then stored with status 202 instead of executed. */
  readonly approval?: readonly [ApprovalKind, ...ApprovalKind[]]
  /** The change is checked against the approver’s access, and the approver is the actor of its events. */
  readonly executesAs?: 'approver'
  /** Values of a reply with status 201. */
  readonly createdWhen?: Readonly<Record<string, string>>
  /** Values of a reply with status 202. */
  readonly acceptedWhen?: Readonly<Record<string, string>>
  /** The reply must not be stored for the Idempotency-Key. */
  readonly isSecret?: boolean
  /** The write may end its caller's session without being refused. */
  readonly endsSessions?: boolean
  /** Open to a user who must set up an authenticator first, for whom every other call is refused. */
  readonly openToSetUp?: boolean
  /** A call that a session alone does not authorize. Required for writes of a guarded permission. */
  readonly recentSignIn?: RecentSignIn
  /** Default 64 KB. */
  readonly bodyLimitBytes?: number
  readonly params?: Schema
  readonly query?: Schema
  /** The `resource` of the reply. Undeclared columns never leave the server. */
  readonly reply: Schema
}

/** Type-level only. */
declare const schemas: unique symbol
type WithSchemas<S> = { readonly [schemas]?: S }
type SchemasOf<A> = A extends WithSchemas<infer S> ? S : never

export type Address<S extends Schemas = Schemas> = AddressParts &
  WithSchemas<S> & { readonly api: 'user' | 'operations' }
export type Endpoint = Address & Schemas

type RequiredAudit<A extends AddressParts, S> = A extends { access: 'signed-in'; effect: 'read' }
  ? unknown
  : S extends { audit: AuditDeclaration }
    ? unknown
    : { 'its schemas declare no audit': never }

type PermissionsOf<A extends AddressParts> = A['access'] extends { anyOf: readonly (infer P)[] }
  ? P
  : A['access']

type RequiredRecentSignIn<A extends AddressParts, S> = A extends { effect: 'write' }
  ? [Extract<PermissionsOf<A>, GuardedPermission>] extends [never]
    ? unknown
    : S extends { recentSignIn: RecentSignIn }
      ? unknown
      : { 'its schemas do not declare when it needs a recent sign-in': never }
  : unknown

/** Limits rules to fields of the body. */
type OnlyFieldsOf<A extends AddressParts, S> = A extends { rules: infer R }
  ? { rules: { [K in Exclude<keyof R, keyof (S extends { body: infer B } ? Input<B> : unknown)>]: never } }
  : unknown

/** Addresses of calls with these schemas: `addresses<typeof roleSchemas>('user')({ list: … })`. */
export function addresses<S extends Readonly<Record<string, Schemas>>>(api: Address['api']) {
  return <const G extends Readonly<Record<keyof S, AddressParts>>>(
    group: G & {
      [K in keyof G]: K extends keyof S
        ? RequiredAudit<G[K], S[K]> & RequiredRecentSignIn<G[K], S[K]> & OnlyFieldsOf<G[K], S[K]>
        : never
    },
  ) => {
    const entries = Object.entries<AddressParts>(group).map(([name, parts]) => [name, { api, ...parts }])
    // Has exactly the names of the group. The schemas exist in the type only.
    return Object.fromEntries(entries) as {
      [K in keyof S]: G[K] & Pick<Address, 'api'> & WithSchemas<S[K]>
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

/** Fills in the parameters of a path; a literal colon is doubled. */
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

/** True for an endpoint whose calls may need approval. */
export type IsApprovable<A extends Address> = PartOf<A, 'approval'> extends readonly string[] ? true : false
export type RecentSignInOf<A extends Address> = PartOf<A, 'recentSignIn'>

/** Validated input of a handler. */
export type HandlerInput<A extends Address> = {
  params: Output<PartOf<A, 'params'>>
  query: Output<PartOf<A, 'query'>>
  body: Output<PartOf<A, 'body'>>
  /** Version from `If-Match`. */
  version: IfMatch<A, number, number | undefined, undefined>
}

/** The `resource` of a reply, as a handler returns it. */
export type HandlerResult<A extends Address> = Input<PartOf<A, 'reply'>>

/** The `resource` of a reply, as a caller receives it. */
export type Reply<A extends Address> = Output<PartOf<A, 'reply'>>

type InputPart<K extends string, T> = T extends Schema
  ? Record<string, never> extends Input<T>
    ? { [P in K]?: Input<T> }
    : { [P in K]: Input<T> }
  : { [P in K]?: undefined }

/** Input of a call: the declared parts, each required unless it is entirely optional. */
export type CallInput<A extends Address> = InputPart<'params', PartOf<A, 'params'>> &
  InputPart<'query', PartOf<A, 'query'>> &
  InputPart<'body', PartOf<A, 'body'>> &
  IfMatch<A, { version: number }, { version?: number | undefined }, unknown>
