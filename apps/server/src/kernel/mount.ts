import { may, type Permission } from '@backoffice/contract/access'
import type { Answer, Endpoint, EndpointAccess, Received } from '@backoffice/contract/endpoint'
import { deniedMessage } from '@backoffice/contract/permission-labels'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { type Database, gaveWay, type Tx } from '../db/client.ts'
import { type AuditEntry, recordAudit } from './audit.ts'
import type { Authenticate, Caller } from './authenticate.ts'
import { describeRules, refuseBrokenRules } from './check-rules.ts'
import { answerTo, sendRefusal } from './error-pipe.ts'
import { Refusal } from './errors.ts'
import { claimKey, earlierReply, type IdempotencyClaim, idempotencyClaim, keepReply } from './idempotency.ts'
import type { Refusals } from './refusals.ts'
import type { InTurn } from './take-turns.ts'

/** What a handler knows of the call beside what was sent. */
export type Call = { caller: Caller; requestId: string; origin: string; request: FastifyRequest }

/** A write that changed something names its audit events; one that found all as wished says so. */
export type Outcome<E extends Endpoint> = {
  resource: Answer<E>
} & ({ audit: readonly [AuditEntry, ...AuditEntry[]] } | { unchanged: true })

/**
 * A read answers. A write prepares (the place for anything remote) and returns what is to happen
 * inside the transaction. A stream takes the connection over.
 */
type Handler<E extends Endpoint> = E['effect'] extends 'read'
  ? (received: Received<E>, call: Call) => Promise<Answer<E>>
  : E['effect'] extends 'write'
    ? (received: Received<E>, call: Call) => Promise<(tx: Tx) => Promise<Outcome<E>>>
    : (received: Received<E>, call: Call, reply: FastifyReply) => Promise<void>

export type Handlers<Group extends Record<string, Endpoint>> = { [K in keyof Group]: Handler<Group[K]> }

type AnyRead = (received: unknown, call: Call) => Promise<unknown>
type AnyWrite = (received: unknown, call: Call) => Promise<(tx: Tx) => Promise<Outcome<Endpoint>>>
type AnyStream = (received: unknown, call: Call, reply: FastifyReply) => Promise<void>

export type Kernel = {
  db: Database
  authenticate: Authenticate
  /** Refuses a caller who calls too often. */
  countCall: (request: FastifyRequest, caller: Caller) => Promise<void>
  /** Has a call wait while too many of its caller run. */
  inTurn: InTurn
  refusals: Pick<Refusals, 'record'>
  bases: Record<Endpoint['api'], string>
}

/** Makes a group's endpoints real: one route each, in the order authenticate, decide, check, do. */
export function mount<Group extends Record<string, Endpoint>>(
  app: FastifyInstance,
  kernel: Kernel,
  name: string,
  group: Group,
  handlers: Handlers<Group>,
): void {
  for (const [key, endpoint] of Object.entries(group)) {
    // Handlers<Group> holds exactly one handler of the right kind for each key of Group.
    route(app, kernel, `${name}.${key}`, endpoint, handlers[key] as AnyRead | AnyWrite | AnyStream)
  }
}

