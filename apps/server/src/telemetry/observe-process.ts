import type { Config } from '../config.ts'
import { createReadiness } from '../kernel/readiness.ts'
import { startMetricsServer } from './metrics-server.ts'
import { createTelemetry } from './telemetry.ts'

type Options = { kind: 'web' | 'worker'; build: string; config: Pick<Config, 'metrics' | 'traces'> }

/** Starts metrics, health and traces, before any connection, so that the process can report what it waits for. */
export async function observeProcess({ kind, build, config }: Options) {
  const telemetry = createTelemetry()
  const readiness = createReadiness()
  const { registry } = telemetry
  const server = config.metrics && (await startMetricsServer({ ...config.metrics, registry, readiness }))
  const service = `backoffice-${kind}`
  const traces =
    config.traces && (await import('./traces.ts')).startTraces({ ...config.traces, service, build })
  return {
    telemetry,
    readiness,
    traces,
    async close() {
      await traces?.close().catch(() => {})
      await server?.close()
    },
  }
}
