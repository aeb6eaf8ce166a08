import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Span } from './span.ts'

/** Context of a call or a job, across everything that it awaits. */
type CallContext = {
  requestId: string
  /** Null: not traced. */
  span: Span | null
}

const contexts = new AsyncLocalStorage<CallContext>()

export const currentCall = () => contexts.getStore()

export const runInCall: <T>(context: CallContext, work: () => T) => T = contexts.run.bind(contexts)

/** A random uuid, as from `crypto.randomUUID`. */
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

export const isRequestId = (text: unknown): text is string => typeof text === 'string' && UUID.test(text)

/** `startSpan`: starts the span of a call, if traced. */
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
