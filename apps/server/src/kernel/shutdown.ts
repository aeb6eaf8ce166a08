import type { FastifyBaseLogger } from 'fastify'

const TIMEOUT_MS = 8_000

/** Graceful shutdown on SIGTERM and SIGINT; exits after the timeout at the latest. */
export function onShutdown(
  stop: () => Promise<unknown>,
  log: Pick<FastifyBaseLogger, 'error' | 'info'>,
): void {
  let isStopping = false
  const shutDown = () => {
    if (isStopping) return
    isStopping = true
    setTimeout(() => process.exit(1), TIMEOUT_MS).unref()
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'stopping failed')
        process.exit(1)
      },
    )
  }
  process.once('SIGTERM', shutDown)
  process.once('SIGINT', shutDown)
}
