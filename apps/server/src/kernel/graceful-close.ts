import type { FastifyInstance } from 'fastify'

/** For a balancer to see that this process is not ready, and to send its calls elsewhere. */
const DRAIN_MS = 2_500
/** For calls in progress, of which the upload of a part may take minutes: it is sent again to another process. */
const FINISH_MS = 4_000
/** Balancers ask at intervals of seconds. */
const PROBED_WITHIN_MS = 15_000
const READY = '/health/ready'

/**
 * Closes the application: while a balancer that asks for readiness learns of it, calls are still taken and their
 * connections closed one by one; then nothing new is taken, streams end, and calls in progress are finished. Without a
 * balancer there is nobody to wait for.
 */
export function gracefulClose(app: FastifyInstance): () => Promise<void> {
  let isClosing = false
  let probes: number[] = []
  app.server.prependListener('request', ({ url }, response) => {
    if (url === READY) probes = [...probes, performance.now()].slice(-2)
    // The next call of this connection goes to another process.
    if (isClosing && !response.headersSent) response.setHeader('connection', 'close')
  })

  return async () => {
    isClosing = true
    // A starting program asks until the answer is yes: a balancer asks again.
    const isProbed = probes.length === 2 && (probes[1] ?? 0) > performance.now() - PROBED_WITHIN_MS
    if (isProbed) await afterwards(DRAIN_MS)
    const cut = setTimeout(() => app.server.closeAllConnections(), FINISH_MS)
    await app.close()
    clearTimeout(cut)
  }
}

const afterwards = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms))
