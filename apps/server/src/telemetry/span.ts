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
  /** Null if not sampled. `follows`: reference of the span that caused it. */
  start: (name: string, kind: SpanKind, attributes: SpanAttributes, follows?: string) => Span | null
  /** Sends pending spans. */
  close: () => Promise<void>
}