function route(
  app: FastifyInstance,
  kernel: Kernel,
  id: string,
  endpoint: Endpoint,
  handler: AnyRead | AnyWrite | AnyStream,
) {
  const { params, query, body, reply, status = 200 } = endpoint
  const callers = new WeakMap<FastifyRequest, Caller>()
  app.route({
    method: endpoint.method,
    url: kernel.bases[endpoint.api] + endpoint.path,
    schema: {
      operationId: id,
      tags: [id.slice(0, id.indexOf('.'))],
      summary: endpoint.summary,
      description: describeAccess(endpoint.access) + describeRules(endpoint.rules),
      security: [{ bearer: [] }],
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(body && { body }),
      ...(endpoint.effect !== 'stream' && { response: { [status]: z.object({ resource: reply }) } }),
    },
    // After the limit on an address and before the body is read: whoever may not call learns nothing of
    // its shape.
    preParsing: async (request, _reply, payload) => {
      const caller = await kernel.authenticate(request.headers.authorization)
      callers.set(request, caller)
      await kernel.countCall(request, caller)
      decide(endpoint.access, caller)
      return payload
    },
    errorHandler: async (error, request, response) => {
      const refusal = answerTo(error, request)
      const caller = callers.get(request)
      if (caller && isRecorded(refusal.status, endpoint)) {
        const entry = {
          action: id as `${string}.${string}`,
          resource: id.slice(0, id.indexOf('.')),
          resourceId: namedFile(request),
          reason: refusal.code,
        }
        const { id: actorId, name } = caller
        await kernel.refusals
          .record({ actor: { id: actorId, name }, entry, requestId: request.id })
          .catch((cause) => request.log.error({ err: cause }, 'refusal not recorded'))
      }
      return sendRefusal(request, response, refusal)
    },
    handler: async (request, response) => {
      const caller = callers.get(request)
      if (!caller) throw new Refusal('unauthenticated')
      const received = { params: request.params, query: request.query, body: request.body }
      const call: Call = {
        caller,
        requestId: request.id,
        origin: `${request.protocol}://${request.host}`,
        request,
      }
      response.header('cache-control', 'no-store')
      return kernel.inTurn(caller.id, response.raw, async () => {
        await refuseBrokenRules(endpoint.rules, request.body)
        if (endpoint.effect === 'stream') return (handler as AnyStream)(received, call, response)
        response.status(status)
        if (endpoint.effect === 'read') return { resource: await (handler as AnyRead)(received, call) }
        const claim = idempotencyClaim(caller.id, id, request.headers['idempotency-key'], received)
        return { resource: await write(kernel.db, handler as AnyWrite, received, call, claim) }
      })
    },
  })
}

async function write(
  db: Database,
  handler: AnyWrite,
  received: unknown,
  call: Call,
  claim: IdempotencyClaim | null,
): Promise<unknown> {
  // First: the handler's own checks hold for a repeated call too.
  const change = await handler(received, call)
  const earlier = claim && (await earlierReply(db, claim))
  if (earlier) return earlier.reply
  const attempt = () =>
    db.transaction().execute(async (tx) => {
      if (claim && !(await claimKey(tx, claim))) return (await earlierReply(tx, claim))?.reply
      const outcome = await change(tx)
      if ('audit' in outcome) await recordAudit(tx, call.caller, outcome.audit, 'done', call.requestId)
      if (claim) await keepReply(tx, claim, outcome.resource)
      return outcome.resource
    })
  // Nothing of the first attempt has happened. The second failure is answered 503.
  return attempt().catch((error: unknown) => {
    if (gaveWay(error)) return attempt()
    throw error
  })
}

function decide(access: EndpointAccess, caller: Caller) {
  if (access === 'signed-in') return
  const wanted: readonly Permission[] = typeof access === 'string' ? [access] : access.anyOf
  if (!wanted.some((permission) => may(caller.access, permission))) throw accessDenied(wanted)
}

/** For handlers that know only from the body which permission is needed. */
export function requirePermission(caller: Caller, permission: Permission): void {
  if (!may(caller.access, permission)) throw accessDenied([permission])
}

function accessDenied(wanted: readonly Permission[]) {
  return new Refusal('access_denied', { detail: deniedMessage(wanted), missing: wanted })
}

/** Refusals worth keeping: of access, of what is not the caller's, of a write that came too late. */
function isRecorded(status: number, endpoint: Endpoint) {
  return status === 403 || status === 404 || (endpoint.effect === 'write' && status === 409)
}

/** What the refused call was about, where it says so. */
function namedFile({ query, body }: FastifyRequest): string | null {
  const named = z.object({ source_filekey: z.uuid() })
  const read = [body, query].map((part) => named.safeParse(part)).find((each) => each.success)
  return read?.data?.source_filekey ?? null
}

function describeAccess(access: EndpointAccess) {
  if (access === 'signed-in') return 'Any active user.'
  return `Needs ${typeof access === 'string' ? `\`${access}\`` : access.anyOf.map((each) => `\`${each}\``).join(' or ')}.`
}
