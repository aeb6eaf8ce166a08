import { may, type Permission } from '@backoffice/contract/access'
import type {
  Address,
  Endpoint,
  HandlerInput,
  HandlerResult,
  IsApprovable,
  RecentSignInOf,
} from '@backoffice/contract/endpoint'
import { deniedMessage } from '@backoffice/contract/permission-labels'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Database, Tx } from '../db/client.ts'
import type { ApprovableHandler, ApprovalGate } from './approvals.ts'
import { type AuditEntry, declaredEvent, doneEvents, recordAudit, refusedEvent } from './audit.ts'
import type {
  Authenticate,
  Call,
  Caller,
  ConfirmAccess,
  FindGrant,
  NoteSession,
  StoredContext,
} from './caller.ts'
import { checkRules, describeCall, validatorCompiler } from './check-input.ts'
import { clientOf, requestIdsOf } from './client.ts'
import type { Clock } from './clock.ts'
import { compressReply } from './compress-reply.ts'
import type { LimitConcurrency } from './concurrency-limit.ts'
import { type CountedAudit, isAudited } from './counted-audit.ts'
import { replyWith, statusesOf, statusOf } from './endpoint-replies.ts'
import { resolveError, sendProblem } from './error-handler.ts'
import { AccessChanged, HttpError } from './errors.ts'
import { lastAllowed, noteAllowed, type PermissionUse } from './permission-use.ts'
import type { CheckRateLimit } from './rate-limit.ts'
import { type Confirmations, checkRecentSignIn, type RecentSignInCall } from './recent-sign-in.ts'
import { type AnyWrite, idempotencyClaim, runWrite, type WriteResult } from './run-write.ts'
import type { SessionUse } from './session-use.ts'
import { requireVersionInBody, versionOfHeader } from './version.ts'

/** Context of a call to the endpoint; one that may need approval can run without its request. */
type CallOf<E extends Address> = (IsApprovable<E> extends true ? StoredContext : Call) &
  (RecentSignInOf<E> extends 'always' | { when: string } ? RecentSignInCall : unknown)

/**
 * A read returns the reply. A write makes its remote calls, then returns a function to run in the transaction.
 * A stream takes over the connection.
 */
type Handler<E extends Address> = E['effect'] extends 'read'
  ? (received: HandlerInput<E>, call: CallOf<E>) => Promise<HandlerResult<E>>
  : E['effect'] extends 'write'
    ? (received: HandlerInput<E>, call: CallOf<E>) => Promise<(tx: Tx) => Promise<WriteResult<E>>>
    : (received: HandlerInput<E>, call: CallOf<E>, reply: FastifyReply) => Promise<void>

export type Handlers<Group extends Record<string, Address>> = { [K in keyof Group]: Handler<Group[K]> }

type AnyRead = (received: unknown, call: Call) => Promise<unknown>
type AnyStream = (received: unknown, call: Call, reply: FastifyReply) => Promise<void>

type Kernel = {
  db: Database
  clock: Clock
  authenticate: Authenticate
  confirmations: Confirmations
  confirmAccess: ConfirmAccess
  findGrant: FindGrant
  /** Null with the embedded provider, which reports sign-ins. */
  noteSession: NoteSession | null
  /** Throws when the caller exceeds the rate limit. */
  checkRateLimit: CheckRateLimit
  /** Queues a call while too many of its caller run. */
  limitConcurrency: LimitConcurrency
  refusalAudit: Pick<CountedAudit, 'record'>
  approvals: ApprovalGate
  permissionUse: Pick<PermissionUse, 'record'>
  sessionUse: Pick<SessionUse, 'record'>
  /** Base path per API; this process does not serve an API without one. */
  bases: Partial<Record<Endpoint['api'], string>>
}

/**
 * Adds a route per endpoint to authenticate, apply the rate limit, authorize, read the body, validate, wait for a slot
 * and handle. Access is checked again after the body, after the wait and before a write commits, because it may end in
 * between.
 */
