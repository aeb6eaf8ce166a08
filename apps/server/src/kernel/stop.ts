import type { FastifyBaseLogger } from 'fastify'

const PATIENCE_MS = 8_000

/** Ends the process in an orderly way on SIGTERM and SIGINT, and at all events soon. */
export function onStop(stop: () => Promise<unknown>, log: Pick<FastifyBaseLogger, 'error' | 'info'>): void {
  let isStopping = false
  const begin = () => {
    if (isStopping) return
    isStopping = true
    setTimeout(() => process.exit(1), PATIENCE_MS).unref()
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'stopping failed')
        process.exit(1)
      },
    )
  }
  process.once('SIGTERM', begin)
  process.once('SIGINT', begin)
}
