import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { openCallContexts, type Span, type Traces } from '../telemetry/call-context.ts'
import type { Telemetry } from '../telemetry/telemetry.ts'
import { requestIdsOf } from './client.ts'
import { problemCodeOf } from './error-handler.ts'

type Options = { telemetry: Pick<Telemetry, 'recordCall'>; traces: Traces | null }

/** Counts, times and traces every request by route template. */
export function observeCalls(app: FastifyInstance, { telemetry, traces }: Options): void {
  const spans = new WeakMap<FastifyRequest, Span>()
  openCallContexts(app, (request) => {
    const clientId = requestIdsOf(request).clientRequestId
    const span = traces?.start(`${request.method} ${routeOf(request)}`, 'server', {
      'http.request.method': request.method,
      'http.route': routeOf(request),
      'backoffice.request_id': request.id,
      ...(clientId !== null && { 'backoffice.client_request_id': clientId }),
    })
    if (span) spans.set(request, span)
    return span ?? null
  })
  app.addHook('onResponse', async (request, reply) => {
    const { statusCode: status, elapsedTime: ms } = reply
    const code = problemCodeOf(request)
    // A stream of events lasts as long as its page.
    const isTimed = request.url.startsWith('/api/') && !isEventStream(reply)
    telemetry.recordCall({ method: request.method, route: routeOf(request), status, ms, code, isTimed })
    spans.get(request)?.end({
      attributes: { 'http.response.status_code': status },
      ...(status >= 500 && { error: code ?? String(status) }),
    })
  })
}

/** Groups unknown paths, and the files of a folder, which are separate routes. */
function routeOf(request: FastifyRequest): string {
  const { url = 'none' } = request.routeOptions
  return request.is404 ? 'none' : url.replace(STATIC_FILES, '$1*')
}

const STATIC_FILES = /^(\/(?:assets|builds|api\/docs\/static)\/).*/

const isEventStream = (reply: FastifyReply) =>
  String(reply.getHeader('content-type')).startsWith('text/event-stream')