export function mount<Group extends Record<string, Endpoint>>(
  app: FastifyInstance,
  kernel: Kernel,
  name: string,
  group: Group,
  handlers: Handlers<NoInfer<Group>>,
): void {
  registerApprovables(kernel.approvals, name, group, handlers)
  for (const [key, endpoint] of Object.entries(group)) {
    // Handlers<Group> has the matching handler for each key of Group.
    mountEndpoint(
      app,
      kernel,
      `${name}.${key}`,
      endpoint,
      handlers[key] as unknown as AnyRead | AnyWrite | AnyStream,
    )
  }
}

/** Adds the endpoints of a group that may need approval to the gate, without their routes. */
export function registerApprovables<Group extends Record<string, Endpoint>>(
  gate: Pick<ApprovalGate, 'register'>,
  name: string,
  group: Group,
  handlers: Handlers<NoInfer<Group>>,
): void {
  for (const [key, endpoint] of Object.entries(group)) {
    // Handlers<Group> has the matching handler for each key of Group.
    if (endpoint.approval)
      gate.register(`${name}.${key}`, { endpoint, handler: handlers[key] as unknown as ApprovableHandler })
  }
}

function mountEndpoint(
  app: FastifyInstance,
  kernel: Kernel,
  id: string,
  endpoint: Endpoint,
  handler: AnyRead | AnyWrite | AnyStream,
) {
  const base = kernel.bases[endpoint.api]
  if (base === undefined) return
  const { params, query, body, status = 200, audit, versioned, bodyLimitBytes } = endpoint
  const callers = new WeakMap<FastifyRequest, Caller>()
  /** The caller with current access. Throws 401 or 403. */
  const admit = async (request: FastifyRequest): Promise<Caller> => {
    const caller = await kernel.authenticate(request.headers.authorization)
    callers.set(request, caller)
    authorize(endpoint, caller)
    return caller
  }
  app.route({
    method: endpoint.method,
    url: base + endpoint.path,
    validatorCompiler: validatorCompiler(endpoint.rules),
    schema: {
      operationId: id,
      tags: [id.slice(0, id.indexOf('.'))],
      summary: endpoint.summary,
      description: describeCall(endpoint),
      security: [{ bearer: [] }],
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(body && { body }),
      ...(endpoint.effect !== 'stream' && {
        response: Object.fromEntries(
          statusesOf(endpoint).map((each) => [each, z.object({ resource: replyWith(endpoint, each) })]),
        ),
      }),
    },
    ...(bodyLimitBytes && { bodyLimit: bodyLimitBytes }),
    // Before the body is parsed, so that unauthorized callers get no validation errors.
    preParsing: async (request, reply, payload) => {
      const caller = await kernel.authenticate(request.headers.authorization)
      callers.set(request, caller)
      await kernel.noteSession?.(request, caller)
      kernel.sessionUse.record(caller)
      await kernel.checkRateLimit(reply, caller)
      authorize(endpoint, caller)
      return payload
    },
    preValidation: async (request) => {
      if (request.body !== undefined) await admit(request)
      requireVersionInBody(endpoint, request.body)
    },
    onSend: compressReply,
    onResponse: async (request, { statusCode }) => {
      const caller = callers.get(request)
      if (caller && statusCode < 300 && endpoint.isUse !== false) kernel.permissionUse.record(caller)
    },
    errorHandler: async (error, request, response) => {
      if (error.validationContext === 'params') return response.callNotFound()
      const httpError = resolveError(error, request)
      const caller = callers.get(request)
      if (caller && httpError.code === 'recent_sign_in_required')
        await kernel.confirmations
          .noteQuestion(caller, clientOf(request))
          .catch((cause) => request.log.error({ err: cause }, 'unconfirmed call not recorded'))
      else if (caller && audit && isAudited(httpError, endpoint)) {
        const event = refusedEvent(audit, request, caller.id, httpError.code)
        const { id: actorId, name } = caller
        await kernel.refusalAudit
          .record({
            actor: { id: actorId, name },
            event,
            client: clientOf(request),
            ...requestIdsOf(request),
          })
          .catch((cause) => request.log.error({ err: cause }, 'refused call not recorded'))
      }
      return sendProblem(request, response, httpError)
    },
    handler: async (request, response) => {
      const admitted = callers.get(request)
      if (!admitted) throw new HttpError('unauthenticated')
      const version = versionOfHeader(versioned, request)
      // Undeclared parts are not validated, so they are dropped.
      const received = {
        params: params && request.params,
        query: query && request.query,
        body: body && request.body,
        version,
      }
      const callOf = (caller: Caller, recent: RecentSignInCall | undefined): Call => ({
        caller,
        ...recent,
        ...requestIdsOf(request),
        client: clientOf(request),
        origin: `${request.protocol}://${request.host}`,
        request,
      })
      response.header('cache-control', 'no-store')
      return kernel.limitConcurrency(admitted.id, response.raw, async (hasWaited) => {
        const caller = hasWaited ? await admit(request) : admitted
        await checkRules(endpoint.rules, request.body, { partial: endpoint.method === 'PATCH' })
        const recent = await checkRecentSignIn(kernel, endpoint, caller)
        const call = callOf(caller, recent)
        if (endpoint.effect === 'stream') return (handler as AnyStream)(received, call, response)
        response.status(status)
        if (endpoint.effect === 'read') return { resource: await (handler as AnyRead)(received, call) }
        const claim = endpoint.isSecret
          ? null
          : idempotencyClaim(caller.id, id, request.headers['idempotency-key'], received)
        const record = (tx: Tx, by: Call, entries: readonly AuditEntry[]) => {
          // The type of `endpoint` requires the declaration of every write.
          if (!audit) throw new Error(`${id} declares no audit`)
          const declared = declaredEvent(audit, received, caller.id)
          return recordAudit(tx, { ...by, actor: by.caller }, doneEvents(declared, entries))
        }
        const writeAs = async (by: Call) => {
          const grantOf = await kernel.findGrant(by.caller)
          const allowedBy = () => grantBehind(by.caller, grantOf)
          return runWrite(kernel, handler as AnyWrite, {
            ...{ id, endpoint, received, claim, record },
            call: { ...by, allowedBy },
          })
        }
        const resource = await writeAs(call).catch(async (error: unknown) => {
          if (!(error instanceof AccessChanged)) throw error
          // The transaction was rolled back. Retries with the caller's current access.
          return writeAs(callOf(await admit(request), recent))
        })
        response.status(statusOf(endpoint, resource))
        return { resource }
      })
    },
  })
}

