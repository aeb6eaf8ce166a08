/** An operation of a trace. The implementation is loaded only where traces are sent, see `traces.ts`. */
export type Span = {
  /** Of the call or job that contains the operation. */
  child: (name: string, kind: SpanKind, attributes: SpanAttributes) => Span
  /** Of an error its kind is kept, never its message. */
  end: (outcome?: { attributes?: SpanAttributes; error?: unknown }) => void
  /** In the form of the `traceparent` header, for what follows elsewhere. */
  reference: string
}

export type SpanKind = 'server' | 'client' | 'consumer'
export type SpanAttributes = Readonly<Record<string, string | number>>

export type Traces = {
  /** Null for what is not in the share that is traced. `follows`: the reference of the span that caused it. */
  start: (name: string, kind: SpanKind, attributes: SpanAttributes, follows?: string) => Span | null
  /** Sends what is left. */
  close: () => Promise<void>
}
