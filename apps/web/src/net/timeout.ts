const NULL_BODY_STATUSES = new Set([101, 204, 205, 304])

/** Rejects with `createError()` unless the promise settles within `timeoutMs`. */
export function withTimeout<T>(promise: Promise<T>, timeoutMs: number, createError: () => Error): Promise<T> {
  const timeout = Promise.withResolvers<never>()
  const timer = setTimeout(() => timeout.reject(createError()), timeoutMs)
  return Promise.race([promise, timeout.promise]).finally(() => clearTimeout(timer))
}

/**
 * `fetch` that resolves once the whole body has arrived, and rejects with a `TimeoutError` after `timeoutMs`: a
 * body that stops half way would otherwise never settle.
 */
export async function timedFetch(
  input: RequestInfo | URL,
  { timeoutMs, ...init }: RequestInit & { timeoutMs: number },
): Promise<Response> {
  const timeout = new AbortController()
  const timer = setTimeout(
    () => timeout.abort(new DOMException('No answer in time.', 'TimeoutError')),
    timeoutMs,
  )
  const signal = init.signal ? AbortSignal.any([init.signal, timeout.signal]) : timeout.signal
  try {
    const response = await fetch(input, { ...init, signal })
    return NULL_BODY_STATUSES.has(response.status)
      ? response
      : new Response(await response.arrayBuffer(), response)
  } finally {
    clearTimeout(timer)
  }
}