type Access = Pick<Endpoint, 'access' | 'openToSetUp'>

/** Throws `access_denied` or `second_factor_required` unless the caller may call the endpoint. */
export function authorize({ access, openToSetUp = false }: Access, caller: Caller) {
  if (caller.needsAuthenticator && !openToSetUp) throw new HttpError('second_factor_required')
  if (access !== 'signed-in')
    requireAnyPermission(caller, typeof access === 'string' ? [access] : access.anyOf)
}

function grantBehind(caller: Caller, grantOf: Awaited<ReturnType<FindGrant>>) {
  const permission = lastAllowed(caller)
  return permission === undefined ? null : grantOf(permission)
}

/** Check for handlers whose required permission depends on the call. */
export function requireAnyPermission(caller: Caller, wanted: readonly Permission[]): void {
  const [allowing, ...others] = wanted.filter((permission) => may(caller.access, permission))
  if (!allowing) throw new HttpError('access_denied', { detail: deniedMessage(wanted), missing: wanted })
  // One of several is not known to be the needed one, unless the handler checks it alone.
  noteAllowed(caller, allowing, others.length === 0)
}

export function requirePermission(caller: Caller, permission: Permission): void {
  requireAnyPermission(caller, [permission])
}

/** Throws `access_denied` for the first missing permission. */
export function requirePermissions(caller: Caller, permissions: readonly Permission[]): void {
  for (const permission of permissions) requirePermission(caller, permission)
}
