import type { FastifyInstance, FastifyReply, preParsingHookHandler, RequestPayload } from 'fastify'
import { HttpError } from './errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The handler streams the body under its own timeout. */
    streamsBody?: boolean
  }
}

/** Route options of a handler that reads the body as a stream. */
export const STREAMS_BODY = { config: { streamsBody: true } } as const

/** A hook that replies 408 and closes the connection when the body does not arrive in time. */
export function limitBodyTime(timeoutMs: number): preParsingHookHandler {
  return (request, reply, payload, done) => {
    if (request.routeOptions.config.streamsBody) return done(null, payload)
    const timer = setTimeout(() => {
      // Not read yet: Fastify adds its error listener when it starts reading.
      if (payload.listenerCount('data') === 0) timer.refresh()
      else refuse(payload, reply)
    }, timeoutMs)
    const stop = () => clearTimeout(timer)
    payload.once('end', stop)
    payload.once('error', stop)
    reply.raw.once('close', stop)
    done(null, payload)
  }
}

/** Fails the body stream but keeps the connection open for the reply. */
function refuse(payload: RequestPayload, reply: FastifyReply): void {
  reply.header('connection', 'close')
  payload.emit('error', new HttpError('request_timeout'))
}

/** Accepts the content type of JSON without a body, as clients send it with each call. */
export function acceptEmptyJson(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : parseJson(request, String(body), done),
  )
}
