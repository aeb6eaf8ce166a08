import { pino } from 'pino'
import type { Config } from '../config/config.ts'
import { createTelemetry } from '../telemetry/telemetry.ts'
import { logOptions, withRequestId } from './logging.ts'
import { startMetricsServer } from './metrics-server.ts'
import { createReadiness } from './readiness.ts'

type Options = {
  kind: 'web' | 'worker'
  build: string
  config: Pick<Config, 'logLevel' | 'metrics' | 'traces'>
}

/** Checks regularly, so that the log has what fails even if nothing requests the state. */
const CHECK_EVERY_MS = 15_000

/** Starts log, metrics, health and traces, before any connection, so that the process can report what it waits for. */
export async function observeProcess({ kind, build, config }: Options) {
  const log = pino({ ...logOptions(config.logLevel), mixin: withRequestId, name: kind })
  const telemetry = createTelemetry()
  const readiness = createReadiness({ log })
  const checks = setInterval(() => void readiness.report(), CHECK_EVERY_MS).unref()
  const { registry } = telemetry
  const server = config.metrics && (await startMetricsServer({ ...config.metrics, registry, readiness }))
  const service = `backoffice-${kind}`
  const traces =
    config.traces &&
    (await import('../telemetry/traces.ts')).startTraces({ ...config.traces, service, build })
  return {
    log,
    telemetry,
    readiness,
    traces,
    async close() {
      clearInterval(checks)
      await traces?.close().catch(() => {})
      await server?.close()
    },
  }
}
