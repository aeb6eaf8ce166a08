const MESSAGE = 'A part of this page could not be loaded. Check the connection and try again.'

/**
 * Gives chunk load errors a name and a message for the user. With the browser's message the router would reload the
 * page despite unsaved changes.
 */
export function watchChunkErrors(page: EventTarget): void {
  page.addEventListener('vite:preloadError', (event) => {
    if (!('payload' in event) || !(event.payload instanceof Error)) return
    event.payload.name = 'ChunkLoadError'
    event.payload.message = MESSAGE
  })
}

export function isChunkError(error: unknown): error is Error {
  return error instanceof Error && error.name === 'ChunkLoadError'
}
