import type * as z from 'zod/mini'
import type { Permission } from './access.ts'
import type { AuditDeclaration } from './audit.ts'
import type { RuleSet } from './rules/rule.ts'

/**
 * One call between the browser and the server: where it is, who may make it, what goes in and what
 * comes out. The server mounts a handler for each (a missing one does not compile), the browser
 * calls through the same object, and OpenAPI is printed from it.
 */

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
export type Schema = z.ZodMiniType

/**
 * `signed-in`: any active user; a permission: its module and its action; `anyOf`: at least one,
 * the handler asks for the exact one once it knows what is wanted.
 */
export type EndpointAccess =
  | 'signed-in'
  | Permission
  | { readonly anyOf: readonly [Permission, ...Permission[]] }

/** Rules of a field of the body, checked after its shape; the form of the browser checks the same ones. */
type LabelledRules = { readonly label: string; readonly rules: RuleSet }

type Declaration = {
  readonly api: 'user' | 'operations'
  readonly method: Method
  /** Fastify's notation: `/role/:id`; a literal colon is written twice. */
  readonly path: `/${string}`
  readonly summary: string
  readonly access: EndpointAccess
  /** Required, except of a read that is open to every active user: nothing of it is recorded. */
  readonly audit?: AuditDeclaration
  /** A write runs in a transaction, leaves an audit event and honours an Idempotency-Key. */
  readonly effect: 'read' | 'write' | 'stream'
  /** Status of a success; 200 unless told. */
  readonly status?: 200 | 201 | 202
  /** 201 in place of it for a reply with this value. */
  readonly createdWhen?: Readonly<Record<string, string>>
  /** 202 in place of it. */
  readonly acceptedWhen?: Readonly<Record<string, string>>
  /** The reply of a write is not stored for its Idempotency-Key: nothing of it may stay. */
  readonly isSecret?: boolean
  /** A write that may end the session of its caller, which is no reason to refuse it. */
  readonly endsSessions?: boolean
  /**
   * An update requires the version of the row that it is based on: `version` in the body or in each of its `items`, or
   * `If-Match: "7"` where there is no body; where a new row may be meant it is optional.
   */
  readonly versioned?: 'body' | 'if-match' | 'if-match-optional'
  /** Default 64 KB. */
  readonly bodyLimitBytes?: number
  readonly params?: Schema
  readonly query?: Schema
  readonly body?: Schema
  readonly rules?: Readonly<Record<string, LabelledRules>>
  /** What stands under `resource` in the reply. Columns it does not name never leave the server. */
  readonly reply: Schema
}

export type Endpoint = Declaration

/** Rules are for fields that the body has. */
type OnlyFieldsOf<E extends Declaration> = E extends { body: infer B; rules: infer R }
  ? { rules: { [K in Exclude<keyof R, keyof Input<B>>]: never } }
  : unknown

type Audited<E extends Declaration> = E extends { access: 'signed-in'; effect: 'read' }
  ? unknown
  : { audit: AuditDeclaration }

/** The body has the version that is required of it. */
type Versioned<E extends Declaration> = E extends { versioned: 'body' }
  ? { body: z.ZodMiniType<{ version: number } | { items: readonly { version: number }[] }> }
  : unknown

export function endpoint<const E extends Declaration>(
  declaration: E & OnlyFieldsOf<E> & Audited<E> & Versioned<E>,
): E {
  return declaration
}

/** The path with its parameters filled in; a literal colon is declared twice. */
export function fillPath(path: string, parameterOf: (name: string) => string): string {
  return path.replaceAll(/::|:(\w+)/g, (_all, name: string | undefined) =>
    name === undefined ? ':' : parameterOf(name),
  )
}

type IfMatch<E extends Endpoint, Yes, Optional, No> = E extends { versioned: 'if-match' }
  ? Yes
  : E extends { versioned: 'if-match-optional' }
    ? Optional
    : No

type Output<S> = S extends Schema ? z.output<S> : undefined
type Input<S> = S extends Schema ? z.input<S> : undefined

/** What a handler is given, checked. */
export type HandlerInput<E extends Endpoint> = {
  params: Output<E['params']>
  query: Output<E['query']>
  body: Output<E['body']>
  /** From `If-Match`. */
  version: IfMatch<E, number, number | undefined, undefined>
}

/** What a handler answers: the `resource` of the reply. */
export type HandlerResult<E extends Endpoint> = z.input<E['reply']>

/** What a caller gets. */
export type Reply<E extends Endpoint> = z.output<E['reply']>

type Part<K extends string, S> = S extends Schema
  ? Record<string, never> extends Input<S>
    ? { [P in K]?: Input<S> }
    : { [P in K]: Input<S> }
  : { [P in K]?: undefined }

/** What a caller has to give: exactly the declared parts, each required unless all of it is optional. */
export type CallInput<E extends Endpoint> = Part<'params', E['params']> &
  Part<'query', E['query']> &
  Part<'body', E['body']> &
  IfMatch<E, { version: number }, { version?: number | undefined }, unknown>
