import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Telemetry } from './telemetry.ts'

/** Context of a call or a job, across everything that it awaits. */
type CallContext = {
  requestId: string
  /** Null if not traced. */
  span: Span | null
}

const contexts = new AsyncLocalStorage<CallContext>()

export const currentCall = () => contexts.getStore()

export const runInCall: <T>(context: CallContext, work: () => T) => T = contexts.run.bind(contexts)

/** A random uuid, as from `crypto.randomUUID`. */
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

export const isRequestId = (text: unknown): text is string => typeof text === 'string' && UUID.test(text)

/** `startSpan` starts the span of a call, if traced. */
export function openCallContexts(
  app: FastifyInstance,
  startSpan: ((request: FastifyRequest) => Span | null) | undefined,
): void {
  const ofRequest = new WeakMap<FastifyRequest, CallContext>()
  app.addHook('onRequest', (request, _reply, done) => {
    const context = { requestId: request.id, span: startSpan?.(request) ?? null }
    ofRequest.set(request, context)
    runInCall(context, done)
  })
  // Events of a body belong to its connection, which also serves other calls.
  app.addHook('preValidation', (request, _reply, done) => {
    const context = ofRequest.get(request)
    if (context) runInCall(context, done)
    else done()
  })
}

/** An operation of a trace. The implementation in `traces.ts` is loaded only if traces are sent. */
export type Span = {
  /** Starts a span within this one. */
  child: (name: string, kind: SpanKind, attributes: SpanAttributes) => Span
  /** Records the type of an error, never its message. */
  end: (outcome?: { attributes?: SpanAttributes; error?: unknown }) => void
  /** The span in the form of the `traceparent` header, for spans that follow elsewhere. */
  reference: string
}

export type SpanKind = 'server' | 'client' | 'consumer'
export type SpanAttributes = Readonly<Record<string, string | number>>

export type Traces = {
  /** Null if not sampled. `follows` refers to the span that caused it. */
  start: (name: string, kind: SpanKind, attributes: SpanAttributes, follows?: string) => Span | null
  /** Sends pending spans. */
  close: () => Promise<void>
}

/** Origin of a job. */
type Origin = { requestId: string; span?: string }

/** Adds the current call or job to a job's data. A job that is sent again keeps its origin. */
export function withOrigin<T extends object>(data: T): T & { origin?: Origin } {
  const call = currentCall()
  if (!call || 'origin' in data) return data
  return { ...data, origin: { requestId: call.requestId, ...(call.span && { span: call.span.reference }) } }
}

type Observers = { telemetry?: Pick<Telemetry, 'recordJob'> | undefined; traces?: Traces | null | undefined }

/** Runs a job under the id of its call, or its own; counts, times and traces it. */
export async function runJobInContext(
  name: string,
  data: object,
  { telemetry, traces }: Observers,
  work: () => Promise<void>,
): Promise<void> {
  const { origin }: { origin?: Partial<Origin> } = data
  const requestId = isRequestId(origin?.requestId) ? origin.requestId : randomUUID()
  const attributes = { 'messaging.destination.name': name, 'backoffice.request_id': requestId }
  const span = traces?.start(`job ${name}`, 'consumer', attributes, origin?.span) ?? null
  const startedAt = performance.now()
  let failure: { error: unknown } | undefined
  try {
    await runInCall({ requestId, span }, work)
  } catch (error) {
    failure = { error }
    throw error
  } finally {
    telemetry?.recordJob(name, performance.now() - startedAt, failure !== undefined)
    span?.end(failure)
  }
}
