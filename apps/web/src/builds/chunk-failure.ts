const failures = new WeakSet<object>()

const WORDS = 'A part of this page could not be loaded. Check the connection and try again.'

/**
 * Notes which errors come from a part of the application that could not be fetched, and words them. With the
 * browser's words gone the router no longer takes them for its own to reload on, heedless of what was typed.
 */
export function noteChunkFailures(page: EventTarget): void {
  page.addEventListener('vite:preloadError', (event) => {
    if (!('payload' in event) || !(event.payload instanceof Error)) return
    failures.add(event.payload)
    event.payload.message = WORDS
  })
}

export function isChunkFailure(error: unknown): error is Error {
  return error instanceof Error && failures.has(error)
}
