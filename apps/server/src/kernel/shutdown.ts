import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'

const TIMEOUT_MS = 8_000
/** Ctrl-C signals every process of a terminal, and the supervisor adds its own signal. */
const SAME_SIGNAL_MS = 500
/** Time for `release`; open transactions are rolled back when the process exits. */
const RELEASE_MS = 500

/**
 * Graceful shutdown on SIGTERM and SIGINT: `stop` ends the work, `release` frees its resources. Exits after the
 * timeout or at a second signal.
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

/** Time for a balancer to notice that this process stops. */
const DRAIN_MS = 2_500
/** Time for calls in progress. The browser sends a longer upload of a part again, to another process. */
const FINISH_MS = 4_000
/** A balancer probes at least this often. */
const PROBED_WITHIN_MS = 15_000
const HEALTH = '/health/'

/**
 * Closes the application. Behind a balancer it first keeps accepting calls, each on a last connection, until the
 * balancer sees that it stops. Then it stops listening, ends streams and finishes calls in progress.
 */
export function gracefulClose(app: FastifyInstance): () => Promise<void> {
  let isClosing = false
  let probes: number[] = []
  app.server.prependListener('request', ({ url }, response) => {
    if (url?.startsWith(HEALTH)) probes = [...probes, performance.now()].slice(-2)
    // The next call of this connection goes to another process.
    if (isClosing && !response.headersSent) response.setHeader('connection', 'close')
  })

  return async () => {
    isClosing = true
    // A start script probes until the first success; only a balancer keeps probing.
    const isProbed = probes.length === 2 && (probes[1] ?? 0) > performance.now() - PROBED_WITHIN_MS
    if (isProbed) await sleep(DRAIN_MS)
    const cut = setTimeout(() => app.server.closeAllConnections(), FINISH_MS)
    await app.close()
    clearTimeout(cut)
  }
}
