import {
  SpanKind as Kind,
  type Link,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { Span, SpanAttributes, SpanKind, Traces } from './call-context.ts'

type Options = {
  /** URL of a collector, which receives spans at `/v1/traces`. */
  endpoint: string
  /** Share of traced calls and jobs; a job that follows a traced call is always traced. */
  share: number
  service: string
  build: string
}

const KINDS: Record<SpanKind, Kind> = { server: Kind.SERVER, client: Kind.CLIENT, consumer: Kind.CONSUMER }

/** Imported only if an endpoint is set, because the library is large. */
export function startTraces({ endpoint, share, service, build }: Options): Traces {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'service.version': build }),
    // Drops spans beyond 2,048 waiting ones if the collector does not respond.
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  const tracer = provider.getTracer('backoffice')

  function start(
    name: string,
    kind: SpanKind,
    attributes: SpanAttributes,
    from: Partial<{ parent: OtelSpan; link: Link }>,
  ) {
    const context = from.parent ? trace.setSpan(ROOT_CONTEXT, from.parent) : ROOT_CONTEXT
    const links = from.link ? [from.link] : []
    return wrap(tracer.startSpan(name, { kind: KINDS[kind], attributes, links }, context))
  }

  function wrap(span: OtelSpan): Span {
    const { traceId, spanId } = span.spanContext()
    return {
      reference: `00-${traceId}-${spanId}-01`,
      child: (name, kind, attributes) => start(name, kind, attributes, { parent: span }),
      end({ attributes, error } = {}) {
        if (attributes) span.setAttributes(attributes)
        if (error !== undefined) {
          span.setStatus({ code: SpanStatusCode.ERROR })
          span.setAttribute('error.type', typeOf(error))
        }
        span.end()
      },
    }
  }

  return {
    start(name, kind, attributes, follows) {
      const link = toLink(follows)
      if (!link && Math.random() >= share) return null
      return start(name, kind, attributes, link ? { link } : {})
    },
    close: () => provider.shutdown(),
  }
}

/** Type of an error, because messages may have parameter values. */
function typeOf(error: unknown): string {
  if (typeof error === 'string') return error
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

function toLink(reference: string | undefined): Link | undefined {
  const [, traceId, spanId] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-01$/.exec(reference ?? '') ?? []
  if (!traceId || !spanId) return undefined
  return { context: { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true } }
}
