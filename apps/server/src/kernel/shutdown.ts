import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'

const TIMEOUT_MS = 8_000
/** Ctrl-C reaches every process of a terminal, and its supervisor passes on a signal of its own. */
const SAME_SIGNAL_MS = 500
/** Open transactions are rolled back when the process ends. */
const RELEASE_MS = 500

/**
 * Graceful shutdown on SIGTERM and SIGINT: `stop` ends the work, `release` what the work needed. Exits after the
 * timeout at the latest, or at a second signal.
 */
export function onShutdown(
  stop: () => Promise<unknown>,
  release: () => Promise<unknown>,
  log: Pick<FastifyBaseLogger, 'error' | 'info'>,
): void {
  let stoppingSince: number | undefined
  const shutDown = () => {
    if (stoppingSince !== undefined) {
      if (performance.now() - stoppingSince > SAME_SIGNAL_MS) process.exit(1)
      return
    }
    stoppingSince = performance.now()
    setTimeout(() => process.exit(1), TIMEOUT_MS).unref()
    stop()
      .then(() => Promise.race([release(), sleep(RELEASE_MS)]))
      .then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, 'stopping failed')
          process.exit(1)
        },
      )
  }
  process.on('SIGTERM', shutDown)
  process.on('SIGINT', shutDown)
}

/** Time for a balancer to see that this process is not ready, and to send its calls elsewhere. */
const DRAIN_MS = 2_500
/** Time for calls in progress. The upload of a part may take minutes: the browser sends it again to another process. */
const FINISH_MS = 4_000
/** Balancers ask at intervals of seconds. */
const PROBED_WITHIN_MS = 15_000
const READY = '/health/ready'

/**
 * Closes the application: while a balancer that asks for readiness learns of it, calls are still taken and their
 * connections closed one by one; then nothing new is taken, streams end, and calls in progress are finished. Without a
 * balancer there is no reason to wait.
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
    if (isProbed) await sleep(DRAIN_MS)
    const cut = setTimeout(() => app.server.closeAllConnections(), FINISH_MS)
    await app.close()
    clearTimeout(cut)
  }
}
