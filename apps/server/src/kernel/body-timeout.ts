import type { FastifyReply, preParsingHookHandler, RequestPayload } from 'fastify'
import { HttpError } from './errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The handler reads the body while it arrives, in a time of its own. */
    streamsBody?: boolean
  }
}

/** Route options of a handler that reads the body as a stream. */
export const STREAMS_BODY = { config: { streamsBody: true } } as const

/** Hook before the body is read: it must arrive within this time, else the reply is 408 and the connection closes. */
export function limitBodyTime(timeoutMs: number): preParsingHookHandler {
  return (request, reply, payload, done) => {
    if (request.routeOptions.config.streamsBody) return done(null, payload)
    const timer = setTimeout(() => {
      // Not read yet: the listener for the error comes with the reading.
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

/** Ends the reading as a broken body does, while the connection stays for the reply. */
function refuse(payload: RequestPayload, reply: FastifyReply): void {
  reply.header('connection', 'close')
  payload.emit('error', new HttpError('request_timeout'))
}
