import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { collectDefaultMetrics, type Registry } from 'prom-client'
import type { Config } from '../config/config.ts'
import { describeListenError, StartError } from '../config/start-error.ts'
import { createTelemetry } from '../telemetry/telemetry.ts'
import { logOptions, withRequestId } from './logging.ts'
import { createReadiness, type Readiness, statusOf } from './readiness.ts'

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

type MetricsServerOptions = { host: string; port: number; registry: Registry; readiness: Readiness }

/** Serves metrics and health on a separate port, which is not for browsers. */
export async function startMetricsServer({ host, port, registry, readiness }: MetricsServerOptions) {
  collectDefaultMetrics({ register: registry })
  const routes: Record<string, () => Promise<{ status?: number; type: string; body: string }>> = {
    '/metrics': async () => ({ type: registry.contentType, body: await registry.metrics() }),
    '/health/live': async () => json({ status: 'live' }),
    '/health/ready': async () => {
      const report = await readiness.report()
      return { ...json(report), status: statusOf(report) }
    },
  }
  const server = createServer(async ({ method, url = '' }, response) => {
    const path = url.split('?')[0] ?? ''
    const route = method === 'GET' && Object.hasOwn(routes, path) ? routes[path] : undefined
    const { status = 200, type, body } = (await route?.().catch(failed)) ?? missing
    response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body)
  })
  server.requestTimeout = 10_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => {
      const message = describeListenError(error, { host: 'METRICS_HOST', port: 'METRICS_PORT' })
      reject(message ? new StartError(message, { cause: error }) : error)
    })
    server.listen(port, host, resolve)
  })
  server.unref()
  return {
    // A server that listens on a port has this type of address.
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const json = (value: object) => ({ type: 'application/json', body: JSON.stringify(value) })
const missing = {
  status: 404,
  type: 'text/plain',
  body: 'Only /metrics, /health/live and /health/ready are available.\n',
}
const failed = () => ({ status: 500, type: 'text/plain', body: 'The metrics could not be read.\n' })
