const NULL_BODY = new Set([101, 204, 205, 304])

/**
 * `fetch` that gives the answer only once all of it is there, and ends with a `TimeoutError` when that takes
 * longer: an answer that stops half way would otherwise be waited for without end.
 */
export async function timedFetch(
  input: RequestInfo | URL,
  { timeoutMs, ...init }: RequestInit & { timeoutMs: number },
): Promise<Response> {
  const late = new AbortController()
  const timer = setTimeout(
    () => late.abort(new DOMException('No answer in time.', 'TimeoutError')),
    timeoutMs,
  )
  const signal = init.signal ? AbortSignal.any([init.signal, late.signal]) : late.signal
  try {
    const response = await fetch(input, { ...init, signal })
    return NULL_BODY.has(response.status) ? response : new Response(await response.arrayBuffer(), response)
  } finally {
    clearTimeout(timer)
  }
}
