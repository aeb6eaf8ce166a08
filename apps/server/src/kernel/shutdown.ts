import type { FastifyBaseLogger } from 'fastify'

const TIMEOUT_MS = 8_000
/** Ctrl-C reaches every process of a terminal, and its supervisor passes on a signal of its own. */
const SAME_SIGNAL_MS = 500
/** What still holds connections is rolled back by the end of the process. */
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
      .then(() => Promise.race([release(), afterwards(RELEASE_MS)]))
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

const afterwards = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms))
